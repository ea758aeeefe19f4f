// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/pseudo_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <sstream>

#include "spark/core/descriptor.h"

namespace commserver {
namespace {

/// Decodes a path from mountinfo, in which `\040` is a blank.
std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned letter = 0;
    const std::string_view digits = text.substr(std::min(i + 1, text.size()), 3);
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), letter, 8);
    if (text[i] == '\\' && digits.size() == 3 && read.ptr == digits.data() + 3) {
      result += static_cast<char>(letter);
      i += 3;
    } else {
      result += text[i];
    }
  }
  return result;
}

}  // namespace

std::string read_pseudo_file(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool write_pseudo_file(const std::string& path, std::string_view text) {
  const spark::Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file && ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::vector<Mount> mounts() {
  std::vector<Mount> all;
  std::ifstream list("/proc/self/mountinfo");
  for (std::string line; std::getline(list, line);) {
    // NUMBER PARENT DEVICE ROOT POINT OPTIONS [MORE ...] - TYPE SOURCE OPTIONS
    std::istringstream words(line);
    std::string root, point, type;
    for (int i = 0; i < 3; ++i) words >> root;
    words >> root >> point;
    while (words >> type && type != "-") {
    }
    words >> type;
    all.push_back({unescaped(root), unescaped(point), type});
  }
  return all;
}

}  // namespace commserver
