// SPDX-License-Identifier: Apache-2.0
#include "talking.h"

#include <unistd.h>

int input = 3;
int output = 4;

void send_raw(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(output, bytes.data(), bytes.size());
    if (count <= 0) _exit(10);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

std::string head(std::size_t length) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(length >> shift & 0xff);
  return bytes;
}

void send(std::string_view text) {
  send_raw(head(text.size()) + std::string(text));
}

bool receive_bytes(char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t got = read(input, bytes, count);
    if (got <= 0) return false;
    bytes += got;
    count -= static_cast<std::size_t>(got);
  }
  return true;
}

std::string receive() {
  unsigned char length[4];
  if (!receive_bytes(reinterpret_cast<char*>(length), 4)) _exit(11);
  std::string text((length[0] << 24 | length[1] << 16 | length[2] << 8 | length[3]) & 0xffffffff, '\0');
  if (!receive_bytes(text.data(), text.size())) _exit(12);
  return text;
}

void sleep_for_ever() {
  while (true) pause();
}

void get_ready() {
  if (receive() != "D") _exit(13);
  send("I");
}

std::string arrival_of(const std::string& sensation) {
  const std::size_t first = sensation.find(' ');
  return sensation.substr(first + 1, sensation.find(' ', first + 1) - first - 1);
}
