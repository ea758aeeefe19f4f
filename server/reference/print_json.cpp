// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>

#include "server/reference/reference.h"

namespace server {
namespace {

/// Keeps the keys in the order in which they are written here.
using Json = nlohmann::ordered_json;

Json bound(double number) {
  return std::isfinite(number) ? Json(number) : Json();
}

Json json(const Reference::Argument& argument) {
  return {
      {"name", argument.name}, {"type", to_string(argument.kind)}, {"unit", argument.unit}, {"note", argument.note}};
}

Json json(const Reference::Method& method) {
  Json arguments = Json::array();
  for (const auto& argument : method.arguments) arguments.push_back(json(argument));
  return {{"name", method.name},
          {"signature", method.signature},
          {"arguments", std::move(arguments)},
          {"takes_rest", method.takes_rest},
          {"gives", to_string(method.gives)},
          {"immediate", method.immediate},
          {"help", method.help}};
}

Json json(const Reference::Class& each) {
  Json methods = Json::array();
  for (const auto& method : each.methods) methods.push_back(json(method));
  return {{"name", each.name},     {"base", each.base},
          {"module", each.module}, {"can_be_created", each.can_be_created},
          {"help", each.help},     {"methods", std::move(methods)}};
}

Json json(const Reference::Effector& each) {
  Json parameters = Json::array();
  for (const auto& parameter : each.parameters)
    parameters.push_back({{"name", parameter.name},
                          {"type", to_string(parameter.kind)},
                          {"named", parameter.named},
                          {"unit", parameter.unit},
                          {"help", parameter.help},
                          {"least", bound(parameter.range.min)},
                          {"most", bound(parameter.range.max)},
                          {"neutral", parameter.range.neutral}});
  return {
      {"class", each.class_name},      {"predicate", each.predicate},         {"help", each.help},
      {"is_trigger", each.is_trigger}, {"is_configured", each.is_configured}, {"parameters", std::move(parameters)}};
}

Json json(const Reference::Perceptor& each) {
  Json fields = Json::array();
  for (const auto& field : each.fields)
    fields.push_back({{"name", field.name}, {"type", to_string(field.kind)}, {"unit", field.unit}});
  return {
      {"class", each.class_name}, {"predicate", each.predicate}, {"form", each.form}, {"fields", std::move(fields)}};
}

template <typename Each>
Json array_of(const std::vector<Each>& all) {
  Json result = Json::array();
  for (const auto& each : all) result.push_back(json(each));
  return result;
}

}  // namespace

std::string as_json(const Reference& reference) {
  const Json all{{"classes", array_of(reference.classes)},
                 {"effectors", array_of(reference.effectors)},
                 {"perceptors", array_of(reference.perceptors)}};
  // A module's texts may be invalid UTF-8, which must not end the server.
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace server
