// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// Players of the sample team that connect to the agent port of a server on this machine (`--agent_port`), all in one
/// process and on one thread. They think as `agenttest` does; only the way of the messages is another.
///
/// Answers every sensation, be it by an empty message, as `--sync` expects. What has come on one connection is answered
/// by one write.
class TcpTeam {
 public:
  /// Connects that many, one after another, so that they are numbered in this order: the first half plays for `foo`,
  /// the second for `bar`. Throws `std::runtime_error` with one line if that fails.
  TcpTeam(std::uint16_t port, int agents);
  ~TcpTeam();

  /// Plays until the server has closed all connections. Throws `std::runtime_error` if one breaks in another way.
  void play();
  long cycles() const { return cycles_; }  ///< sensations answered
  long acts() const { return acts_; }      ///< of these, not by an empty message

 private:
  class Agent;
  void answer(Agent& agent);

  std::vector<std::unique_ptr<Agent>> agents_;
  int events_ = -1;  ///< an epoll set
  long cycles_ = 0;
  long acts_ = 0;
};

}  // namespace bench
