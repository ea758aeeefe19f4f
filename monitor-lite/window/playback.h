// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace monitor {

/// Something recorded that a person plays: where it is, at what speed, which section is repeated. The bar and the keys
/// of a replay (`SeekBar`, `playback_keys`) work on it; what is seen at a place is the business of the derived class.
/// Places are frames, with fractions between two of them: the time in a recording may stand still, or go back.
class Playback {
 public:
  static constexpr double kBeforeGoal = 4.0;  ///< s that are shown before a goal

  /// A place that the bar shows.
  struct Mark {
    enum class Kind {
      left,
      right,
      part,
      minor
    };  ///< a goal of the team that began there, a part's beginning, a small one
    std::size_t frame = 0;
    Kind kind = Kind::minor;
    bool is_goal() const { return kind == Kind::left || kind == Kind::right; }
  };

  /// `speeds`: times real time, ascending, with 1 among them. They outlive this.
  explicit Playback(std::span<const double> speeds);
  virtual ~Playback() = default;
  Playback(const Playback&) = delete;
  Playback& operator=(const Playback&) = delete;

  /// At least one.
  virtual std::size_t frames() const = 0;
  /// The recording's time where it is now, and at a frame, in s.
  virtual double time() const = 0;
  virtual double time_of(std::size_t frame) const = 0;
  virtual const std::vector<Mark>& marks() const = 0;
  /// To the next of the places that people look for most, or the one before; false if there is none.
  virtual bool next_mark() = 0;
  virtual bool previous_mark() = 0;
  /// What one of these is: "goal".
  virtual std::string_view mark_name() const = 0;

  double place() const { return place_; }
  std::size_t frame() const { return static_cast<std::size_t>(place_); }
  double last_place() const { return static_cast<double>(frames() - 1); }

  bool is_playing() const { return playing_; }
  /// At the end, playing starts from the beginning.
  virtual void play(bool on);
  /// Whether it shows what happens now, so that there is no place to show.
  virtual bool is_live() const { return false; }
  /// Times real time, one of `speeds`.
  double speed() const { return speeds_[speed_]; }
  std::span<const double> speeds() const { return speeds_; }
  void faster();
  void slower();

  /// Clamped to the recording.
  void seek(double place);
  void seek_seconds(double seconds) { seek(place_after(seconds)); }
  /// Pauses, and goes to the next whole frame in that direction.
  void step(int frames);

  /// Playing goes from the end of the section to its beginning. A beginning behind the end forgets the end, and the
  /// other way round.
  void begin_section();
  void end_section();
  void forget_section();
  const std::optional<double>& section_begin() const { return section_begin_; }
  const std::optional<double>& section_end() const { return section_end_; }

 protected:
  /// Where it is so many seconds of the recording later (negative: earlier); may lie outside.
  virtual double place_after(double seconds) const = 0;
  void set_playing(bool on);
  /// It is somewhere else, not by playing.
  virtual void on_seek() {}

  /// To so many frames before the next goal among the marks, or the one before; within `after` frames behind one the
  /// user wants the one before. False if there is none.
  bool seek_next_goal(double before);
  bool seek_previous_goal(double before, double after);

  /// `now`: seconds of a steady clock. Moves on if it plays; returns the seconds that were watched, 0 if it is paused.
  double pass(double now);
  /// Whether anything that is seen may have changed; true once.
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
