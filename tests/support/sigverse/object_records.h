// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateways/sigverse/wire/messages.h"

namespace sigverse::testing {

/// The reply to GET_ALL_ENTITIES: a packet for each record, or one with the time alone.
inline std::string all_of(double time, const std::vector<wire::ObjectRecord>& records) {
  std::string octets;
  if (records.empty()) REQUIRE(wire::append_one_of_all(octets, time, nullptr, 1, 0));
  std::uint16_t number = 0;
  for (const wire::ObjectRecord& record : records)
    REQUIRE(wire::append_one_of_all(octets, time, &record, static_cast<std::uint16_t>(records.size()), number++));
  return octets;
}

/// Object 1, of the class `Thing`; texts are views.
inline wire::ObjectRecord object_record(std::string_view name, std::vector<wire::AttributeRecord> attributes = {},
                                        std::vector<wire::PartRecord> parts = {}) {
  wire::ObjectRecord record;
  record.id = 1;
  record.name = name;
  record.class_name = "Thing";
  record.attributes = std::move(attributes);
  record.parts = std::move(parts);
  return record;
}

}  // namespace sigverse::testing
