// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

#include "gateways/sigverse/client/shape_base.h"
#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/recording/recording.h"
#include "monitor-lite/window/match_source.h"
#include "monitor-lite/window/playback.h"

namespace sigverse::recording {

/// Plays a recording, for a user at a window or for another program: at any position it provides the world of the frame
/// there, exactly as recorded. No server is needed. Speeds are 0.1 to 16 times real time, measured in the SIG time of
/// the frames; where that goes back, as after a reset, playing continues with the next frame. Draw a `monitor::SeekBar`
/// on top, and pass keys to `monitor::press_playback_key`:
///
///     Player player(file, complain);
///     player.advance(now);                     // in each picture
///     if (player.has_changed()) draw(player.world(), player.shapes());
class Player final : public monitor::Playback {
 public:
  /// Throws as `Recording` does, and if there are no frames. Starts playing at the first frame.
  explicit Player(const std::filesystem::path& file, Complain complain = {});

  /// `now`: seconds of a steady clock. Advances unless paused, and gets the world at the new position.
  void advance(double now);
  /// The world as of the last `advance`; in a damaged part of the recording, the last world before the damage. Returns
  /// the same object in each call; its contents are valid until the next `advance`.
  const client::World& world() const { return *world_; }
  const client::ShapeBase& shapes() const { return recording_.shapes(); }
  /// Whether `advance` has changed anything: the world, or the bar.
  bool has_changed() const { return changed_; }
  /// Whether the present frame could be read.
  bool is_readable() const { return readable_; }
  /// A text for a window: paused, at the end, or that this part is damaged.
  monitor::Status status() const;

  std::size_t frames() const override { return recording_.frames(); }
  double time() const override { return world_->time; }
  double time_of(std::size_t frame) const override { return recording_.time_of(frame); }
  /// The positions at which time goes back.
  const std::vector<Mark>& marks() const override { return marks_; }
  bool next_mark() override;
  bool previous_mark() override;
  std::string_view mark_name() const override { return "reset"; }

 private:
  double place_after(double seconds) const override;
  void find_times();
  void show();

  Recording recording_;
  std::vector<Mark> marks_;
  std::vector<double> begins_;  ///< start of each block in playing time, s since the first one; and the end
  client::World nothing_;       ///< shown until a frame has been read
  const client::World* world_ = &nothing_;
  std::size_t shown_ = ~std::size_t{0};
  bool readable_ = false;
  bool changed_ = true;
};

}  // namespace sigverse::recording
