// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/rcml/object_reader.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

namespace rcml {
namespace {

constexpr std::array<std::pair<std::string_view, Object::Kind>, 10> kKindsOfNodes{
    {{"RCML_ControlOutputData", Object::Kind::control_output},
     {"RCML_TextOutput", Object::Kind::text_output},
     {"RCML_BinaryOutput", Object::Kind::binary_output},
     {"RCML_ControlInputData", Object::Kind::control_input},
     {"RCML_TextInput", Object::Kind::text_input},
     {"RCML_BinaryInput", Object::Kind::binary_input},
     {"RCML_VideoInput", Object::Kind::video_input},
     {"RCML_AudioInput", Object::Kind::audio_input},
     {"RCML_VideoOutput", Object::Kind::video_output},
     {"RCML_AudioOutput", Object::Kind::audio_output}}};

constexpr std::int32_t kMaxBits = 8 * 65535;  // the length of a record's contents has 16 bits

/// Checks a list that must have one entry for each parameter, or none at all.
template <typename List>
List list_of(const NodeReader& reader, std::string_view field, const Object& object, List list) {
  if (!list.empty() && list.size() != object.parameters.size())
    reader.fail(field,
                fmt::format("{} has {} entries for {} parameters", field, list.size(), object.parameters.size()));
  return list;
}

void read_types(const NodeReader& reader, Object& object) {
  const x3d::Strings names = reader.strings("dataType");
  if (names.size() > 1) list_of(reader, "dataType", object, names);
  for (std::size_t i = 0; i < object.parameters.size() && !names.empty(); ++i) {
    const std::string& name = names.size() > 1 ? names[i] : names[0];
    const auto type = rctp::data_type_of(name);
    if (!type) reader.fail("dataType", fmt::format("there is no data type '{}'", name));
    object.parameters[i].type = *type;
  }
}

/// Converts the largest float, which means no limit, to infinity.
double unless_largest(double value) {
  const bool is_largest = std::abs(static_cast<float>(value)) >= std::numeric_limits<float>::max();
  return is_largest ? std::copysign(std::numeric_limits<double>::infinity(), value) : value;
}

void read_control(const NodeReader& reader, Object& object) {
  object.parameters.resize(
      static_cast<std::size_t>(reader.integer("parameters", 0, static_cast<std::int32_t>(Object::kMaxInputs))));
  const auto names = list_of(reader, "parameterName", object, reader.strings("parameterName"));
  const auto units = list_of(reader, "unit", object, reader.strings("unit"));
  const auto min = list_of(reader, "minValue", object, reader.reals("minValue"));
  const auto max = list_of(reader, "maxValue", object, reader.reals("maxValue"));
  const auto neutral = list_of(reader, "neutralValue", object, reader.reals("neutralValue"));
  for (std::size_t i = 0; i < object.parameters.size(); ++i) {
    Object::Parameter& parameter = object.parameters[i];
    if (!names.empty()) parameter.name = names[i];
    if (!units.empty()) parameter.unit = units[i];
    if (!min.empty()) parameter.min = unless_largest(min[i]);
    if (!max.empty()) parameter.max = unless_largest(max[i]);
    if (!neutral.empty()) parameter.neutral = neutral[i];
    if (parameter.min > parameter.max)
      reader.fail("minValue", fmt::format("parameter {} is from {} to {}", i + 1, parameter.min, parameter.max));
  }
  read_types(reader, object);
  object.data_mask = reader.boolean("dataMask");
  object.rate = reader.positive("rate");
  object.standard = reader.string("standard");
  object.translators = reader.strings("translator");
}

void read_media(const NodeReader& reader, Object& object, std::string_view files) {
  constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();
  if (object.is_video()) {
    object.width = reader.integer("width", 1, kMax);
    object.height = reader.integer("height", 1, kMax);
    object.frame_rate = reader.positive("frameRate");
    object.field_of_view = reader.positive("fieldOfView");
    if (object.field_of_view >= std::numbers::pi)
      reader.fail("fieldOfView", fmt::format("fieldOfView is {}; it is in radians, below pi", object.field_of_view));
  } else {
    object.sample_rate = reader.integer("sampleRate", 1, kMax);
    object.channels = reader.integer("channels", 1, kMax);
  }
  object.encoding = reader.string("encoding");
  const x3d::Strings urls = reader.strings("url");
  if (urls.empty()) return;
  object.address = urls[0];
  if (!files.empty() && object.address.starts_with(files)) object.address.erase(0, files.size());
}

}  // namespace

std::optional<Object::Kind> object_kind(std::string_view node_type) {
  for (const auto& [type, kind] : kKindsOfNodes)
    if (type == node_type) return kind;
  return std::nullopt;
}

Object read_object(const NodeReader& reader, Object::Kind kind, std::string_view files) {
  Object object;
  object.kind = kind;
  object.name = reader.string("name");
  if (object.has_records()) object.time_stamp = reader.boolean("timeStamp");
  if (object.is_control()) {
    object.trigger = reader.boolean("trigger");
    read_control(reader, object);
  } else if (object.is_binary()) {
    object.trigger = reader.boolean("trigger");
    object.bits = static_cast<std::size_t>(reader.integer("bits", 0, kMaxBits));
  } else if (object.is_text()) {
    object.max_length = static_cast<std::size_t>(reader.integer("maxLength", 0, 65535));
  } else {
    read_media(reader, object, files);
  }
  return object;
}

}  // namespace rcml
