// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/command_reader.h"

namespace spark {
namespace {
constexpr int kLengthBytes = 4;

std::string_view take(std::string_view& bytes, std::size_t most) {
  const std::string_view taken = bytes.substr(0, most);
  bytes.remove_prefix(taken.size());
  return taken;
}
}  // namespace

CommandReader::Found CommandReader::next(std::string_view& bytes) {
  while (!bytes.empty()) {
    if (skip_ > 0) {
      skip_ -= take(bytes, skip_).size();
    } else if (length_bytes_ < kLengthBytes) {
      if (length_bytes_ == 0) length_ = 0;
      length_ = length_ << 8 | static_cast<unsigned char>(take(bytes, 1).front());
      if (++length_bytes_ < kLengthBytes) continue;
      if (const Found found = begin_message(); found != Found::nothing) return found;
    } else {
      message_ += take(bytes, length_ - message_.size());
      if (message_.size() < length_) continue;
      length_bytes_ = 0;
      return Found::message;
    }
  }
  return Found::nothing;
}

CommandReader::Found CommandReader::begin_message() {
  message_.clear();
  if (length_ > 0 && length_ <= 1 + kMaxTextSize) return Found::nothing;
  length_bytes_ = 0;
  if (length_ == 0) return Found::empty;
  if (length_ > kMaxSkippedSize) return Found::hopeless;
  skip_ = length_;
  return Found::too_long;
}

}  // namespace spark
