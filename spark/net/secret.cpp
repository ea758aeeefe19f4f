// SPDX-License-Identifier: Apache-2.0
#include "spark/net/secret.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "spark/core/descriptor.h"

namespace spark {
namespace {

constexpr std::size_t kMaxLineSize = 64 * 1024;

static_assert(Secret::kSize == crypto_auth_KEYBYTES && Secret::kSize == crypto_auth_BYTES);

void start_sodium() {
  if (::sodium_init() < 0) throw std::runtime_error("libsodium cannot be used on this machine");
}

Secret::Bytes key_of(std::string_view line) {
  Secret::Bytes key{};
  ::crypto_generichash(key.data(), key.size(), reinterpret_cast<const unsigned char*>(line.data()), line.size(),
                       nullptr, 0);
  return key;
}

/// Reads from the file whose mode was checked, even if the name refers to another one meanwhile.
std::string first_line_of(const std::filesystem::path& file) {
  const auto refuse = [&](std::string_view why) {
    throw std::runtime_error(fmt::format("cannot read a secret from {}: {}", file.string(), why));
  };
  const Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat about {};
  if (!in || ::fstat(in.get(), &about) != 0) refuse(std::strerror(errno));
  if ((about.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    throw std::runtime_error(
        fmt::format("the secret in {} is open to others: chmod 600 {}", file.string(), file.string()));
  std::string text(kMaxLineSize, '\0');
  std::size_t size = 0;
  while (size < text.size() && text.find('\n') >= size) {
    const ssize_t count = ::read(in.get(), text.data() + size, text.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse(std::strerror(errno));
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  if (size == 0) refuse("it is empty");
  text.resize(size);
  return text.substr(0, text.find('\n'));
}

}  // namespace

Secret::Secret() {
  start_sodium();
}

Secret Secret::load(const std::filesystem::path& file) {
  start_sodium();
  std::string line = first_line_of(file);
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
  if (line.size() < kMinLength)
    throw std::runtime_error(
        fmt::format("the secret in {} has {} letters; it needs {}", file.string(), line.size(), kMinLength));
  Secret secret;
  secret.public_ = false;
  secret.key_ = key_of(line);
  return secret;
}

bool Secret::is(std::string_view text) const {
  if (public_) return false;
  const Bytes key = key_of(text);
  return ::sodium_memcmp(key.data(), key_.data(), key.size()) == 0;
}

Secret::Bytes Secret::prove(std::string_view what) const {
  Bytes proof{};
  ::crypto_auth(proof.data(), reinterpret_cast<const unsigned char*>(what.data()), what.size(), key_.data());
  return proof;
}

bool Secret::proves(std::string_view proof, std::string_view what) const {
  return proof.size() == kSize &&
         ::crypto_auth_verify(reinterpret_cast<const unsigned char*>(proof.data()),
                              reinterpret_cast<const unsigned char*>(what.data()), what.size(), key_.data()) == 0;
}

Secret::Bytes Secret::nonce() {
  Bytes bytes{};
  ::randombytes_buf(bytes.data(), bytes.size());
  return bytes;
}

std::string_view text_of(const Secret::Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace spark
