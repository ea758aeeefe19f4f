// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/visuals/studio.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

#include "gateways/sigverse/visuals/frames.h"

namespace sigverse::visuals {
namespace {

/// The pixels in the order blue, green, red, each row padded to a multiple of 4 octets.
std::string blue_first(const monitor::Picture& picture) {
  const auto width = static_cast<std::size_t>(picture.width), height = static_cast<std::size_t>(picture.height);
  const std::size_t row = (3 * width + 3) / 4 * 4;
  std::string octets(row * height, '\0');
  const unsigned char* from = picture.pixels.data();
  for (std::size_t y = 0; y < height; ++y) {
    char* to = &octets[y * row];
    for (std::size_t x = 0; x < width; ++x, from += 3, to += 3) {
      to[0] = static_cast<char>(from[2]);
      to[1] = static_cast<char>(from[1]);
      to[2] = static_cast<char>(from[0]);
    }
  }
  return octets;
}

monitor::Picture background(int width, int height) {
  monitor::Picture picture{width, height, {}};
  const auto pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  picture.pixels.reserve(3 * pixels);
  for (std::size_t i = 0; i < pixels; ++i)
    for (const float part : {kBackground.r, kBackground.g, kBackground.b})
      picture.pixels.push_back(static_cast<unsigned char>(std::lround(255.0F * part)));
  return picture;
}

}  // namespace

Studio::Studio(DataFiles files, spark::Log& log)
    : offscreen_(16, 16), painter_(font_), library_(std::move(files), log), world_(painter_, library_) {}

Shot Studio::shot_of(const sight::View& view, std::string_view own, int width, int height) {
  constexpr int kMaxPixels = monitor::Offscreen::kMaxPixels;
  if (width < 1 || height < 1 || width > kMaxPixels || height > kMaxPixels)
    throw std::invalid_argument(fmt::format("a picture of {} x {} pixels: each is 1 to {}", width, height, kMaxPixels));
  offscreen_.resize(width, height);
  Shot shot;
  shot.camera = camera_of(view);
  shot.aspect = static_cast<float>(view.aspect_ratio);
  shot.width = width;
  shot.height = height;
  shot.own = own;
  return shot;
}

std::string Studio::shoot(const sight::View& view, std::string_view own, int width, int height) {
  const Shot shot = shot_of(view, own, width, height);
  if (!sight::is_valid(view)) return blue_first(background(width, height));
  world_.draw(shot);
  painter_.end();
  return blue_first(offscreen_.picture());
}

std::string Studio::depth(const sight::View& view, std::string_view own, const sight::DistanceRange& range, int width,
                          int height) {
  Shot shot = shot_of(view, own, width, height);
  if (!sight::is_valid(range)) return {};
  const auto pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  std::string octets(pixels, '\xff');
  if (!sight::is_valid(view)) return octets;
  world_.draw_depths(shot);
  painter_.end();
  const std::vector<float> depths = offscreen_.depths(shot.camera.nearest, shot.camera.farthest);
  const double tall = std::tan(view.half_height()), wide = tall * view.aspect_ratio;
  for (std::size_t i = 0; i < pixels; ++i) {
    if (depths[i] <= 0.0F) continue;
    const double x = wide * (2.0 * static_cast<double>(i % static_cast<std::size_t>(width)) + 1.0 - width) / width;
    const double y = tall * (2.0 * static_cast<double>(i / static_cast<std::size_t>(width)) + 1.0 - height) / height;
    const double away = 100.0 * static_cast<double>(depths[i]) * std::sqrt(1.0 + x * x + y * y);  // cm
    const double share = (away - range.start) / (range.end - range.start);
    octets[i] = static_cast<char>(std::lround(255.0 * std::clamp(share, 0.0, 1.0)));
  }
  return octets;
}

}  // namespace sigverse::visuals
