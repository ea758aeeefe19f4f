// SPDX-License-Identifier: Apache-2.0
// Data from services of SIGVerse 2: a greeting and messages in text form, among which packets and raw requests may be.
// The server parses the stream in the same way however it is cut, and everything that it forwards can be read; so can
// the messages and requests on connections between controllers and services.
#include <string>
#include <variant>
#include <vector>

#include "gateways/sigverse/server/session.h"
#include "gateways/sigverse/wire/direct_request.h"
#include "gateways/sigverse/wire/raw.h"
#include "spark/core/log.h"
#include "tests/fuzz/case_reader.h"
#include "tests/fuzz/target.h"

using namespace sigverse;
using fuzz::demand;

namespace {

/// A connection that receives the data that the test feeds, and drops sent data.
class FedChannel final : public server::Channel {
 public:
  explicit FedChannel(std::string& input) : input_(input) {}
  const std::string& peer() const override { return peer_; }
  std::string_view host() const override { return {}; }
  void read() override {}
  std::string_view input() const override { return input_; }
  void take(std::size_t count) override {
    demand(count <= input_.size());
    input_.erase(0, count);
  }
  bool has_ended() const override { return false; }
  bool is_write_closed() const override { return false; }
  void send(std::string_view) override {}
  std::size_t unsent() const override { return 0; }
  void close_when_sent() override {}
  void close() override {}

 private:
  std::string& input_;
  std::string peer_ = "peer";
};

void check_message(std::string_view body) {
  wire::RawMessage message, again;
  std::string forwarded;
  if (!wire::read_raw_message(body, false, message) || !wire::append_forwarded_message(forwarded, "eye", body)) return;
  demand(forwarded.size() <= wire::kLargestPacket);
  demand(wire::read_raw_message(wire::read_raw(forwarded).body, true, again));
  demand(again.from == "eye" && again.text == message.text && again.to == message.to && again.all == message.all);
}

/// All data from a service, in the order of their arrival.
class Heard final : public server::SessionListener {
 public:
  void packet(server::Session& session, const wire::Packet& packet) override {
    note(session, "packet ", packet.octets);
  }
  void raw(server::Session& session, const wire::Raw& raw) override {
    note(session, "raw " + std::to_string(raw.code) + " ", raw.body);
    if (raw.code == static_cast<std::uint16_t>(wire::RawCode::message)) check_message(raw.body);
  }
  void service(server::Session& session, std::string_view name) override {
    demand(!name.empty() && name.size() <= wire::kLongestName && name.find(',') == name.npos);
    all.emplace_back(name);
    session.become_service(name);
  }
  std::vector<std::string> all;

 private:
  void note(server::Session& session, const std::string& what, std::string_view octets) {
    all.push_back(what + std::string(octets));
    // Like the server with invalid data.
    if (octets.empty()) session.complain("nothing", {});
  }
};

struct Outcome {
  std::vector<std::string> heard;
  bool is_over;
};

Outcome outcome_of(std::string_view stream, std::size_t piece) {
  std::string input;
  spark::Log log;
  Heard heard;
  server::Session session(1, std::make_unique<FedChannel>(input), nullptr, {}, log);
  while (!stream.empty() && !session.is_over()) {
    const std::string_view fed = stream.substr(0, piece);
    input += fed;
    stream.remove_prefix(fed.size());
    while (session.read(heard, {})) continue;
  }
  return {std::move(heard.all), session.is_over()};
}

void check_units(std::string_view left) {
  while (!left.empty()) {
    const wire::TextUnit unit = wire::first_text_unit(left);
    if (unit.kind != wire::TextUnit::Kind::message) {
      demand((unit.kind == wire::TextUnit::Kind::broken) == (*unit.problem != 0));
      return;
    }
    demand(unit.size >= 5 && unit.size <= left.size() && unit.body.size() <= unit.size - 5);
    demand(wire::first_text_unit(left.substr(0, unit.size - 1)).kind == wire::TextUnit::Kind::incomplete);
    check_message(unit.body);
    left.remove_prefix(unit.size);
  }
}

void check_direct(std::string_view body) {
  wire::DirectMessage message, again;
  if (!wire::read_direct_message(body, message)) return;
  std::string octets;
  if (!wire::append_direct_message(octets, wire::DirectCode::message_to_controller, message)) return;
  demand(wire::read_direct_message(wire::read_raw(octets).body, again));
  demand(again.from == message.from && again.text == message.text);
}

void check_direct_requests(std::string_view body) {
  using wire::DirectCode;
  constexpr int kMax = 32767;
  for (const DirectCode code : {DirectCode::capture, DirectCode::measure, DirectCode::detect}) {
    const auto request = wire::read_direct_request({static_cast<std::uint16_t>(code), body});
    if (!request) continue;
    if (const auto* const distance = std::get_if<wire::SigServiceProvider::DistanceRequest>(&*request))
      demand(distance->dimensions >= -kMax && distance->dimensions <= kMax);
    std::visit(
        [&](const auto& asked) {
          if constexpr (requires { asked.camera; })
            demand(asked.agent.find(',') == std::string::npos && asked.camera >= -kMax && asked.camera <= kMax);
        },
        *request);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  fuzz::CaseReader reader(fuzz::as_text(octets, size));
  const std::size_t piece = 1 + reader.octet() % 64;
  const fuzz::ExactText text(reader.rest());
  check_units(text.view());
  check_direct(text.view());
  check_direct_requests(text.view());
  const std::string stream = "SIGMESSAGE," + std::string(text.view());
  const Outcome whole = outcome_of(stream, stream.size()), cut = outcome_of(stream, piece);
  demand(whole.heard == cut.heard && whole.is_over == cut.is_over);
  return 0;
}
