// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/direct/controller_link.h"

#include <fmt/format.h>

#include <utility>
#include <variant>

#include "gateways/sigverse/wire/direct_request.h"
#include "spark/net/socket.h"

namespace sigverse::direct {

using wire::DirectCode;
namespace {

using wire::SigServiceProvider;

bool append(std::string& out, const SigServiceProvider::DetectRequest& request, const Seen& seen) {
  wire::append_direct_answer(out, request, seen.names);
  return true;
}
/// The peer expects the exact number of octets.
template <typename Request>
bool append(std::string& out, const Request& request, const Seen& seen) {
  if (seen.octets.size() != request.octets()) return false;
  wire::append_direct_answer(out, request, seen.octets);
  return true;
}
bool append(std::string&, const SigServiceProvider::SpeechRequest&, const Seen&) {
  return false;
}

}  // namespace

ControllerLink::ControllerLink(const std::string& host, std::uint16_t port, Names names, See see,
                               spark::net::Loop& loop, spark::Log& log)
    : RequestLink(std::move(names), loop, log), see_(std::move(see)), connector_(loop) {
  connector_.start(
      host, port, spark::net::KeepAlive{},
      [this](spark::net::Socket socket, const std::string& peer) {
        begin(std::move(socket), peer);
        wire::RawWriter(out(), DirectCode::here).finish();
        flush();
      },
      [this, port](const std::string& problem) {
        end(fmt::format("cannot connect to the port {} at which it awaits {}: {}", port, own_name(), problem));
      });
}

ControllerLink::Work ControllerLink::answer(const wire::Raw& raw) {
  switch (static_cast<DirectCode>(raw.code)) {
    case DirectCode::message_to_service:
      return Work::little;
    case DirectCode::leave:
      end("");
      return Work::little;
    case DirectCode::capture:
    case DirectCode::measure:
    case DirectCode::detect:
      break;
    default:
      reject(fmt::format("a request of the unknown code {}", raw.code));
      return Work::little;
  }
  if (const auto request = wire::read_direct_request(raw)) return answer(*request);
  reject("a request that is too short");
  return Work::little;
}

ControllerLink::Work ControllerLink::answer(const wire::ServiceRequest& request) {
  const auto seen = see_(request);
  if (!seen) return Work::postponed;
  const bool is_seen =
      seen->problem.empty() && std::visit([&](const auto& asked) { return append(out(), asked, *seen); }, request);
  if (!is_seen) {
    complain(fmt::format("{}: {}", own_name(), seen->problem.empty() ? "a result of a wrong size" : seen->problem));
    wire::append_direct_refusal(out());
  }
  return Work::much;
}

}  // namespace sigverse::direct
