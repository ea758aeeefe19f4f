// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

namespace sigverse::wire {

/// Owns a file descriptor and closes it; -1 means none.
class OwnDescriptor {
 public:
  explicit OwnDescriptor(int descriptor = -1) : descriptor_(descriptor) {}
  ~OwnDescriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  OwnDescriptor(const OwnDescriptor&) = delete;
  OwnDescriptor& operator=(const OwnDescriptor&) = delete;
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace sigverse::wire
