// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace spark {

/// Computes the SHA-256 of added bytes.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  void add(std::string_view bytes);
  /// The checksum of all bytes so far, in hexadecimal digits.
  std::string hex() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The SHA-256 of a file's content in hexadecimal digits, as `sha256sum` prints it. Empty if it cannot be read.
std::string sha256_of_file(const std::filesystem::path& file);

}  // namespace spark
