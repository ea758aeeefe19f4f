// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

namespace fuzz {

/// A case as a list of steps: reads it from the front, and returns zeros and empty texts after its end. Seeds stay
/// readable: texts are lines, and small numbers are single octets.
class CaseReader {
 public:
  explicit CaseReader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

  unsigned octet() {
    if (rest_.empty()) return 0;
    const auto first = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    return first;
  }
  /// Up to `size` octets.
  std::string_view text(std::size_t size) {
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  /// Up to the next newline, without it.
  std::string_view line() {
    const std::string_view taken = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(rest_.size(), taken.size() + 1));
    return taken;
  }

 private:
  std::string_view rest_;
};

/// A text in memory of exactly its size, so that the address sanitizer finds reads beyond its end.
class ExactText {
 public:
  explicit ExactText(std::string_view text) : octets_(std::make_unique<char[]>(text.size())), size_(text.size()) {
    std::copy(text.begin(), text.end(), octets_.get());
  }
  std::string_view view() const { return {octets_.get(), size_}; }

 private:
  std::unique_ptr<char[]> octets_;
  std::size_t size_;
};

}  // namespace fuzz
