// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rtm_host {

/// A file of properties as managers of RT components have them: `key: value` or `key = value` in each line, `#` or `!`
/// before comments, a `\` at the end of lines that go on in the next. Of a key that stands there twice the later
/// counts.
struct Properties {
  struct Value {
    std::string text;
    std::size_t line = 0;  ///< where it begins, from 1
  };
  std::map<std::string, Value> values;
  std::vector<std::string> problems;  ///< "7: …" for each line that is none, or whose key has stood there before

  /// Empty if there is none.
  std::string text(const std::string& key) const;
};
Properties read_properties(std::string_view text);

/// The same of a file. Throws std::runtime_error with one line if it cannot be read or is longer than 1 MiB.
Properties read_properties_file(const std::filesystem::path& file);

/// The words of "A, B,C".
std::vector<std::string> comma_list(std::string_view text);

}  // namespace rtm_host
