// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "monitor-lite/client/ball_trail.h"
#include "monitor-lite/client/log_file.h"
#include "monitor-lite/client/speech.h"
#include "monitor-lite/window/match_source.h"

namespace monitor {

/// The match of a log, at any speed. Places are frames, with fractions between two of them: game time may stand still.
class Replay final : public MatchSource {
 public:
  /// Throws as LogFile does, and if there is no frame in it.
  explicit Replay(const std::filesystem::path& file, TeamNames names = {});

  void advance(double now) override;
  const Game& game() const override { return log_.game(); }
  const Snapshot& snapshot() const override { return shown_; }
  Status status() const override;
  bool has_changed() const override { return changed_; }
  std::vector<Event> take_events() override;
  std::vector<Event> goals() const override;

  const LogFile& log() const { return log_; }
  double place() const { return place_; }
  double last_place() const { return static_cast<double>(log_.size() - 1); }
  double seconds_per_frame() const { return seconds_per_frame_; }

  bool is_playing() const { return playing_; }
  /// At the end, playing starts from the beginning.
  void play(bool on);
  /// Times real time, one of 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50.
  double speed() const;
  void faster();
  void slower();

  /// Clamped to the log.
  void seek(double place);
  void seek_seconds(double seconds) { seek(place_ + seconds / seconds_per_frame_); }
  /// Pauses, and goes to the next whole frame in that direction.
  void step(int frames);
  /// To the next goal, or the one before, and a little before that; false if there is none.
  bool next_goal();
  bool previous_goal();

  /// Playing goes from the end of the section to its beginning. A beginning behind the end forgets the end, and the
  /// other way round.
  void begin_section();
  void end_section();
  void forget_section();
  const std::optional<double>& section_begin() const { return section_begin_; }
  const std::optional<double>& section_end() const { return section_end_; }

  static constexpr double kBeforeGoal = 4.0;  ///< s that are shown before a goal

 private:
  void show();
  void tell_events(std::size_t from, std::size_t to);
  std::size_t frame() const { return static_cast<std::size_t>(place_); }

  LogFile log_;
  double seconds_per_frame_ = 0.15;
  double place_ = 0.0;
  bool playing_ = true;
  std::size_t speed_;
  std::optional<double> section_begin_, section_end_;
  std::optional<double> last_advance_;
  double played_ = 0.0;  ///< s that were watched; words stay as long as nothing moves
  bool changed_ = true;
  bool moved_ = true;  ///< since the last `advance`
  std::size_t heard_ = ~std::size_t{0};
  Speech speech_;
  BallTrail trail_;
  std::vector<Event> events_;
  Snapshot shown_;
};

}  // namespace monitor
