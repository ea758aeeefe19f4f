// SPDX-License-Identifier: Apache-2.0
#include "commserver/link/handshake.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "spark/core/descriptor.h"
#include "spark/core/log.h"

namespace commserver {
namespace {

constexpr std::string_view kMagic = "rcssserver3D commserver";
constexpr std::int64_t kVersion = 1;
constexpr std::size_t kMaxNameLength = 64;
constexpr std::int64_t kMaxTypes = 1000;
constexpr std::size_t kMaxLineSize = 64 * 1024;

static_assert(Secret::kSize == crypto_auth_KEYBYTES && Secret::kSize == crypto_auth_BYTES);

void start_sodium() {
  if (::sodium_init() < 0) throw std::runtime_error("libsodium cannot be used on this machine");
}

std::string_view text_of(const Secret::Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// What each side proves is bound to its part, to both nonces and to the name, so that no proof can serve twice.
std::string engine_words(std::string_view engine_nonce, std::string_view nonce, std::string_view name) {
  return fmt::format("engine {}{}{}", engine_nonce, nonce, name);
}
std::string commserver_words(std::string_view engine_nonce, std::string_view nonce, std::string_view name) {
  return fmt::format("commserver {}{}{}", engine_nonce, nonce, name);
}

bool is_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c <= '~'; });
}

/// Of the one file that was looked at, whatever the name leads to meanwhile.
std::string first_line_of(const std::filesystem::path& file) {
  const auto refuse = [&](std::string_view why) {
    throw std::runtime_error(fmt::format("cannot read a secret from {}: {}", file.string(), why));
  };
  const spark::Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
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
  ::crypto_generichash(secret.key_.data(), secret.key_.size(), reinterpret_cast<const unsigned char*>(line.data()),
                       line.size(), nullptr, 0);
  return secret;
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

void EngineHandshake::begin(std::string& outgoing) {
  nonce_ = Secret::nonce();
  MessageWriter(outgoing).begin(MessageKind::challenge).text(kMagic).number(kVersion).text(text_of(nonce_)).end();
}

EngineHandshake::State EngineHandshake::refuse(std::string why, std::string& outgoing) {
  problem_ = std::move(why);
  MessageWriter(outgoing).begin(MessageKind::refused).text(problem_).end();
  return State::failed;
}

EngineHandshake::State EngineHandshake::take(std::string_view bytes, std::string& outgoing) {
  MessageReader message(bytes);
  const std::string_view magic = message.text(kMagic.size());
  if (message.kind() != MessageKind::answer || magic != kMagic) return refuse("it is not a commserver", outgoing);
  if (const std::int64_t version = message.number(); version != kVersion)
    return refuse(fmt::format("it speaks version {} of the link, this engine {}", version, kVersion), outgoing);
  const std::string_view name = message.text(kMaxNameLength), nonce = message.text(Secret::kSize);
  const std::string_view proof = message.text(Secret::kSize);
  if (!secret_.proves(proof, commserver_words(text_of(nonce_), nonce, name)))
    return refuse("it does not know the secret", outgoing);
  const std::int64_t count = message.number(0, kMaxTypes);
  for (std::int64_t i = 0; i < count; ++i) types_.emplace_back(message.text(kMaxNameLength));
  if (!message.is_good() || nonce.size() != Secret::kSize || !is_name(name))
    return refuse("its answer makes no sense", outgoing);
  name_ = name;
  const Secret::Bytes own = secret_.prove(engine_words(text_of(nonce_), nonce, name));
  MessageWriter(outgoing)
      .begin(MessageKind::welcome)
      .text(text_of(own))
      .number(settings_.rules.tells_think_times ? 1 : 0)
      .number(settings_.rules.max_thinking)
      .number(settings_.think_limit.count())
      .text(settings_.timer ? settings_.timer->text() : "")
      .number(settings_.record_think_times ? 1 : 0)
      .end();
  return State::done;
}

CommServerHandshake::State CommServerHandshake::fail(std::string why) {
  problem_ = std::move(why);
  return State::failed;
}

CommServerHandshake::State CommServerHandshake::take(std::string_view bytes, std::string& outgoing) {
  MessageReader message(bytes);
  switch (message.kind()) {
    case MessageKind::challenge:
      return asked_.empty() ? answer(message, outgoing) : fail("the engine asks twice");
    case MessageKind::welcome:
      return take_welcome(message);
    case MessageKind::refused:
      return fail(fmt::format("the engine has refused this commserver: {}", spark::printable(message.text(1000))));
    default:
      return fail("that is not an engine of this server");
  }
}

CommServerHandshake::State CommServerHandshake::answer(MessageReader message, std::string& outgoing) {
  const std::string_view magic = message.text(kMagic.size());
  const std::int64_t version = message.number();
  const std::string_view engine_nonce = message.text(Secret::kSize);
  if (magic != kMagic || engine_nonce.size() != Secret::kSize) return fail("that is not an engine of this server");
  // The engine decides about versions: it reports them at both ends.
  static_cast<void>(version);
  const Secret::Bytes nonce = Secret::nonce();
  asked_ = engine_words(engine_nonce, text_of(nonce), name_);
  const Secret::Bytes proof = secret_.prove(commserver_words(engine_nonce, text_of(nonce), name_));
  MessageWriter writer(outgoing);
  writer.begin(MessageKind::answer)
      .text(kMagic)
      .number(kVersion)
      .text(name_)
      .text(text_of(nonce))
      .text(text_of(proof))
      .number(static_cast<std::int64_t>(types_.size()));
  for (const std::string& type : types_) writer.text(type);
  writer.end();
  return State::waiting;
}

CommServerHandshake::State CommServerHandshake::take_welcome(MessageReader message) {
  if (asked_.empty() || !secret_.proves(message.text(Secret::kSize), asked_))
    return fail("the engine does not know the secret");
  settings_.rules.tells_think_times = message.number(0, 1) == 1;
  settings_.rules.max_thinking = message.number(1, std::int64_t{1} << 40);
  settings_.think_limit = std::chrono::milliseconds(message.number(0, std::int64_t{1} << 40));
  const std::string timer(message.text(kMaxNameLength));
  settings_.record_think_times = message.number(0, 1) == 1;
  if (!message.is_good()) return fail("the engine's welcome makes no sense");
  try {
    if (!timer.empty()) settings_.timer = Timer::parse(timer);
  } catch (const std::runtime_error& error) {
    return fail(fmt::format("the engine's welcome makes no sense: {}", error.what()));
  }
  return State::done;
}

}  // namespace commserver
