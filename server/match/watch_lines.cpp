// SPDX-License-Identifier: Apache-2.0
#include "server/match/watch_lines.h"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>

namespace server {
namespace {

namespace fs = std::filesystem;

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value;
}

/// Quoted as one word for a shell.
std::string quoted(const std::string& word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./:,@%=";
  if (!word.empty() && word.find_first_not_of(kPlain) == word.npos) return word;
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

/// The monitor in the folder of this program, by the shorter of its names.
std::string monitor_program(const commserver::Places& places) {
  const fs::path program = places.programs / "rcssmonitor3D-lite";
  std::error_code error;
  if (!fs::exists(program, error)) return "rcssmonitor3D-lite";  // it was not built in this tree
  const fs::path near = fs::relative(program, error);
  const bool below = !error && !near.empty() && *near.begin() != "..";
  return quoted((below ? near : program).string());
}

}  // namespace

std::vector<std::string> watch_lines(const Options& options, const commserver::Places& places) {
  const std::string monitor = monitor_program(places);
  const char* text = is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") ? "" : " --text";
  const fs::path log = options.monitor_log_file();
  std::string live;
  if (!options.monitor_port) {
    live = "not with --monitor_port off";
  } else {
    const bool is_local = options.monitor_address == "127.0.0.1" || options.monitor_address == "0.0.0.0" ||
                          options.monitor_address == "localhost";
    const std::string where = is_local ? "" : " --server " + quoted(options.monitor_address);
    const bool any = *options.monitor_port == 0;
    live = fmt::format("{}{} --port {}{}, during a match with --speed 1{}", monitor, where,
                       any ? "N" : std::to_string(*options.monitor_port), text, any ? ", which prints its port N" : "");
  }
  return {fmt::format("to watch this match:  {}",
                      log.empty() ? std::string("there is no log with --monitor_log none")
                                  : fmt::format("{} --logfile {}{}", monitor, quoted(log.string()), text)),
          fmt::format("to watch one live:    {}", live)};
}

}  // namespace server
