// SPDX-License-Identifier: Apache-2.0
#include "server/options/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>
#include <stdexcept>

#include "server/options/option_table.h"
#include "server/options/options.h"
#include "spark/core/variables.h"
#include "spark/core/whole_file.h"

namespace server {

using namespace spark;
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMaxFileSize = 1024 * 1024;
constexpr const char* kAllFiles = "all";

/// Makes a file in the folder where the server was started valid in any folder; the server's own files are given by
/// name.
std::string findable(const fs::path& file) {
  std::error_code none;
  return fs::exists(file, none) ? fs::absolute(file).string() : file.string();
}

/// Writes all digits, unlike texts for users.
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

bool RecordedParameters::has_checksums() const {
  return std::ranges::any_of(files, [](const FileRecord& one) { return !one.sha256.empty(); });
}

void write_parameters(const fs::path& file, const NamedValues& parameters, const std::vector<FileRecord>& taken,
                      bool has_all_files) {
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("parameters");
  root.append_attribute("server") = "rcssserver3D " RCSS_VERSION;
  root.append_attribute("files") = has_all_files ? kAllFiles : "first";
  for (const auto& [name, value] : parameters) {
    pugi::xml_node parameter = root.append_child("parameter");
    parameter.append_attribute("name") = name.c_str();
    parameter.append_attribute("value") = value.c_str();
  }
  for (const FileRecord& one : taken) {
    pugi::xml_node element = root.append_child("file");
    element.append_attribute("kind") = one.kind.c_str();
    element.append_attribute("path") = one.path.c_str();
    element.append_attribute("name") = one.name.c_str();
    element.append_attribute("sha256") = one.sha256.c_str();
  }
  std::ostringstream text;
  document.save(text, "  ");
  replace_file(file, text.str());
}

RecordedParameters read_parameters(const fs::path& file, const std::string& name) {
  const auto refuse = [&](std::string_view why) { throw std::runtime_error(fmt::format("{}: {}", name, why)); };
  std::error_code error;
  if (!fs::is_regular_file(file, error)) refuse("there is no such file");
  if (fs::file_size(file, error) > kMaxFileSize) refuse("too large for a file of parameters");
  pugi::xml_document document;
  if (const auto result = document.load_file(file.c_str()); !result) refuse(result.description());
  const pugi::xml_node root = document.child("parameters");
  if (!root) refuse("it has no element <parameters>");
  RecordedParameters all;
  all.server = root.attribute("server").value();
  all.has_all_files = root.attribute("files").value() == std::string_view(kAllFiles);
  for (const pugi::xml_node parameter : root.children("parameter")) {
    const std::string option = parameter.attribute("name").value();
    const bool is_plain = !option.empty() && option.front() != '-' && option.find_first_of("= \t\n") == option.npos;
    if (!is_plain || !parameter.attribute("value")) refuse("a <parameter> needs a name and a value");
    if (option == "parameters") refuse("it cannot name another such file");
    all.values.emplace_back(option, parameter.attribute("value").value());
  }
  for (const pugi::xml_node one : root.children("file"))
    all.files.push_back({one.attribute("kind").value(), one.attribute("name").value(), one.attribute("path").value(),
                         one.attribute("sha256").value()});
  return all;
}

}  // namespace server
