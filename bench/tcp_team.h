// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// Players of the sample team that connect to the agent port of a server on this machine (`--agent_port`), all in one
/// process and on one thread. They decide as `agenttest` does; only the transport of the messages differs.
///
/// Answers every sensation, if necessary with an empty message, as `--sync` requires. All sensations received together
/// on one connection are answered by one write.
class TcpTeam {
 public:
  /// Connects this number of players, one after another, so that they are numbered in this order: the first half plays
  /// for `foo`, the second for `bar`. Throws `std::runtime_error` with a message of one line if this fails.
  TcpTeam(std::uint16_t port, int agents);
  ~TcpTeam();

  /// Plays until the server has closed all connections. Throws `std::runtime_error` if a connection fails in another
  /// way.
  void play();
  long cycles() const { return cycles_; }  ///< answered sensations
  long acts() const { return acts_; }      ///< answers that were not empty

 private:
  class Agent;
  void answer(Agent& agent);

  std::vector<std::unique_ptr<Agent>> agents_;
  int events_ = -1;  ///< an epoll set
  long cycles_ = 0;
  long acts_ = 0;
};

}  // namespace bench
