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

/// The history of a live match: the frames and messages that have been sent to pages, kept for pages opened later.
///
/// Frames are stored in pieces of `kPieceFrames`. A full piece is compressed, to some 80 octets a frame of 22 players;
/// when all pieces together exceed the limit, the oldest is dropped. docs/play/web.md has the format of a piece. Owned
/// by the match's LiveSource; used on the loop's thread only.
class LivePast {
 public:
  static constexpr std::size_t kPieceFrames = 300;
  /// Limit for all compressed pieces of all matches of the program together, octets.
  static constexpr std::size_t kMaxOctets = 64 << 20;
  /// Limit for the messages of a piece; further ones are dropped, so that shouting players cannot fill the memory.
  static constexpr std::size_t kMaxMessages = 2000;
  /// Limit for the looks of a piece; further ones replace the last.
  static constexpr std::size_t kMaxLooks = 20;

  /// Octets of the compressed pieces of this match.
  void set_limit(std::size_t octets);
  /// Clears everything, because another match begins.
  void restart();
  /// The teams from the next frame on (`teams_json`).
  void set_teams(const nlohmann::ordered_json& teams);
  /// The appearance of a world without a game from the next frame on (`WorldLook`).
  void set_look(const nlohmann::ordered_json& look);
  /// Adds a message of the stream, with the number of the frame in which it is first shown, which is not added yet.
  void say(const nlohmann::ordered_json& message);
  /// Adds the next frame. `moment`: when it was sent, s of a steady clock; `unit`: m, of its places.
  void add(const PageFrame& frame, double moment, double unit);

  /// The piece with the last frame before that number; null if there is none.
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
  // The piece in progress.
  std::vector<PageFrame> frames_;
  std::vector<double> moments_;
  nlohmann::ordered_json begun_with_{{"left", ""}, {"right", ""}};  ///< the teams when it began
  nlohmann::ordered_json teams_ = nlohmann::ordered_json::array();
  nlohmann::ordered_json look_;  ///< null: none yet
  nlohmann::ordered_json looks_ = nlohmann::ordered_json::array();
  nlohmann::ordered_json messages_ = nlohmann::ordered_json::array();
  double unit_ = 0.002;
  spark::net::Connection::Shared packed_;  ///< the compressed form of its first `packed_frames_` frames
  std::size_t packed_frames_ = 0;
};

}  // namespace monitor
