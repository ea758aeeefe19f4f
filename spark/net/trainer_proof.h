// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "spark/net/secret.h"

namespace spark {

// The protocol by which a trainer proves to a server's monitor port that it knows the secret, and the server to the
// trainer. The trainer sends two messages of the letter T: 32 octets that it has drawn, then 32 octets of proof. The
// server answers each with one line: (TrainerChallenge HEX), (TrainerWelcome HEX) or (TrainerRefused WORDS); HEX are 64
// digits, of the server's own nonce and of its proof. docs/write/protocol.md defines every octet. These classes use no
// sockets and serve one connection each.

/// The server's half. A connection has one attempt: everything after an error is refused without being checked.
class TrainerCheck {
 public:
  enum class State { idle, asked, proven, failed };

  /// The secret must outlive it.
  explicit TrainerCheck(const Secret& secret) : secret_(secret) {}
  /// Takes the text of a message; returns the line for the trainer, without its newline.
  std::string take(std::string_view text);
  State state() const { return state_; }

 private:
  std::string challenge(std::string_view trainer_nonce);
  std::string judge(std::string_view proof);
  std::string fail(std::string_view why);

  const Secret& secret_;
  State state_ = State::idle;
  std::string words_;  ///< both nonces
};

/// The answer of a server that has no secret.
std::string trainer_refused(std::string_view why);

/// The trainer's half.
class TrainerClaim {
 public:
  enum class State {
    waiting,
    proven,
    refused,  ///< by the server, which may accept commands anyway: from its own machine
    deceived  ///< by a server that does not know the secret, and must not get commands
  };

  /// The secret must outlive it.
  explicit TrainerClaim(const Secret& secret) : secret_(secret), nonce_(Secret::nonce()) {}
  /// The text of the first message.
  std::string_view begin() const { return text_of(nonce_); }
  /// Takes a line from the server. False if it does not belong to this protocol; else `reply` is the text of the next
  /// message, empty if there is nothing to send.
  bool take(std::string_view line, std::string& reply);

  State state() const { return state_; }
  /// A human-readable reason, after `refused` and `deceived`.
  const std::string& problem() const { return problem_; }

 private:
  void answer(std::string_view hex, std::string& reply);
  void end(State state, std::string problem);

  const Secret& secret_;
  Secret::Bytes nonce_;
  State state_ = State::waiting;
  std::string words_;  ///< both nonces, once the server's has arrived
  std::string problem_;
};

}  // namespace spark
