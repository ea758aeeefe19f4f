// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/recording/svd_format.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <utility>

#include "gateways/sigverse/sight/turns.h"

namespace sigverse::recording {
namespace {

/// The shortest frame: its time and two counts.
constexpr std::size_t kMinFrame = 12;
/// zlib never compresses more than 1,032 octets into one, and adds a few octets.
constexpr std::size_t kBestRatio = 1'040;
constexpr std::size_t kMinStored = 8;

bool is_at_frame(const client::Part& part) {
  return part.shape_place == sight::Vector{} && part.shape_turn == sight::Quaternion{1.0, 0.0, 0.0, 0.0};
}

}  // namespace

void append_real(std::string& out, double value) {
  append_number(out, std::bit_cast<std::uint64_t>(value));
}

double real_at(std::string_view octets, std::size_t at) {
  return std::bit_cast<double>(number_at<std::uint64_t>(octets, at));
}

bool is_time(double time) {
  return std::fabs(time) <= kMaxTime;
}

void FileFront::append_to(std::string& out) const {
  out += kFileTag;
  append_number(out, kVersion);
  append_number(out, header);
}

std::string FileFront::read(std::string_view octets, std::uint64_t size) {
  if (octets.empty()) return "it is empty";
  if (octets.substr(0, kFileTag.size()) != kFileTag) return "it does not begin with SVD1";
  if (octets.size() < kOctets) return "it ends within its header";
  if (const auto version = number_at<std::uint32_t>(octets, 4); version != kVersion)
    return fmt::format("version {} is not known", version);
  header = number_at<std::uint32_t>(octets, 8);
  if (header > size - kOctets) return "it ends within its header";
  return header > kMaxHeader ? "its header is too long" : std::string();
}

void BlockHead::append_to(std::string& out) const {
  out += kBlockTag;
  append_number(out, stored);
  append_number(out, unpacked);
  append_number(out, frames);
  append_real(out, first_time);
  append_real(out, last_time);
}

bool BlockHead::read(std::string_view octets) {
  if (octets.substr(0, kBlockTag.size()) != kBlockTag) return false;
  stored = number_at<std::uint32_t>(octets, 4);
  unpacked = number_at<std::uint32_t>(octets, 8);
  frames = number_at<std::uint32_t>(octets, 12);
  first_time = real_at(octets, 16);
  last_time = real_at(octets, 24);
  return stored >= kMinStored && unpacked <= kMaxUnpacked && unpacked / kBestRatio <= stored && frames >= 1 &&
         frames <= kMaxFramesOfBlock && frames <= unpacked / kMinFrame && is_time(first_time) && is_time(last_time) &&
         first_time <= last_time;
}

Header Header::of(client::ShapeBase shapes, const client::World& world) {
  Header header;
  header.shapes = std::move(shapes);
  for (const client::Object& object : world.objects)
    for (const client::Part& part : object.parts)
      if (!is_at_frame(part)) header.places[object.name][part.id] = {part.id, part.shape_place, part.shape_turn};
  return header;
}

std::string Header::octets() const {
  std::string out;
  wire::OctetWriter writer(out);
  wire::X3dDbResult{shapes.records()}.fields(wire::FieldWriter(writer));
  for (const auto& [name, of_object] : places) {
    if (out.size() > kMaxHeader - wire::kLargestPacket) break;  // no server has this many
    wire::GetPartShapesResult result{name, {}};
    for (const auto& [id, place] : of_object)
      if (result.shapes.size() < wire::GetPartShapesResult::kMaxShapes) result.shapes.push_back(place);
    result.fields(wire::FieldWriter(writer));
  }
  return out;
}

bool Header::read(std::string_view octets) {
  wire::OctetReader reader(octets);
  wire::X3dDbResult entries;
  entries.fields(wire::FieldReader(reader));
  if (!reader.is_good()) return false;
  shapes = client::ShapeBase(entries.shapes);
  places.clear();
  while (!reader.at_end()) {
    wire::GetPartShapesResult result;
    result.fields(wire::FieldReader(reader));
    if (!reader.is_good()) break;  // files of other programs may have other contents
    auto& of_object = places[std::string(result.name)];
    for (const wire::ShapePlace& place : result.shapes) of_object[place.id] = place;
  }
  return true;
}

void Header::place_shapes(client::Object& object) const {
  const auto of_object = places.find(object.name);
  if (of_object == places.end()) return;
  for (client::Part& part : object.parts) {
    const auto place = of_object->second.find(part.id);
    if (place == of_object->second.end()) continue;
    client::Part placed = part;
    placed.shape_place = place->second.centre;
    placed.shape_turn = place->second.turn;
    if (sight::axes_of(placed.shape_turn) && sight::Solid::of(client::shape_of(placed))) part = std::move(placed);
  }
}

}  // namespace sigverse::recording
