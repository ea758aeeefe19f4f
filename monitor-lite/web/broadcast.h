// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "monitor-lite/web/page_frame.h"
#include "spark/http/conversation.h"
#include "spark/net/loop.h"

namespace monitor {

/// Distributes a live match to its viewers: for the loop's thread only.
///
/// A viewer is a page at the end of a WebSocket. Messages are sent to every viewer. Frames are sent only to viewers
/// that have taken all previous data; the others get the newest frame as soon as they have. Slow viewers miss frames,
/// but never see wrong data. Each frame is encoded once for all.
class Broadcast {
 public:
  /// Shared by its receivers.
  using Text = spark::net::Connection::Shared;

  explicit Broadcast(spark::net::Loop& loop);

  /// Adds a match and returns its number, from 0.
  std::size_t add_match();
  /// Sets the data that viewers need before the first frame: sent to present viewers, and to later ones. Earlier
  /// messages are dropped.
  void begin(std::size_t match, std::string about);
  /// The same for a match that continues.
  void describe(std::size_t match, std::string about);
  /// Sends a message to viewers; later ones get the last `kMaxSaid`.
  void say(std::size_t match, std::string words);
  /// The same, but later viewers do not get it.
  void notify(std::size_t match, std::string words);
  /// The state in frames, and in words for users.
  void set_status(std::size_t match, std::uint8_t flags, std::string words);
  void frame(std::size_t match, const PageFrame& frame);

  /// Makes the viewer watch these matches only; unknown ones are ignored. `often`: at most five frames per second, as
  /// for tiles.
  void watch(spark::http::Conversation& viewer, const std::vector<std::size_t>& matches, bool tiles);
  void leave(spark::http::Conversation& viewer);
  std::size_t viewers() const { return viewers_.size(); }

  static constexpr std::size_t kMaxSaid = 1000;
  /// At most 255, since a frame has one octet for it.
  static constexpr std::size_t kMaxMatches = 255;

 private:
  struct Match {
    Text about, status;
    std::deque<Text> said;
    std::optional<PageFrame> last;
    std::uint8_t flags = 0;
    Text octets;               ///< of the last frame
    std::uint64_t number = 0;  ///< of that frame
  };
  struct Watched {
    std::size_t match;
    std::uint64_t seen = 0;  ///< the number of the last frame sent
  };
  struct Viewer {
    std::weak_ptr<spark::http::Conversation> page;
    std::vector<Watched> watched;
    bool tiles = false;
    bool waits = false;  ///< until the last frame has been taken
  };
  using Viewers = std::map<const spark::http::Conversation*, Viewer>;

  void send(std::size_t match, const Text& text);
  void publish(std::size_t match);
  void send_pending(Viewer& viewer);
  void send_later(Viewer& viewer);
  void look_at_tiles();

  std::vector<Match> matches_;
  Viewers viewers_;
  spark::net::Timer tiles_;
  bool tiles_begun_ = false;
};

}  // namespace monitor
