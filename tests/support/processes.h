// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/files.h"

/// The state in /proc, 'R', 'S', 'Z' ..., or ' ' if the process does not exist.
inline char process_state(pid_t pid) {
  const std::string stat = content("/proc/" + std::to_string(pid) + "/stat");
  const std::size_t end = stat.rfind(") ");
  return end == stat.npos ? ' ' : stat[end + 2];
}
inline bool is_alive(pid_t pid) {
  return process_state(pid) != ' ' && process_state(pid) != 'Z';
}

/// All processes whose command line contains `text`, except this one.
inline std::vector<pid_t> processes_with(const std::string& text) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::string command = content(entry.path() / "cmdline");
    std::ranges::replace(command, '\0', ' ');
    if (command.find(text) != std::string::npos && std::stoi(name) != ::getpid()) found.push_back(std::stoi(name));
  }
  return found;
}

inline std::size_t open_descriptors(const std::string& pid = "self") {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/" + pid + "/fd")) ++count;
  return count;
}
