// SPDX-License-Identifier: Apache-2.0
// What services of the third generation are asked for, on the connection that one of them has with a controller.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "gateways/sigverse/controller/agent.h"
#include "gateways/sigverse/controller/sight.h"

namespace sigverse::sight {
namespace {

constexpr wire::Stream::Patience kPatience{5'000};
// To the service,
constexpr std::uint16_t kCaptureRequest = 5, kDistanceRequest = 6, kDetectRequest = 7;
// and back.
constexpr std::uint16_t kMessage = 2, kPicture = 3, kNoCamera = 6, kNames = 8;
/// Of distances.
constexpr int kPoint = 2;

bool send(ServiceState& service, std::uint16_t code, const std::string& fields) {
  std::string request;
  wire::RawWriter writer(request, code);
  writer.octets(fields);
  return writer.finish() && service.stream->send(request, kPatience);
}

std::optional<std::uint16_t> receive_u16(ServiceState& service) {
  const auto received = service.stream->receive_octets(2, kPatience);
  if (!received) return {};
  return wire::OctetReader(received.octets).u16();
}

/// The body of something that says how long it is.
std::optional<std::string> receive_body(ServiceState& service) {
  constexpr std::uint16_t kHead = 4;
  const auto size = receive_u16(service);
  if (!size || *size < kHead) return {};
  if (*size == kHead) return std::string();
  const auto received = service.stream->receive_octets(*size - kHead, kPatience);
  if (!received) return {};
  return std::string(received.octets);
}

/// Up to an answer of this code. Messages of the service may come before it; they are kept for onRecvMsg.
bool wait_for(ServiceState& service, std::uint16_t code) {
  for (;;) {
    const auto got = receive_u16(service);
    if (!got) return false;
    if (*got == code) return true;
    if (*got != kMessage && *got != kNoCamera) {
      // What follows cannot be told apart any more.
      service.stream->close();
      return false;
    }
    const auto body = receive_body(service);
    if (!body || *got == kNoCamera) return false;
    service.services.keep_message(*body);
  }
}

std::unique_ptr<ViewImage> receive_picture(ServiceState& service, const ViewImageInfo& info) {
  auto picture = std::make_unique<ViewImage>(info);
  const auto received = service.stream->receive_octets(static_cast<std::size_t>(picture->getBufferLength()), kPatience);
  if (!received) return nullptr;
  picture->setBuffer(received.octets.data(), picture->getBufferLength());
  return picture;
}

bool send_sensor(ServiceState& service, double start, double end, int camera, int dimensions) {
  return send(service, kDistanceRequest,
              fmt::format("{},{},{},{:f},{:f},", service.services.session().agent(), kPoint + dimensions, camera, start,
                          end)) &&
         wait_for(service, kPicture);
}

}  // namespace

ViewImage* capture(ServiceState& service, int camera) {
  if (!send(service, kCaptureRequest, fmt::format("{},{},", service.services.session().agent(), camera)) ||
      !wait_for(service, kPicture) || !receive_u16(service))
    return nullptr;
  return receive_picture(service, ViewImageInfo()).release();
}

bool detect(ServiceState& service, std::vector<std::string>& names, int camera) {
  if (!send(service, kDetectRequest, fmt::format("{},{},", service.services.session().agent(), camera)) ||
      !wait_for(service, kNames))
    return false;
  const auto body = receive_body(service);
  if (!body) return false;
  wire::RawReader reader(*body);
  const auto count = reader.number_field();
  const auto before = names.size();
  for (int i = 0; count && i < static_cast<int>(*count); ++i) {
    const std::string_view name = reader.field();
    if (!reader.is_good()) break;
    names.emplace_back(name);
  }
  return names.size() > before;
}

unsigned char distance(ServiceState& service, double start, double end, int camera) {
  constexpr unsigned char kNothing = 255;
  if (!send_sensor(service, start, end, camera, 0)) return kNothing;
  const auto received = service.stream->receive_octets(1, kPatience);
  return received ? static_cast<unsigned char>(received.octets[0]) : kNothing;
}

ViewImage* distances(ServiceState& service, double start, double end, int camera, int dimensions) {
  if (!send_sensor(service, start, end, camera, dimensions)) return nullptr;
  return receive_picture(service,
                         ViewImageInfo(IMAGE_DATA_TYPE_WINDOWS_BMP, DEPTHBIT_8, 320, dimensions == 1 ? 1 : 240))
      .release();
}

}  // namespace sigverse::sight
