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

/// What of a live match goes to those who watch it: for the thread of the loop only.
///
/// A viewer is a page at the end of a WebSocket. What is said in words is sent to each; frames only to those who have
/// taken everything before, and to others the newest one as soon as they have: slow viewers miss frames, and what
/// he sees is never wrong. A frame is made once for all.
class Broadcast {
 public:
  /// Shared by those to whom it is sent.
  using Text = spark::net::Connection::Shared;

  explicit Broadcast(spark::net::Loop& loop);

  /// A match has this number from now on, from 0.
  std::size_t add_match();
  /// What is to be known before the first frame: to those who watch, and to who comes later. What was said before is
  /// forgotten.
  void begin(std::size_t match, std::string about);
  /// The same, of a match that goes on.
  void describe(std::size_t match, std::string about);
  /// To those who watch; who comes later gets the last `kMaxSaid`.
  void say(std::size_t match, std::string words);
  /// The same, but viewers who come later do not get it.
  void notify(std::size_t match, std::string words);
  /// The state that shows in frames, and in words for people.
  void set_status(std::size_t match, std::uint8_t flags, std::string words);
  void frame(std::size_t match, const PageFrame& frame);

  /// Begins to watch these, and none else; those that are not there are left out. `often`: five frames per second at
  /// most, as for tiles.
  void watch(spark::http::Conversation& viewer, const std::vector<std::size_t>& matches, bool tiles);
  void leave(spark::http::Conversation& viewer);
  std::size_t viewers() const { return viewers_.size(); }

  static constexpr std::size_t kMaxSaid = 1000;
  /// At most 255, which is what a frame can name.
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
    std::uint64_t seen = 0;  ///< the number of the frame that was sent last
  };
  struct Viewer {
    std::weak_ptr<spark::http::Conversation> page;
    std::vector<Watched> watched;
    bool tiles = false;
    bool waits = false;  ///< for what was sent to be taken
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
