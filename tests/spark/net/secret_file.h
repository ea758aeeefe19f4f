// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#include "spark/net/secret.h"
#include "tests/support/temporary_folder.h"

/// A file with a secret that has this mode from the beginning.
struct SecretFile {
  explicit SecretFile(const std::string& words, mode_t mode = 0600) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const bool written = descriptor >= 0 &&
                         ::write(descriptor, words.data(), words.size()) == static_cast<ssize_t>(words.size()) &&
                         ::fchmod(descriptor, mode) == 0;
    ::close(descriptor);
    if (!written) throw std::runtime_error("cannot write " + path.string());
  }
  spark::Secret load() const { return spark::Secret::load(path); }

  TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "secret";
};
