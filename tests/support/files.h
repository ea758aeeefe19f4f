// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// All bytes of a file; empty if it does not exist.
inline std::string content(const std::filesystem::path& file) {
  std::ostringstream text;  // not character by character: tests are not optimised, and some files have 900 MB
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return std::move(text).str();
}

inline std::vector<std::string> read_lines(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

inline void write_file(const std::filesystem::path& file, std::string_view text) {
  std::ofstream(file, std::ios::binary) << text;
}
