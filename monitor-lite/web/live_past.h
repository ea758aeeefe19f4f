// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "monitor-lite/web/page_frame.h"
#include "spark/net/connection.h"

namespace monitor {

/// The frames and messages of a live match that have been sent to pages, for a page that is opened later.
///
/// Frames are kept in pieces of `kPieceFrames`. A piece that is full is compressed, to some 80 octets a frame of 22
/// players; when all pieces together are larger than the limit the oldest is dropped. docs/web.md has the format of a
/// piece. Owned by the match's LiveSource; for the thread of the loop only.
class LivePast {
 public:
  static constexpr std::size_t kPieceFrames = 300;
  /// Octets of all compressed pieces, for all matches of the program together.
  static constexpr std::size_t kMaxOctets = 64 << 20;
  /// Messages of a piece; later ones are left out, so that players who shout cannot fill the memory.
  static constexpr std::size_t kMaxMessages = 2000;

  /// Octets of the compressed pieces of this match.
  void set_limit(std::size_t octets);
  /// Forgets everything: another match begins.
  void restart();
  /// The teams' names from the next frame on.
  void set_teams(const std::string& left, const std::string& right);
  /// A message of the stream with the number of the frame in which it shows first, which has not been added yet.
  void say(const nlohmann::ordered_json& message);
  /// The next frame. `moment`: s of a steady clock when it was sent; `unit`: m, of its places.
  void add(const PageFrame& frame, double moment, double unit);

  /// The piece with the last frame whose number is less; null if there is none.
  spark::net::Connection::Shared before(std::uint32_t number);
  std::size_t octets() const { return octets_; }

 private:
  struct Piece {
    std::uint32_t first = 0;  ///< number of its first frame
    spark::net::Connection::Shared octets;
  };
  std::string pack_open() const;
  void close_piece();
  void drop_oldest();

  std::size_t limit_ = kMaxOctets;
  std::size_t octets_ = 0;
  std::deque<Piece> pieces_;  ///< full ones, oldest first
  // The piece that is being filled.
  std::vector<PageFrame> frames_;
  std::vector<double> moments_;
  std::string left_, right_;  ///< the teams when it began
  nlohmann::ordered_json teams_ = nlohmann::ordered_json::array();
  nlohmann::ordered_json messages_ = nlohmann::ordered_json::array();
  double unit_ = 0.002;
  spark::net::Connection::Shared packed_;  ///< as it was with `packed_frames_`
  std::size_t packed_frames_ = 0;
};

}  // namespace monitor
