// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spark {

/// What frames contain besides what all monitors get.
struct FeedContents {
  bool velocities = false;  ///< of all bodies and players that are shown
  bool conditions = false;  ///< what else a trainer can set, as the batteries of players
  bool operator==(const FeedContents&) const = default;
};

/// The lines for one monitor that subscribes. It remembers what it has sent, since most is sent only when it changes;
/// the first frame has everything. Made by a `MonitorSystem`, which outlives it; used on the simulation thread. Nothing
/// here changes what other monitors get.
class MonitorFeed {
 public:
  virtual ~MonitorFeed() = default;

  // As those of `MonitorSystem`.
  virtual void header(std::string& out) = 0;
  virtual void frame(std::string& out) = 0;
  virtual void farewell([[maybe_unused]] std::string& out) {}
  /// The next frame acknowledges the commands so far, if the system knows such a thing.
  virtual void acknowledge() {}

 protected:
  MonitorFeed() = default;
  MonitorFeed(const MonitorFeed&) = default;
  MonitorFeed& operator=(const MonitorFeed&) = default;
};

}  // namespace spark
