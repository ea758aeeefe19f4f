// SPDX-License-Identifier: Apache-2.0
#include "commserver/link/handshake.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "spark/core/log.h"

namespace commserver {

using spark::text_of;

namespace {

constexpr std::string_view kMagic = "rcssserver3D commserver";
constexpr std::int64_t kVersion = 2;
constexpr std::size_t kMaxNameLength = 64;
constexpr std::int64_t kMaxTypes = 1000;

/// Each proof is bound to the role of its side, to both nonces and to the name, so that no proof is valid a second
/// time.
std::string engine_words(std::string_view engine_nonce, std::string_view nonce, std::string_view name) {
  return fmt::format("engine {}{}{}", engine_nonce, nonce, name);
}
std::string commserver_words(std::string_view engine_nonce, std::string_view nonce, std::string_view name) {
  return fmt::format("commserver {}{}{}", engine_nonce, nonce, name);
}

bool is_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c <= '~'; });
}

void write_limits(MessageWriter& message, const spark::InputLimits& limits) {
  for (const std::uint64_t number : {std::uint64_t{limits.message_bytes}, std::uint64_t{limits.acts},
                                     std::uint64_t{limits.act_bytes}, std::uint64_t{limits.requests},
                                     std::uint64_t{limits.unread_bytes}, limits.bytes_per_second, limits.burst_bytes})
    message.number(static_cast<std::int64_t>(number));
}

/// Reads the limits in the same order.
spark::InputLimits read_limits(MessageReader& message) {
  using Limits = spark::InputLimits;
  const auto number = [&](std::size_t min, std::size_t max) {
    return static_cast<std::size_t>(message.number(static_cast<std::int64_t>(min), static_cast<std::int64_t>(max)));
  };
  Limits limits;
  limits.message_bytes = number(Limits::kMinMessage, Limits::kMaxMessage);
  limits.acts = number(1, Limits::kMaxActs);
  limits.act_bytes = number(1, Limits::kMaxBytes);
  limits.requests = number(0, Limits::kMaxActs);
  limits.unread_bytes = number(1, Limits::kMaxBytes);
  limits.bytes_per_second = number(0, Limits::kMaxBytes);
  limits.burst_bytes = number(1, Limits::kMaxBytes);
  return limits;
}

}  // namespace

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
  MessageWriter welcome(outgoing);
  welcome.begin(MessageKind::welcome)
      .text(text_of(own))
      .number(settings_.rules.reports_think_times ? 1 : 0)
      .number(settings_.rules.max_thinking)
      .number(settings_.think_limit.count())
      .text(settings_.timer ? settings_.timer->text() : "")
      .number(settings_.record_think_times ? 1 : 0);
  write_limits(welcome, settings_.rules.limits);
  welcome.end();
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
      return fail(fmt::format("the engine refused this commserver: {}", spark::printable(message.text(1000))));
    default:
      return fail("that is not an engine of this server");
  }
}

CommServerHandshake::State CommServerHandshake::answer(MessageReader message, std::string& outgoing) {
  const std::string_view magic = message.text(kMagic.size());
  const std::int64_t version = message.number();
  const std::string_view engine_nonce = message.text(Secret::kSize);
  if (magic != kMagic || engine_nonce.size() != Secret::kSize) return fail("that is not an engine of this server");
  // The engine decides about versions, and reports the mismatch at both ends.
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
  settings_.rules.reports_think_times = message.number(0, 1) == 1;
  settings_.rules.max_thinking = message.number(1, std::int64_t{1} << 40);
  settings_.think_limit = std::chrono::milliseconds(message.number(0, std::int64_t{1} << 40));
  const std::string timer(message.text(kMaxNameLength));
  settings_.record_think_times = message.number(0, 1) == 1;
  settings_.rules.limits = read_limits(message);
  if (!message.is_good()) return fail("the engine's welcome makes no sense");
  try {
    if (!timer.empty()) settings_.timer = Timer::parse(timer);
  } catch (const std::runtime_error& error) {
    return fail(fmt::format("the engine's welcome makes no sense: {}", error.what()));
  }
  return State::done;
}

}  // namespace commserver
