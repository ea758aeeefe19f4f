// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "monitor-lite/broadcast/programme.h"
#include "monitor-lite/client/ball_trail.h"
#include "monitor-lite/client/motion.h"
#include "monitor-lite/client/speech.h"
#include "monitor-lite/view/camera_rig.h"
#include "monitor-lite/view/match_view.h"
#include "monitor-lite/view/offscreen.h"
#include "monitor-lite/view/png_file.h"

namespace monitor {
namespace {

/// Everything that a series of pictures needs.
class Studio {
 public:
  explicit Studio(const PictureOptions& options)
      : options_(options),
        offscreen_(options.width, options.height),
        painter_(font_),
        view_(painter_, options.palette) {
    cameras_.choose(options.camera);
  }

  /// `passed`: seconds since the previous picture.
  void shoot(const Game& game, const Snapshot& snapshot, ShownDrawings drawings, double passed,
             const std::filesystem::path& file) {
    const float aspect = static_cast<float>(options_.width) / static_cast<float>(options_.height);
    const Camera camera = cameras_.camera(game, snapshot, aspect, static_cast<float>(passed));
    view_.show_drawings(std::move(drawings));
    view_.draw(game, snapshot, camera, options_.width, options_.height);
    painter_.end();
    const Picture picture = offscreen_.picture();
    write_png(file, picture.width, picture.height, picture.pixels.data());
  }

 private:
  PictureOptions options_;
  Offscreen offscreen_;
  Font font_;
  Painter painter_;
  MatchView view_;
  CameraRig cameras_;
};

constexpr std::size_t kMaxHeard = 100;  // limit of frames, because many may have the same time

/// The place at which the log has that game time: at a frame, or between two.
double place_at(const LogFile& log, double time) {
  std::size_t first = 0, last = log.size();
  while (first < last) {  // finds the first later frame
    const std::size_t middle = (first + last) / 2;
    if (log.time_of(middle) <= time)
      first = middle + 1;
    else
      last = middle;
  }
  if (first == 0) return 0;
  const double before = log.time_of(first - 1);
  const bool is_between = first < log.size() && log.time_of(first) > before;
  const double share = is_between ? std::clamp((time - before) / (log.time_of(first) - before), 0.0, 1.0) : 0.0;
  return static_cast<double>(first - 1) + share;
}

/// The match at a place with that game time, interpolated linearly between two frames, with recent words of players.
Snapshot at(LogFile& log, double place, double time) {
  const auto index = static_cast<std::size_t>(place);
  Speech speech;
  for (std::size_t i = index - std::min(index, kMaxHeard); i < index; ++i)
    if (log.time_of(i) > time - Speech::kShown) speech.hear(log.at(i), log.time_of(i));
  Snapshot now = log.at(index);
  speech.hear(now, now.time);
  if (const double share = place - static_cast<double>(index); share > 0) now = moved(now, log.at(index + 1), share);
  speech.show(now, time);
  BallTrail trail;
  trail.look_around(log, index);
  trail.show(now);
  return now;
}

}  // namespace

void write_screenshot(LogFile& log, AgentDrawings& drawings, double time, const PictureOptions& options,
                      const std::filesystem::path& file) {
  const double place = place_at(log, time);
  Studio(options).shoot(log.game(), at(log, place, time), shown(drawings, options.drawings, place), 0, file);
}

namespace {

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw std::runtime_error(fmt::format("cannot make {}: {}", folder.string(), error.message()));
}

}  // namespace

int write_frames(LogFile& log, AgentDrawings& drawings, double from, double to, double per_second,
                 const PictureOptions& options, const std::filesystem::path& folder) {
  make_folder(folder);
  Studio studio(options);
  int count = 0;
  const auto time_of = [&](int frame) { return from + frame / per_second; };
  for (; time_of(count) <= to + 1e-9; ++count) {
    const double place = place_at(log, time_of(count));
    studio.shoot(log.game(), at(log, place, time_of(count)), shown(drawings, options.drawings, place), 1 / per_second,
                 folder / fmt::format("frame-{:05}.png", count + 1));
  }
  return count;
}

int write_broadcast(Channel& channel, double per_second, const PictureOptions& options,
                    const std::filesystem::path& folder, const std::function<void(const Event&)>& on_event) {
  make_folder(folder);
  Offscreen offscreen(options.width, options.height);
  Programme programme(channel, options.palette);
  int count = 0;
  while (!programme.is_over()) {
    programme.advance(count / per_second);
    for (const Event& event : programme.take_events()) on_event(event);
    programme.draw(options.width, options.height);
    programme.end_picture();
    const Picture picture = offscreen.picture();
    write_png(folder / fmt::format("frame-{:05}.png", ++count), picture.width, picture.height, picture.pixels.data());
  }
  return count;
}

}  // namespace monitor
