// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>

#include "spark/core/descriptor.h"

namespace server {

/// A new temporary folder. It is removed with this object, and also if this process is killed: a separate process waits
/// for that.
class TemporaryFolder {
 public:
  /// Throws `std::runtime_error` with one line if it cannot be made.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  spark::Descriptor alive_;  ///< closed with this process
  pid_t remover_ = -1;
};

}  // namespace server
