// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "gateways/sigverse/client/sim_server.h"
#include "gateways/sigverse/microphone/microphone.h"

namespace sigverse::microphone {

/// A user talks to an agent while a button is held: what the microphone records becomes one sound, which the agent's
/// controller hears in onRecvSound from `SIGViewer`. Used by one thread; waits for nothing but the system's opening of
/// the microphone.
class PushToTalk {
 public:
  /// Shorter recordings are not sent: the button was touched by accident.
  static constexpr double kMinSeconds = 0.1;

  /// Begins to record for an agent. False: `problem` is a line for people: it has no controller, or there is no
  /// microphone.
  bool start(const client::Object& agent);
  /// Called in each frame.
  void update() { microphone_.update(); }
  /// Ends the recording and queues it; `time` is the SIG time. False, and nothing sent: `problem` is a line for people.
  bool stop(client::SimServer& server, double time);
  /// Ends the recording, which is dropped.
  void cancel();

  /// Until `stop` or `cancel`, also when the recording has become as long as a sound may be.
  bool is_talking() const { return !agent_.empty(); }
  /// To whom; empty while no one talks.
  const std::string& agent() const { return agent_; }
  /// 0 to 1, for a bar.
  double level() const { return microphone_.level(); }
  /// The length of the recording so far.
  double seconds() const { return microphone_.wave().seconds(); }
  const std::string& problem() const { return problem_; }

 private:
  bool refuse(const std::string& why);

  Microphone microphone_;
  std::string agent_;
  std::string problem_;
};

}  // namespace sigverse::microphone
