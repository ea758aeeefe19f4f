// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/connection.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace sample {

std::string_view Connection::receive() {
  constexpr std::size_t kHead = 4;
  if (!wait_for_bytes(kHead)) return {};
  std::size_t length = 0;
  for (std::size_t i = 0; i < kHead; ++i) length = length << 8 | static_cast<unsigned char>(incoming_[begin_ + i]);
  if (length > kMaxMessageSize || !wait_for_bytes(kHead + length)) return {};
  const std::string_view message(incoming_.data() + begin_ + kHead, length);
  begin_ += kHead + length;
  return message;
}

void Connection::send(char letter, std::string_view text) {
  const std::size_t length = text.size() + 1;
  for (int shift = 24; shift >= 0; shift -= 8) outgoing_ += static_cast<char>(length >> shift & 0xff);
  outgoing_ += letter;
  outgoing_ += text;
}

bool Connection::flush() {
  std::size_t sent = 0;
  while (sent < outgoing_.size()) {
    const ssize_t count = write(kOutput, outgoing_.data() + sent, outgoing_.size() - sent);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  outgoing_.clear();
  return true;
}

/// Reads until at least so many bytes are there.
bool Connection::wait_for_bytes(std::size_t count) {
  if (begin_ == end_ || incoming_.size() - begin_ < count) {
    std::copy(incoming_.data() + begin_, incoming_.data() + end_, incoming_.data());
    end_ -= std::exchange(begin_, 0);
    incoming_.resize(std::max(incoming_.size(), count));
  }
  while (end_ - begin_ < count) {
    const ssize_t got = read(kInput, incoming_.data() + end_, incoming_.size() - end_);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;  // end of file: the server has gone
    end_ += static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace sample
