// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/protocol/object.h"

#include <array>

namespace rctp {
namespace {

struct TypeRow {
  Object::DataType type;
  std::string_view name;
  std::size_t octets;
};
constexpr std::array<TypeRow, 4> kTypes{{{Object::DataType::float32, "float32", 4},
                                         {Object::DataType::float64, "float64", 8},
                                         {Object::DataType::int32, "int32", 4},
                                         {Object::DataType::uint8, "uint8", 1}}};

const TypeRow& row_of(Object::DataType type) {
  return kTypes.at(static_cast<std::size_t>(type));
}

}  // namespace

std::string_view to_string(Object::DataType type) {
  return row_of(type).name;
}

std::size_t octets_of(Object::DataType type) {
  return row_of(type).octets;
}

std::optional<Object::DataType> data_type_of(std::string_view name) {
  for (const TypeRow& row : kTypes)
    if (row.name == name) return row.type;
  return std::nullopt;
}

}  // namespace rctp
