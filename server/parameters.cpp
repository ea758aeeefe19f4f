// SPDX-License-Identifier: Apache-2.0
#include "server/parameters.h"

#include <fmt/format.h>

#include <pugixml.hpp>
#include <stdexcept>

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

Parameters parameters_in_force(const Options& options, std::uint64_t seed, const Variables& variables) {
  Parameters all;
  const auto add = [&](const char* name, std::string value) { all.emplace_back(name, std::move(value)); };
  add("script", findable(options.script));
  if (!options.profile.empty()) add("profile", options.profile);
  add("agent_db_fn", findable(options.agent_database));
  const std::string batch_option = std::string("--team").substr(2);
  for (const auto& batch : options.agents)
    all.emplace_back(batch_option, fmt::format("{}:{}", batch.type, batch.count));
  add("logfile_dir", options.log_folder.string());
  using MonitorLog = Options::MonitorLog;
  add("monitor_log", options.monitor_log == MonitorLog::plain ? "plain"
                     : options.monitor_log == MonitorLog::zst ? "zst"
                                                              : "none");
  add("monitor_port", options.monitor_port ? std::to_string(*options.monitor_port) : "off");
  add("monitor_address", options.monitor_address);
  add("engine_port", std::to_string(options.engine_port));
  add("engine_address", options.engine_address);
  if (!options.secret_file.empty()) add("secret_file", fs::absolute(options.secret_file).string());
  add("agent_port", options.agent_port ? std::to_string(*options.agent_port) : "off");
  add("agent_address", options.agent_address);
  add("agents_awaited", std::to_string(options.agents_awaited));
  add("sync", options.sync ? "1" : "0");
  add("sync_timeout", fmt::format("{}", options.sync_timeout_s));
  add("sync_budget", fmt::format("{}", options.sync_budget_s));
  add("random_seed", std::to_string(seed));
  if (options.speed_chosen) add("speed", options.speed ? fmt::format("{}", *options.speed) : "max");
  add("timers", options.timers);
  add("max_secs_for_agent_think", fmt::format("{}", options.think_limit_s));
  add("max_simtime_for_agent_think", std::to_string(options.max_thinking));
  add("agent_wall", options.agent_wall_s > 0 ? fmt::format("{}", options.agent_wall_s) : "off");
  if (options.record_think_times) add("record_think_times", "1");
  if (!options.replay_think_times.empty()) add("replay_think_times", fs::absolute(options.replay_think_times).string());
  for (auto& parameter : options.guard.as_parameters()) all.push_back(std::move(parameter));
  for (const auto& [name, value] : variables.all()) add(name.c_str(), exact_text(value));
  return all;
}

void write_parameters(const fs::path& file, const Parameters& parameters) {
  pugi::xml_document document;
  pugi::xml_node root = document.append_child("parameters");
  root.append_attribute("server") = "rcssserver3D " RCSS_VERSION;
  for (const auto& [name, value] : parameters) {
    pugi::xml_node parameter = root.append_child("parameter");
    parameter.append_attribute("name") = name.c_str();
    parameter.append_attribute("value") = value.c_str();
  }
  if (!document.save_file(file.c_str(), "  ")) throw std::runtime_error(fmt::format("cannot write {}", file.string()));
}

Parameters read_parameters(const fs::path& file) {
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
  Parameters all;
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
