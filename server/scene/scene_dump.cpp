// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "server/scene/scene_tree.h"
#include "spark/monitor/millionths.h"

namespace server {
namespace {

using Json = nlohmann::ordered_json;

/// A text as in a scene file: in quotes if its characters require that.
std::string as_word(const std::string& text) {
  if (!text.empty() && text.find_first_of(" \t\r\n()\"'\\;") == text.npos) return text;
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

void append_number(std::string& out, double number) {
  if (std::abs(number) < 1e9)
    spark::append_millionths(out, number);
  else
    out += fmt::format("{}", number);
}

void append(std::string& out, const SceneEntry& entry, std::size_t depth) {
  out.append(2 * depth, ' ');
  out += entry.kind;
  if (!entry.name.empty()) out += ' ' + as_word(entry.name);
  for (const SceneEntry::Attribute& attribute : entry.attributes) {
    out += " (" + attribute.name;
    for (const auto& value : attribute.values) {
      out += ' ';
      if (const double* number = std::get_if<double>(&value))
        append_number(out, *number);
      else
        out += as_word(std::get<std::string>(value));
    }
    out += ')';
  }
  out += '\n';
  for (const SceneEntry& child : entry.children) append(out, child, depth + 1);
}

Json json_of(const std::variant<double, std::string>& value) {
  if (const double* number = std::get_if<double>(&value)) return *number;
  return std::get<std::string>(value);
}

Json json_of(const SceneEntry& entry) {
  Json json{{"class", entry.kind}, {"name", entry.name}};
  for (const SceneEntry::Attribute& attribute : entry.attributes) {
    Json values = Json::array();
    for (const auto& value : attribute.values) values.push_back(json_of(value));
    if (!attribute.is_list)
      json[attribute.name] = values.at(0);
    else if (attribute.values.empty())
      json[attribute.name] = true;
    else if (attribute.name == "axis")
      json["axes"].push_back(std::move(values));
    else
      json[attribute.name] = std::move(values);
  }
  if (entry.children.empty()) return json;
  Json& children = json["children"] = Json::array();
  for (const SceneEntry& child : entry.children) children.push_back(json_of(child));
  return json;
}

}  // namespace

std::string as_text(const SceneDump& dump) {
  std::string text = fmt::format("scene {} (step {}) (time ", as_word(dump.file), dump.step);
  append_number(text, dump.seconds);
  text += ")\n";
  append(text, dump.tree, 0);
  text += "looks\n";
  for (const SceneEntry& entry : dump.appearance) append(text, entry, 1);
  return text;
}

std::string as_json(const SceneDump& dump) {
  Json json{{"scene", dump.file}, {"step", dump.step}, {"time", dump.seconds}, {"tree", json_of(dump.tree)}};
  Json& looks = json["looks"] = Json::array();
  for (const SceneEntry& entry : dump.appearance) looks.push_back(json_of(entry));
  // Names may be any bytes.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace server
