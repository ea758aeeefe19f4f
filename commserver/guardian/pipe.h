// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "spark/core/descriptor.h"

namespace commserver {

/// Both ends of a pipe, closed on exec.
struct Pipe {
  spark::Descriptor read;
  spark::Descriptor write;

  /// Throws `std::runtime_error` if the system has no descriptors left.
  static Pipe make() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
      throw std::runtime_error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
    return {spark::Descriptor(ends[0]), spark::Descriptor(ends[1])};
  }
};

inline void make_non_blocking(const spark::Descriptor& descriptor) {
  ::fcntl(descriptor.get(), F_SETFL, ::fcntl(descriptor.get(), F_GETFL) | O_NONBLOCK);
}

}  // namespace commserver
