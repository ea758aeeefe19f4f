// SPDX-License-Identifier: Apache-2.0
#include "spark/net/checksum.h"

#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "spark/core/descriptor.h"

namespace spark {

std::string sha256_of_file(const std::filesystem::path& file) {
  // A pipe would be waited for, and a device has no end.
  const Descriptor in(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  if (!in || ::fstat(in.get(), &status) != 0 || !S_ISREG(status.st_mode) || ::sodium_init() < 0) return {};
  crypto_hash_sha256_state state;
  crypto_hash_sha256_init(&state);
  std::array<unsigned char, 65536> bytes{};
  while (true) {
    const ssize_t count = ::read(in.get(), bytes.data(), bytes.size());
    if (count == 0) break;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return {};
    crypto_hash_sha256_update(&state, bytes.data(), static_cast<unsigned long long>(count));
  }
  std::array<unsigned char, crypto_hash_sha256_BYTES> sum{};
  crypto_hash_sha256_final(&state, sum.data());
  std::array<char, 2 * crypto_hash_sha256_BYTES + 1> digits{};
  sodium_bin2hex(digits.data(), digits.size(), sum.data(), sum.size());
  return digits.data();
}

}  // namespace spark
