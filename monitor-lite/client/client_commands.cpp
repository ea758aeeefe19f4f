// SPDX-License-Identifier: Apache-2.0
// What a trainer's client sends: the proof that it may command, and commands.
#include <fmt/format.h>

#include <chrono>
#include <string>

#include "monitor-lite/client/client.h"
#include "spark/net/connection.h"
#include "spark/net/frame_writer.h"

namespace monitor {

using std::chrono::milliseconds;

/// False if the line is not about the proof.
bool Client::take_proof(std::string_view line) {
  std::string reply;
  if (!claim_ || !claim_->take(line, reply)) return false;
  if (!reply.empty()) send_message('T', reply);
  if (!claim_->problem().empty()) problem_ = claim_->problem();
  return true;
}

bool Client::may_command() const {
  using Claim = spark::TrainerClaim::State;
  return connection_ && (!claim_ || claim_->state() == Claim::proven || claim_->state() == Claim::refused);
}

bool Client::send_command(char letter, std::string_view text) {
  return may_command() && send_message(letter, text);
}

bool Client::send_message(char letter, std::string_view text) {
  if (!connection_ || text.size() >= kMaxCommandSize || connection_->unsent() + text.size() > kMaxUnsent) return false;
  spark::net::FrameWriter message;
  message.add(letter, text);
  connection_->send(message.pending());
  return !connection_->is_deaf();
}

bool Client::send(std::string_view commands) {
  return send_command('W', commands);
}

bool Client::step(int steps) {
  return send_command('S', std::to_string(steps));
}

bool Client::command(std::string_view commands, milliseconds patience, const OnFrame& on_frame) {
  const auto deadline = end_of(patience);
  if (!poll_until([&] { return may_command(); }, deadline, on_frame)) return false;
  const std::uint64_t before = acknowledgements_;
  if (!send(fmt::format("{}(getAck done)", commands))) return false;
  poll_until([&] { return acknowledgements_ != before || !connection_; }, deadline, on_frame);
  return acknowledgements_ != before;
}

bool Client::advance(std::string_view commands, int frames, milliseconds patience, const OnFrame& on_frame) {
  const auto deadline = end_of(patience);
  if (!poll_until([&] { return state_ == State::watching && may_command(); }, deadline, on_frame)) return false;
  const std::uint64_t before = acknowledgements_;
  if (!step(0) || !send(fmt::format("{}(getAck done)", commands)) || !step(frames * steps_per_frame_)) return false;
  // Frames on their way from before are none of ours; the first of ours has the answer.
  int seen = 0;
  poll_until([&] { return seen >= frames || !connection_; }, deadline,
             [&](const Snapshot& snapshot) {
               if (acknowledgements_ != before) ++seen;
               if (on_frame) on_frame(snapshot);
             });
  return seen >= frames;
}

}  // namespace monitor
