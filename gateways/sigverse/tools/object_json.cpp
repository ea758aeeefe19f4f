// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/tools/object_json.h"

#include <nlohmann/json.hpp>

namespace sigverse::tools {
namespace {

using wire::AttributeRecord;
using wire::ObjectRecord;
using wire::PartRecord;
using Json = nlohmann::ordered_json;

constexpr const char* kShapes[] = {"box", "cylinder", "sphere"};

}  // namespace

std::string object_as_json(const ObjectRecord& object, double time) {
  Json attributes = Json::object();
  for (const AttributeRecord& attribute : object.attributes)
    std::visit([&](const auto& value) { attributes[std::string(attribute.name)] = value; }, attribute.value);
  Json parts = Json::array();
  for (const PartRecord& part : object.parts)
    parts.push_back({{"name", part.name},
                     {"id", part.id},
                     {"shape", kShapes[static_cast<std::size_t>(part.shape)]},
                     {"position", part.place},
                     {"rotation", part.turn},
                     {"size", part.size}});
  const Json whole = {
      {"name", object.name}, {"class", object.class_name}, {"id", object.id}, {"attached", object.attached},
      {"time", time},        {"attributes", attributes},   {"parts", parts}};
  return whole.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace sigverse::tools
