// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/direct_request.h"

#include <cmath>
#include <cstdint>
#include <limits>

namespace sigverse::wire {
namespace {

/// Reads the number of a camera or of dimensions.
std::optional<int> read_small_number(RawReader& reader) {
  const auto number = reader.number_field();
  if (!number || !(std::abs(*number) <= std::numeric_limits<std::int16_t>::max())) return std::nullopt;
  return static_cast<int>(*number);
}

/// The body is "entity,camera,".
template <typename Request>
std::optional<ServiceRequest> read_eye(std::string_view body) {
  RawReader reader(body);
  Request request;
  request.agent = reader.field();
  const auto camera = read_small_number(reader);
  if (!camera) return std::nullopt;
  request.camera = *camera;
  return request;
}

/// The body is "entity,dimensions,camera,start,end,".
std::optional<ServiceRequest> read_distances(std::string_view body) {
  RawReader reader(body);
  SigServiceProvider::DistanceRequest request;
  request.agent = reader.field();
  const auto dimensions = read_small_number(reader), camera = read_small_number(reader);
  const auto start = reader.number_field(), end = reader.number_field();
  if (!dimensions || !camera || !start || !end) return std::nullopt;
  request.dimensions = *dimensions;
  request.camera = *camera;
  request.start = *start;
  request.end = *end;
  return request;
}

void append_octets(std::string& out, int what, std::string_view octets) {
  OctetWriter answer(out);
  answer.u16(static_cast<std::uint16_t>(DirectCode::picture));
  answer.u16(static_cast<std::uint16_t>(what));
  answer.octets(octets);
}

}  // namespace

std::optional<ServiceRequest> read_direct_request(const Raw& raw) {
  switch (static_cast<DirectCode>(raw.code)) {
    case DirectCode::capture:
      return read_eye<SigServiceProvider::PictureRequest>(raw.body);
    case DirectCode::detect:
      return read_eye<SigServiceProvider::DetectRequest>(raw.body);
    case DirectCode::measure:
      return read_distances(raw.body);
    default:
      return std::nullopt;
  }
}

void append_direct_answer(std::string& out, const SigServiceProvider::PictureRequest&, std::string_view octets) {
  constexpr int kPicture = 1;
  append_octets(out, kPicture, octets);
}

void append_direct_answer(std::string& out, const SigServiceProvider::DistanceRequest& request,
                          std::string_view octets) {
  append_octets(out, kDirectDistance + request.dimensions, octets);
}

void append_direct_answer(std::string& out, const SigServiceProvider::DetectRequest&,
                          const std::vector<std::string>& names) {
  constexpr std::size_t kRoom = 0xffff - 100;
  std::string fields;
  std::size_t count = 0;
  for (const std::string& name : names) {
    if (fields.size() + name.size() >= kRoom) break;
    fields.append(name).append(1, ',');
    ++count;
  }
  RawWriter answer(out, DirectCode::names);
  answer.octets(std::to_string(count) + "," + fields);
  answer.finish();
}

void append_direct_refusal(std::string& out) {
  RawWriter(out, DirectCode::no_camera).finish();
}

}  // namespace sigverse::wire
