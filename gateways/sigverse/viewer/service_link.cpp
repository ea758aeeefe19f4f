// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/viewer/service_link.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>

#include "spark/core/log.h"
#include "spark/net/socket.h"

namespace sigverse::viewer {

using wire::SigServiceProvider;
namespace {

/// Codes that services send, except `ends`, which the viewer sends.
enum class ViewerCode : std::uint16_t {
  name = 0,
  picture = 1,
  distance = 2,
  leave = 3,
  distances = 4,
  depth = 5,
  ends = 5
};

/// The sizes that a service may request.
enum class ImageSize { whole = 0, row = 1 };
constexpr char kNothing = '\xff';

std::optional<int> read_integer(wire::RawReader& reader) {
  const auto number = reader.number_field();
  if (!number || !(std::abs(*number) <= std::numeric_limits<std::int16_t>::max())) return std::nullopt;
  return static_cast<int>(*number);
}

}  // namespace

ServiceLink::ServiceLink(spark::net::Socket socket, const std::string& peer, const std::string& own_name, Eyes& eyes,
                         spark::net::Loop& loop, spark::Log& log)
    : RequestLink({fmt::format("service {}", peer), own_name}, loop, log),
      eyes_(eyes),
      loop_(loop),
      silent_until_(loop.now() + kMaxSilence) {
  begin(std::move(socket), peer);
}

void ServiceLink::take_leave() {
  wire::RawWriter(out(), static_cast<std::uint16_t>(ViewerCode::ends)).finish();
  flush();
}

void ServiceLink::check_silence() {
  if (!has_name_ && loop_.now() > silent_until_) end("does not send its name");
}

ServiceLink::Work ServiceLink::answer(const wire::Raw& raw) {
  const auto code = static_cast<ViewerCode>(raw.code);
  if (code == ViewerCode::name) {
    has_name_ = true;
    return Work::little;
  }
  if (!has_name_) {
    end("asks before it has sent its name");
    return Work::little;
  }
  switch (code) {
    case ViewerCode::picture:
      answer_picture(raw.body);
      return Work::much;
    case ViewerCode::distance:
      answer_distance(raw.body);
      return Work::much;
    case ViewerCode::distances:
      answer_distances(raw.body, false);
      return Work::much;
    case ViewerCode::depth:
      answer_distances(raw.body, true);
      return Work::much;
    case ViewerCode::leave:
      end("");
      return Work::little;
    default:
      reject(fmt::format("a request of the unknown code {}", raw.code));
      return Work::little;
  }
}

void ServiceLink::append_answer(const Eyes::Answer& answer, bool with_camera) {
  if (answer.result != Eyes::Result::seen) complain(fmt::format("{}: {}", own_name(), answer.seen.problem));
  wire::OctetWriter head(out());
  head.u16(static_cast<std::uint16_t>(answer.result));
  if (!with_camera) return;
  head.real(answer.fov);
  head.real(answer.aspect_ratio);
}

/// The request is "entity,camera,size,"; colour pictures have only one size.
void ServiceLink::answer_picture(std::string_view body) {
  wire::RawReader reader(body);
  SigServiceProvider::PictureRequest request;
  request.agent = reader.field();
  const auto camera = read_integer(reader), size = read_integer(reader);
  if (!camera || !size) return reject("a request for a picture that is too short");
  request.camera = *camera;
  const Eyes::Answer answer = eyes_.see(request);
  append_answer(answer, true);
  out() += answer.seen.octets;
}

/// The request has two doubles, then "entity,camera,".
void ServiceLink::answer_distance(std::string_view body) {
  wire::RawReader reader(body);
  SigServiceProvider::DistanceRequest request;
  request.start = reader.real();
  request.end = reader.real();
  request.agent = reader.field();
  const auto camera = read_integer(reader);
  if (!camera) return reject("a request for a distance that is too short");
  request.camera = *camera;
  append_distances(request, eyes_.see(request), false);
}

/// The request has two doubles, then "entity,dimensions,camera,size,". A request for depths has no dimensions, because
/// they follow from the size.
void ServiceLink::answer_distances(std::string_view body, bool is_depth) {
  wire::RawReader reader(body);
  SigServiceProvider::DistanceRequest request;
  request.start = reader.real();
  request.end = reader.real();
  request.agent = reader.field();
  const auto dimensions = is_depth ? std::optional(0) : read_integer(reader);
  const auto camera = read_integer(reader), size = read_integer(reader);
  if (!dimensions || !camera || !size) return reject("a request for distances that is too short");
  request.camera = *camera;
  request.dimensions = is_depth ? (*size == static_cast<int>(ImageSize::row) ? 1 : 2) : *dimensions;
  if (request.dimensions != 1 && request.dimensions != 2)
    return reject("a request for distances of other than 1 or 2 dimensions");
  append_distances(request, is_depth ? eyes_.see_depth(request) : eyes_.see(request), true);
}

/// The peer expects the exact number of octets even if nothing is seen.
void ServiceLink::append_distances(const SigServiceProvider::DistanceRequest& request, const Eyes::Answer& answer,
                                   bool with_camera) {
  append_answer(answer, with_camera);
  out() += answer.result == Eyes::Result::seen ? answer.seen.octets : std::string(request.octets(), kNothing);
}

}  // namespace sigverse::viewer
