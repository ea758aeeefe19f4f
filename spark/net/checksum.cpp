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

struct Sha256::State {
  crypto_hash_sha256_state state;
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  crypto_hash_sha256_init(&state_->state);
}

Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::add(std::string_view bytes) {
  crypto_hash_sha256_update(&state_->state, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
}

std::string Sha256::hex() const {
  crypto_hash_sha256_state state = state_->state;  // more may be added
  std::array<unsigned char, crypto_hash_sha256_BYTES> sum{};
  crypto_hash_sha256_final(&state, sum.data());
  std::array<char, 2 * crypto_hash_sha256_BYTES + 1> digits{};
  sodium_bin2hex(digits.data(), digits.size(), sum.data(), sum.size());
  return digits.data();
}

std::string sha256_of_file(const std::filesystem::path& file) {
  // Opening a pipe would block, and a device has no end.
  const Descriptor in(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  if (!in || ::fstat(in.get(), &status) != 0 || !S_ISREG(status.st_mode) || ::sodium_init() < 0) return {};
  Sha256 sum;
  std::array<char, 65536> bytes{};
  while (true) {
    const ssize_t count = ::read(in.get(), bytes.data(), bytes.size());
    if (count == 0) return sum.hex();
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return {};
    sum.add({bytes.data(), static_cast<std::size_t>(count)});
  }
}

}  // namespace spark
