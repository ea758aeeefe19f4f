// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace monitor {

/// The playback of a recording for a user: position, speed, and the section that is repeated. The bar and the keys of a
/// replay (`SeekBar`, `playback_keys`) control it; the derived class defines what is shown at a place. Places are
/// frames, with fractions between two of them, because the time in a recording may stand still, or go back.
class Playback {
 public:
  static constexpr double kBeforeGoal = 4.0;  ///< s shown before a goal

  /// A place that the bar shows.
  struct Mark {
    enum class Kind {
      left,
      right,
      part,
      minor
    };  ///< a goal of the team that began there, the beginning of a part, a minor one
    std::size_t frame = 0;
    Kind kind = Kind::minor;
    bool is_goal() const { return kind == Kind::left || kind == Kind::right; }
  };

  /// `speeds`: times real time, ascending, including 1. They outlive the object.
  explicit Playback(std::span<const double> speeds);
  virtual ~Playback() = default;
  Playback(const Playback&) = delete;
  Playback& operator=(const Playback&) = delete;

  /// At least one.
  virtual std::size_t frames() const = 0;
  /// The recording's time at the present place, and at a frame, in s.
  virtual double time() const = 0;
  virtual double time_of(std::size_t frame) const = 0;
  virtual const std::vector<Mark>& marks() const = 0;
  /// Moves to the next of the most important places, or the previous one; returns false if there is none.
  virtual bool next_mark() = 0;
  virtual bool previous_mark() = 0;
  /// The name of such a place: "goal".
  virtual std::string_view mark_name() const = 0;

  double place() const { return place_; }
  std::size_t frame() const { return static_cast<std::size_t>(place_); }
  double last_place() const { return static_cast<double>(frames() - 1); }

  bool is_playing() const { return playing_; }
  /// At the end, playing starts from the beginning.
  virtual void play(bool on);
  /// Whether it shows the live picture, so that there is no place to show.
  virtual bool is_live() const { return false; }
  /// Times real time, one of `speeds`.
  double speed() const { return speeds_[speed_]; }
  std::span<const double> speeds() const { return speeds_; }
  void faster();
  void slower();

  /// Moves to a place, clamped to the recording.
  void seek(double place);
  void seek_seconds(double seconds) { seek(place_after(seconds)); }
  /// Pauses, and moves to the next whole frame in that direction.
  void step(int frames);

  /// Playing jumps from the end of the section to its beginning. Setting a beginning after the end clears the end, and
  /// vice versa.
  void begin_section();
  void end_section();
  void forget_section();
  const std::optional<double>& section_begin() const { return section_begin_; }
  const std::optional<double>& section_end() const { return section_end_; }

 protected:
  /// The place that many seconds of the recording later (negative: earlier); may be outside.
  virtual double place_after(double seconds) const = 0;
  void set_playing(bool on);
  /// Called when the place has changed other than by playing.
  virtual void on_seek() {}

  /// Moves to that many frames before the next goal among the marks, or the previous one; within `after` frames after a
  /// goal, "previous" means the one before it. Returns false if there is none.
  bool seek_next_goal(double before);
  bool seek_previous_goal(double before, double after);

  /// `now`: seconds of a steady clock. Advances if it plays; returns the seconds that were watched, 0 if it is paused.
  double pass(double now);
  /// Whether the picture may have changed; true once.
  bool take_moved();

 private:
  std::span<const double> speeds_;
  std::size_t speed_;
  double place_ = 0.0;
  bool playing_ = true;
  bool moved_ = true;
  std::optional<double> section_begin_, section_end_;
  std::optional<double> last_pass_;
};

}  // namespace monitor
