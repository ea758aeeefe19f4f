// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spark {

/// Data in frames in addition to that for all monitors.
struct FeedContents {
  bool velocities = false;  ///< of all visible bodies and players
  bool conditions = false;  ///< other state that a trainer can set, such as the batteries of players
  bool operator==(const FeedContents&) const = default;
};

/// The lines for one monitor that subscribes. It remembers the values sent last, because most are sent only when they
/// change; the first frame has everything. Made by a `MonitorSystem`, which outlives it; used on the simulation thread.
/// It does not affect other monitors.
class MonitorFeed {
 public:
  virtual ~MonitorFeed() = default;

  // Like those of `MonitorSystem`.
  virtual void header(std::string& out) = 0;
  virtual void frame(std::string& out) = 0;
  virtual void farewell([[maybe_unused]] std::string& out) {}
  /// Makes the next frame acknowledge the commands so far, if the system supports that.
  virtual void acknowledge() {}

 protected:
  MonitorFeed() = default;
  MonitorFeed(const MonitorFeed&) = default;
  MonitorFeed& operator=(const MonitorFeed&) = default;
};

}  // namespace spark
