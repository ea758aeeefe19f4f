// SPDX-License-Identifier: Apache-2.0
#include "spark/net/trainer_proof.h"

#include <fmt/format.h>
#include <sodium.h>

#include <utility>

#include "spark/core/log.h"

namespace spark {
namespace {

constexpr std::string_view kChallenge = "(TrainerChallenge ", kWelcome = "(TrainerWelcome ",
                           kRefused = "(TrainerRefused ";

// The texts differ for the two ends, so that a message of one end is no proof for the other.
std::string trainer_words(std::string_view nonces) {
  return fmt::format("trainer {}", nonces);
}
std::string match_words(std::string_view nonces) {
  return fmt::format("match {}", nonces);
}

std::string hex_of(const Secret::Bytes& bytes) {
  std::string text(2 * bytes.size() + 1, '\0');
  ::sodium_bin2hex(text.data(), text.size(), bytes.data(), bytes.size());
  text.pop_back();
  return text;
}

/// The octets of exactly 64 digits; empty for anything else.
std::string octets_of(std::string_view hex) {
  std::string octets(Secret::kSize, '\0');
  std::size_t size = 0;
  if (hex.size() != 2 * Secret::kSize ||
      ::sodium_hex2bin(reinterpret_cast<unsigned char*>(octets.data()), octets.size(), hex.data(), hex.size(), nullptr,
                       &size, nullptr) != 0)
    return {};
  return octets;
}

/// Extracts the text between `begin` and the closing bracket. False for any other line.
bool read_line(std::string_view line, std::string_view begin, std::string_view& inside) {
  if (!line.starts_with(begin) || !line.ends_with(')')) return false;
  inside = line.substr(begin.size(), line.size() - begin.size() - 1);
  return true;
}

}  // namespace

std::string trainer_refused(std::string_view why) {
  return fmt::format("{}{})", kRefused, why);
}

std::string TrainerCheck::take(std::string_view text) {
  switch (state_) {
    case State::idle:
      return challenge(text);
    case State::asked:
      return judge(text);
    default:
      return fail("a connection can prove it once");
  }
}

std::string TrainerCheck::challenge(std::string_view trainer_nonce) {
  if (trainer_nonce.size() != Secret::kSize) return fail("a nonce has 32 octets");
  const Secret::Bytes nonce = Secret::nonce();
  words_ = fmt::format("{}{}", text_of(nonce), trainer_nonce);
  state_ = State::asked;
  return fmt::format("{}{})", kChallenge, hex_of(nonce));
}

std::string TrainerCheck::judge(std::string_view proof) {
  if (!secret_.proves(proof, trainer_words(words_))) return fail("that is not the secret");
  state_ = State::proven;
  return fmt::format("{}{})", kWelcome, hex_of(secret_.prove(match_words(words_))));
}

std::string TrainerCheck::fail(std::string_view why) {
  // A peer that has proven its knowledge once stays a trainer.
  if (state_ != State::proven) state_ = State::failed;
  return trainer_refused(why);
}

bool TrainerClaim::take(std::string_view line, std::string& reply) {
  reply.clear();
  std::string_view inside;
  if (read_line(line, kChallenge, inside)) {
    if (state_ == State::waiting) answer(inside, reply);
  } else if (read_line(line, kWelcome, inside)) {
    if (state_ != State::waiting) return true;
    if (!words_.empty() && secret_.proves(octets_of(inside), match_words(words_)))
      end(State::proven, {});
    else
      end(State::deceived, "the server does not know the secret: it gets no commands");
  } else if (read_line(line, kRefused, inside)) {
    if (state_ == State::waiting)
      end(State::refused, fmt::format("the server refuses the trainer's secret: {}", printable(inside, 200)));
  } else {
    return false;
  }
  return true;
}

void TrainerClaim::answer(std::string_view hex, std::string& reply) {
  const std::string nonce = octets_of(hex);
  if (nonce.empty() || !words_.empty())
    return end(State::deceived, "the server's challenge makes no sense: it gets no commands");
  words_ = fmt::format("{}{}", nonce, text_of(nonce_));
  reply = text_of(secret_.prove(trainer_words(words_)));
}

void TrainerClaim::end(State state, std::string problem) {
  state_ = state;
  problem_ = std::move(problem);
}

}  // namespace spark
