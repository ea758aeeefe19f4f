// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rtm_host {

/// Properties of a manager of RT components, from its files and from the command line. A line of a file is `key: value`
/// or `key = value`, and may end with CR LF; a comment begins with `#` or `!`; a `\` at the end of a line continues it
/// in the next.
class Properties {
 public:
  static constexpr std::size_t kMaxFileBytes = 1 << 20;
  static constexpr std::size_t kMaxProblems = 50;  ///< further ones are only counted

  struct Value {
    std::string text;
    std::string place;      ///< "rtc.conf:7", or "-o KEY=VALUE", for messages
    std::size_t order = 0;  ///< the order of reading; those of -o come last
  };
  struct Problem {
    std::string text;
    std::size_t order = 0;
  };
  using Values = std::map<std::string, Value, std::less<>>;

  /// Parses the text of a file. If a key occurs twice, or has been read before, the later value counts. Lines that
  /// cannot be parsed become problems. `prefix` is put before each key; existing keys then keep their values, because a
  /// file that a property names is more general than the property.
  void read(std::string_view text, const std::string& file, const std::string& prefix = {});
  /// Throws std::runtime_error with one line if the file cannot be read or is longer than `kMaxFileBytes`.
  void read_file(const std::filesystem::path& file, const std::string& prefix = {});
  /// Takes "KEY=VALUE" or "KEY:VALUE" of the option -o, which overrides files. Returns false if it is neither.
  bool set(std::string_view word);

  const Values& values() const { return values_; }
  /// Null if there is no such key.
  const Value* find(std::string_view key) const;
  /// A line for users for each line of a file that cannot be parsed, or whose key is a duplicate.
  std::vector<Problem> problems() const;

 private:
  struct Line {
    std::string_view text;
    std::string file, prefix;
    std::size_t number;
  };
  static constexpr std::size_t kOptions = std::size_t{1} << 32;  ///< order of the first -o option

  void take(const Line& line);
  void complain(const Line& line, std::string text);

  Values values_;
  std::vector<Problem> problems_;
  std::size_t further_problems_ = 0, lines_ = 0, options_ = 0;
};

/// The words of "A, B,C".
std::vector<std::string> comma_list(std::string_view text);

}  // namespace rtm_host
