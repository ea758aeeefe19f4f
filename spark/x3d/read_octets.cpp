// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/read_octets.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace x3d {
namespace {

class Descriptor {
 public:
  explicit Descriptor(const std::string& name)
      : number_(name == "-" ? STDIN_FILENO : ::open(name.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~Descriptor() {
    if (number_ > STDIN_FILENO) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

std::string read_octets(const std::string& name, std::size_t bytes) {
  const auto fail = [&] { throw std::runtime_error(fmt::format("{}: {}", name, std::strerror(errno))); };
  const Descriptor descriptor(name);
  if (descriptor.number() < 0) fail();
  std::string text;
  char buffer[65536];
  while (text.size() <= bytes) {
    const ssize_t count = ::read(descriptor.number(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail();
    if (count == 0) break;
    text.append(buffer, static_cast<std::size_t>(count));
  }
  text.resize(std::min(text.size(), bytes + 1));
  return text;
}

}  // namespace x3d
