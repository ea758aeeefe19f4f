// SPDX-License-Identifier: Apache-2.0
// Requests to services of the third generation, over the connection between one of them and a controller.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "gateways/sigverse/controller/agent.h"
#include "gateways/sigverse/controller/sight.h"

namespace sigverse::sight {

using wire::DirectCode;
namespace {

constexpr wire::Stream::Timeout kTimeout{5'000};

bool send(ServiceState& service, DirectCode code, const std::string& fields) {
  std::string request;
  wire::RawWriter writer(request, code);
  writer.octets(fields);
  service.services.server().settle();
  if (!writer.finish() || !service.services.reach(service)) return false;
  service.stream->limit(kTimeout);
  return service.stream->send(request, kTimeout);
}

/// Receives this many octets of an answer. If they do not arrive in time, the connection is closed, and the next
/// request opens another one: otherwise a late answer would be taken for that of the next request.
std::optional<std::string_view> receive(ServiceState& service, std::size_t count) {
  const auto received = service.stream->receive_octets(count, kTimeout);
  if (received) return received.octets;
  service.stream->close();
  return {};
}

std::optional<std::uint16_t> receive_u16(ServiceState& service) {
  const auto octets = receive(service, 2);
  if (!octets) return {};
  return wire::OctetReader(*octets).u16();
}

/// Receives a body that begins with its length.
std::optional<std::string> receive_body(ServiceState& service) {
  constexpr std::uint16_t kHead = 4;
  const auto size = receive_u16(service);
  if (!size) return {};
  if (*size < kHead) {
    service.stream->close();
    return {};
  }
  if (*size == kHead) return std::string();
  const auto octets = receive(service, *size - kHead);
  if (!octets) return {};
  return std::string(*octets);
}

/// How a service reacts to a request; `refuses` means that there is no such camera, or that the service takes no
/// pictures.
enum class Reaction { answers, refuses, fails };

/// Reads until there is an answer with this code. Messages of the service that come before it are kept for onRecvMsg.
Reaction wait_for(ServiceState& service, DirectCode code) {
  for (;;) {
    const auto got = receive_u16(service);
    if (!got) return Reaction::fails;
    const auto found = static_cast<DirectCode>(*got);
    if (found == code) return Reaction::answers;
    if (found != DirectCode::message_to_controller && found != DirectCode::no_camera) {
      // Where the next unit begins is unknown now.
      service.stream->close();
      return Reaction::fails;
    }
    const auto body = receive_body(service);
    if (!body) return Reaction::fails;
    if (found == DirectCode::no_camera) return Reaction::refuses;
    if (!service.services.keep_message(service, *body)) {
      // The service keeps sending messages instead of an answer.
      service.stream->close();
      return Reaction::fails;
    }
  }
}

/// Reads up to the octets of a picture or of distances. They are preceded by a second number, which repeats the kind of
/// request (`wire::kDirectDistance`).
Reaction wait_for_picture(ServiceState& service) {
  const Reaction reaction = wait_for(service, DirectCode::picture);
  return reaction == Reaction::answers && !receive_u16(service) ? Reaction::fails : reaction;
}

std::unique_ptr<ViewImage> receive_picture(ServiceState& service, const ViewImageInfo& info) {
  auto picture = std::make_unique<ViewImage>(info);
  const auto octets = receive(service, static_cast<std::size_t>(picture->getBufferLength()));
  if (!octets) return nullptr;
  picture->setBuffer(octets->data(), picture->getBufferLength());
  return picture;
}

bool send_sensor(ServiceState& service, double start, double end, int camera, int dimensions) {
  return send(service, DirectCode::measure,
              fmt::format("{},{},{},{:f},{:f},", service.services.server().agent(), dimensions, camera, start, end)) &&
         wait_for_picture(service) == Reaction::answers;
}

}  // namespace

ViewImage* capture(ServiceState& service, ColorBitType colour, ImageDataSize size, int camera) {
  if (!send(service, DirectCode::capture, fmt::format("{},{},", service.services.server().agent(), camera)))
    return nullptr;
  const Reaction reaction = wait_for_picture(service);
  // The server's own SIGViewer takes no pictures, but by now there may be another provider.
  if (reaction == Reaction::refuses) return capture("", colour, size, camera);
  if (reaction == Reaction::fails) return nullptr;
  return taken_by(camera, receive_picture(service, ViewImageInfo()));
}

bool detect(ServiceState& service, std::vector<std::string>& names, int camera) {
  if (!send(service, DirectCode::detect, fmt::format("{},{},", service.services.server().agent(), camera)) ||
      wait_for(service, DirectCode::names) != Reaction::answers)
    return false;
  const auto body = receive_body(service);
  if (!body) return false;
  wire::RawReader reader(*body);
  const auto count = reader.number_field();
  const auto before = names.size();
  for (double i = 0; count && i < *count; ++i) {
    const std::string_view name = reader.field();
    if (!reader.is_good()) break;
    names.emplace_back(name);
  }
  return names.size() > before;
}

unsigned char distance(ServiceState& service, double start, double end, int camera) {
  constexpr unsigned char kNothing = 255;
  if (!send_sensor(service, start, end, camera, 0)) return kNothing;
  const auto octets = receive(service, 1);
  return octets ? static_cast<unsigned char>(octets->front()) : kNothing;
}

ViewImage* distances(ServiceState& service, double start, double end, int camera, int dimensions) {
  if (!send_sensor(service, start, end, camera, dimensions)) return nullptr;
  const ViewImageInfo info(IMAGE_DATA_TYPE_WINDOWS_BMP, DEPTHBIT_8, 320, dimensions == 1 ? 1 : 240);
  return taken_by(camera, receive_picture(service, info));
}

}  // namespace sigverse::sight
