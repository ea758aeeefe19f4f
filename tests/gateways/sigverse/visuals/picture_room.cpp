// SPDX-License-Identifier: Apache-2.0
#include "tests/gateways/sigverse/visuals/picture_room.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <utility>

#include "gateways/sigverse/visuals/studio.h"
#include "spark/core/log.h"
#include "tests/support/files.h"
#include "tests/support/log_lines.h"

namespace sigverse::visuals::reference {

struct PictureRoom::Inside {
  explicit Inside(std::vector<std::filesystem::path> folders) : studio(DataFiles(std::move(folders)), log) {
    keep_lines(log, lines);
  }

  std::vector<std::string> lines;
  spark::Log log;
  Studio studio;
  std::vector<std::pair<std::string, std::string>> entries;
};

Colour TakenPicture::at(int column, int row) const {
  const auto* const pixel = reinterpret_cast<const unsigned char*>(
      octets.data() + static_cast<std::size_t>(row) * row_octets() + 3 * static_cast<std::size_t>(column));
  return {pixel[2], pixel[1], pixel[0]};
}

/// Tests are not optimised, so what is searched for is searched as text.
template <typename Call>
void TakenPicture::for_each(const Colour& colour, Call call) const {
  const std::string pixel{static_cast<char>(colour[2]), static_cast<char>(colour[1]), static_cast<char>(colour[0])};
  for (std::size_t at = octets.find(pixel); at != std::string::npos; at = octets.find(pixel, at)) {
    const std::size_t in_row = at % row_octets();
    const bool is_pixel = in_row % 3 == 0 && in_row / 3 < static_cast<std::size_t>(width);
    if (is_pixel) call(static_cast<int>(in_row / 3), static_cast<int>(at / row_octets()));
    at += is_pixel ? 3 : 1;
  }
}

int TakenPicture::count(const Colour& colour) const {
  int found = 0;
  for_each(colour, [&](int, int) { ++found; });
  return found;
}

int TakenPicture::differing(const Outline& outline, const Colour& colour) const {
  int found = 0;
  for_each(colour, [&](int column, int row) { found += outline.depth(column + 0.5, row + 0.5) < -1; });
  double left = width, right = 0, top = height, bottom = 0;
  for (const Spot& corner : outline.corners()) {
    left = std::min(left, corner.column);
    right = std::max(right, corner.column);
    top = std::min(top, corner.row);
    bottom = std::max(bottom, corner.row);
  }
  for (int row = std::max(0, static_cast<int>(top)); row < std::min<double>(height, bottom); ++row)
    for (int column = std::max(0, static_cast<int>(left)); column < std::min<double>(width, right); ++column)
      found += outline.depth(column + 0.5, row + 0.5) > 1 && at(column, row) != colour;
  return found;
}

PictureRoom::PictureRoom(const std::vector<std::string>& folders) {
  std::vector<std::filesystem::path> all{folder_.path()};
  all.insert(all.end(), folders.begin(), folders.end());
  inside_ = std::make_unique<Inside>(std::move(all));
}

PictureRoom::~PictureRoom() = default;

const std::vector<std::string>& PictureRoom::lines() const {
  return inside_->lines;
}

void PictureRoom::show(const std::string& class_name, const std::string& shapes, const std::string& state,
                       const std::string& value) {
  const std::string file = class_name + "_" + value + ".wrl";
  write_file(folder_ / file, vrml_file(shapes));
  add_entry(class_name + "::" + state + ":" + value, file);
}

void PictureRoom::add_entry(const std::string& key, const std::string& file) {
  inside_->entries.emplace_back(key, file);
}

void PictureRoom::update(const client::World& world) {
  std::vector<wire::ShapeEntry> entries;
  for (const auto& [key, file] : inside_->entries) entries.push_back({key, file});
  inside_->studio.update(world, client::ShapeBase(entries));
}

TakenPicture PictureRoom::shoot(const sight::View& view, int width, int height) {
  return {inside_->studio.shoot(view, "", width, height), width, height};
}

std::string PictureRoom::depths(const sight::View& view, double start, double end, int width, int height) {
  return inside_->studio.depth(view, "", {start, end}, width, height);
}

sight::View view_at(const wire::Triple& eye, const wire::Triple& target, double fov, double aspect_ratio) {
  sight::MountedCamera camera;
  camera.part_place = eye;
  for (std::size_t axis = 0; axis < 3; ++axis) camera.direction[axis] = target[axis] - eye[axis];
  camera.fov = fov;
  camera.aspect_ratio = aspect_ratio;
  sight::View view;
  REQUIRE(sight::find_view(camera, view).empty());
  return view;
}

}  // namespace sigverse::visuals::reference
