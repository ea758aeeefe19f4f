// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gateways/sigverse/wire/octets.h"

namespace sigverse::wire {

using Triple = std::array<double, 3>;
using Quad = std::array<double, 4>;  ///< w, x, y, z

struct AttributeRecord {
  std::string_view name, group;
  std::variant<std::string_view, double, bool> value;
};

enum class PartShape : std::uint16_t { box = 0, cylinder = 1, sphere = 2 };

struct PartRecord {
  std::uint32_t id = 0;
  PartShape shape = PartShape::box;
  std::string_view name;
  Triple place{};                 ///< cm, absolute
  Quad turn{1.0, 0.0, 0.0, 0.0};  ///< absolute
  Triple size{};                  ///< cm: box x, y, z; cylinder radius, length, 0; sphere radius, 0, 0
};

/// The record of an object in the protocol. Texts are views of its source.
struct ObjectRecord {
  std::uint32_t id = 0;  ///< from 1, in the order of the world file
  std::string_view name, class_name;
  bool attached = false;
  std::uint32_t operations = 0;             ///< bits of `operation`
  std::vector<AttributeRecord> attributes;  ///< sorted by name
  std::vector<PartRecord> parts;

  /// Empties a record for reuse; its lists keep their memory.
  void clear();
};

/// Appends the record. Returns false, with nothing appended, if it would be longer than 65,535 octets.
bool append_record(std::string& out, const ObjectRecord& record);

/// Reads one record into `record` and consumes it. If lengths, offsets, kinds or shapes are inconsistent, returns
/// false, and the reader has failed. The caller has to check that numbers are finite.
bool read_record(OctetReader& reader, ObjectRecord& record);

}  // namespace sigverse::wire
