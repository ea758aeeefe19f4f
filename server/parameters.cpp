// SPDX-License-Identifier: Apache-2.0
#include "server/parameters.h"

#include <fmt/format.h>

#include <pugixml.hpp>
#include <sstream>
#include <stdexcept>

#include "server/option_table.h"
#include "server/options.h"
#include "server/text_file.h"
#include "spark/core/taken_files.h"
#include "spark/core/variables.h"

namespace server {

using namespace spark;
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMaxFileSize = 1024 * 1024;

/// A file in the folder where the server was started must be found from anywhere; the server's own ones by their names.
std::string findable(const fs::path& file) {
  std::error_code none;
  return fs::exists(file, none) ? fs::absolute(file).string() : file.string();
}

/// With all digits, unlike what people are shown.
std::string exact_text(const Value& value) {
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  return as_text(value).value_or(describe(value));
}

}  // namespace

NamedValues parameters_in_force(const Options& options, std::uint64_t seed, const Variables& variables) {
  Options in_force = options;
  in_force.random_seed = static_cast<std::int64_t>(seed);
  in_force.script = findable(options.script);
  in_force.agent_database = findable(options.agent_database);
  for (fs::path* file : {&in_force.secret_file, &in_force.trainer_secret_file, &in_force.replay_think_times})
    if (!file->empty()) *file = fs::absolute(*file);
  OptionTable table(program());
  add_options(table, in_force);
  NamedValues all = table.in_force();
  for (const auto& [name, value] : variables.all()) all.emplace_back(name, exact_text(value));
  return all;
}

void write_parameters(const fs::path& file, const NamedValues& parameters, const TakenFiles& taken) {
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("parameters");
  root.append_attribute("server") = "rcssserver3D " RCSS_VERSION;
  for (const auto& [name, value] : parameters) {
    pugi::xml_node parameter = root.append_child("parameter");
    parameter.append_attribute("name") = name.c_str();
    parameter.append_attribute("value") = value.c_str();
  }
  for (const auto& [kind, path] : taken.all()) {
    pugi::xml_node one = root.append_child("file");
    one.append_attribute("kind") = kind.c_str();
    one.append_attribute("path") = path.c_str();
  }
  std::ostringstream text;
  document.save(text, "  ");
  write_text_file(file, text.str());
}

NamedValues read_parameters(const fs::path& file) {
  const auto refuse = [&](std::string_view why) {
    throw std::runtime_error(fmt::format("--parameters {}: {}", file.string(), why));
  };
  std::error_code error;
  if (!fs::is_regular_file(file, error)) refuse("there is no such file");
  if (fs::file_size(file, error) > kMaxFileSize) refuse("too large for a file of parameters");
  pugi::xml_document document;
  if (const auto result = document.load_file(file.c_str()); !result) refuse(result.description());
  const pugi::xml_node root = document.child("parameters");
  if (!root) refuse("it has no element <parameters>");
  NamedValues all;
  for (const pugi::xml_node parameter : root.children("parameter")) {
    const std::string name = parameter.attribute("name").value();
    const bool is_plain = !name.empty() && name.front() != '-' && name.find_first_of("= \t\n") == name.npos;
    if (!is_plain || !parameter.attribute("value")) refuse("a <parameter> needs a name and a value");
    if (name == "parameters") refuse("it cannot name another such file");
    all.emplace_back(name, parameter.attribute("value").value());
  }
  return all;
}

}  // namespace server
