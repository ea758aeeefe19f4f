// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/camera/video.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rctp::camera {
namespace {

constexpr std::chrono::seconds kRepeated{1};
constexpr std::size_t kMaxWatched = 64;

monitor::Picture black(int width, int height) {
  return {width, height,
          std::vector<unsigned char>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3)};
}

spark::RealClock::Duration seconds(double count) {
  return std::chrono::duration_cast<spark::RealClock::Duration>(std::chrono::duration<double>(count));
}

}  // namespace

Video::Video(Settings settings, Load load, Send send)
    : settings_(settings), load_(std::move(load)), send_(std::move(send)) {}

bool Video::take_text(std::string_view message, Time now) {
  Order order = read_order(message);
  if (auto* watch = std::get_if<Watch>(&order)) {
    if (watched_.size() >= kMaxWatched && !watched_.contains(watch->robot)) return true;
    std::string robot = watch->robot;
    watched_.insert_or_assign(std::move(robot), Watched{std::move(*watch), now, {}, {}, {}});
  } else if (const auto* unwatch = std::get_if<Unwatch>(&order)) {
    watched_.erase(unwatch->robot);
  } else if (std::holds_alternative<LoadScene>(order)) {
    is_outdated_ = true;
    ++loads_;
  } else if (auto* names = std::get_if<Names>(&order)) {
    world_.mirror().set_names(std::move(names->names));
    ++loads_;
  } else {
    return false;
  }
  return true;
}

std::optional<Video::Time> Video::due(Time now) const {
  std::optional<Time> earliest;
  for (const auto& [robot, watched] : watched_) {
    const Time next = watched.drawn == state() ? std::max(watched.due, watched.sent + kRepeated) : watched.due;
    earliest = std::min(earliest.value_or(next), next);
  }
  return earliest ? std::optional(std::max(*earliest, now)) : std::nullopt;
}

void Video::draw(Time now) {
  for (auto& [robot, watched] : watched_) {
    const bool is_new = watched.drawn != state();
    if (now < watched.due || (!is_new && now < watched.sent + kRepeated)) continue;
    if (is_new) shoot(watched);
    // A picture that is late by less than an interval does not delay the following ones.
    const auto interval = seconds(1 / std::min(watched.wanted.rate, settings_.rate));
    watched.due = std::max(watched.due + interval, now);
    watched.sent = now;
    send_(robot, watched.jpeg);
  }
}

void Video::shoot(Watched& watched) {
  if (std::exchange(is_outdated_, false)) world_.set_model(load_());
  watched.drawn = state();
  const monitor::Model& model = world_.model();
  auto viewpoint = model.find_viewpoint(watched.wanted.robot + "_camera");
  if (!viewpoint) viewpoint = model.find_viewpoint(watched.wanted.robot + " camera");
  int width = 0, height = 0;
  size(watched.wanted, width, height);
  if (!viewpoint) {
    // The robot is not in the world now, but the server needs a picture anyway.
    watched.jpeg = encoder_.encode(black(width, height));
    return;
  }
  watched.jpeg = encoder_.encode(world_.shoot(world_.view(*viewpoint, width, height)));
}

void Video::size(const Watch& wanted, int& width, int& height) const {
  const double share = std::min({1.0, static_cast<double>(settings_.width) / wanted.width,
                                 static_cast<double>(settings_.height) / wanted.height});
  width = std::max(1, static_cast<int>(std::lround(wanted.width * share)));
  height = std::max(1, static_cast<int>(std::lround(wanted.height * share)));
}

}  // namespace rctp::camera
