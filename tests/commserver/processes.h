// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "commserver/guardian/descendants.h"

/// Asks again and again until `condition` holds; false after 20 s, which is longer than anything takes on a busy
/// machine.
template <typename Condition>
bool soon(Condition condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

inline std::string contents(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// 'R', 'S', 'Z' ... as /proc has it, or ' ' if there is no such process.
inline char process_state(pid_t pid) {
  const std::string stat = contents("/proc/" + std::to_string(pid) + "/stat");
  const std::size_t end = stat.rfind(") ");
  return end == stat.npos ? ' ' : stat[end + 2];
}
inline bool is_alive(pid_t pid) {
  return process_state(pid) != ' ' && process_state(pid) != 'Z';
}

inline std::size_t open_descriptors(const std::string& pid = "self") {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/" + pid + "/fd")) ++count;
  return count;
}
