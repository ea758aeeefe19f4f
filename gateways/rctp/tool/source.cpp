// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/tool/source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "gateways/x3d/vrml_reader.h"
#include "spark/http/get.h"

namespace rcml {
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

std::string read_source(const std::string& name) {
  if (name.find("://") != std::string::npos) return spark::http::get(name).body;
  const auto fail = [&] { throw std::runtime_error(fmt::format("{}: {}", name, std::strerror(errno))); };
  const Descriptor descriptor(name);
  if (descriptor.number() < 0) fail();
  const std::size_t most = x3d::Limits().bytes + 1;
  std::string text;
  char buffer[65536];
  while (text.size() < most) {
    const ssize_t count = ::read(descriptor.number(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail();
    if (count == 0) break;
    text.append(buffer, static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace rcml
