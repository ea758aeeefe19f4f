// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/connection.h"

#include <unistd.h>

#include <cerrno>
#include <cstddef>

namespace sample {

std::string_view Connection::receive() {
  unsigned char head[4];
  if (!read_bytes(reinterpret_cast<char*>(head), sizeof head)) return {};
  const std::size_t length = std::size_t{head[0]} << 24 | head[1] << 16 | head[2] << 8 | head[3];
  if (length > kMaxMessageSize) return {};
  incoming_.resize(length);
  return read_bytes(incoming_.data(), length) ? std::string_view(incoming_) : std::string_view();
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

bool Connection::read_bytes(char* to, std::size_t count) {
  while (count > 0) {
    const ssize_t got = read(kInput, to, count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;  // end of file: the server has gone
    to += got;
    count -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace sample
