// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateways/sigverse/sight/view.h"
#include "tests/gateways/sigverse/visuals/drafts.h"
#include "tests/support/temporary_folder.h"

namespace sigverse::visuals::reference {

/// A picture as controllers get it: rows from the top, blue, green, red, each row padded to 4 octets.
class TakenPicture {
 public:
  TakenPicture(std::string taken, int columns, int rows) : octets(std::move(taken)), width(columns), height(rows) {}

  std::string octets;
  int width, height;

  std::size_t row_octets() const { return (static_cast<std::size_t>(width) * 3 + 3) / 4 * 4; }
  Colour at(int column, int row) const;
  bool has(const Colour& colour) const { return count(colour) > 0; }
  int count(const Colour& colour) const;
  /// The number of pixels with another colour more than one pixel inside an outline, and of pixels with that colour
  /// more than one pixel outside.
  int differing(const Outline& outline, const Colour& colour) const;

 private:
  /// Calls `call(column, row)` for each pixel of that colour.
  template <typename Call>
  void for_each(const Colour& colour, Call call) const;
};

/// Draws rooms of which a test has written the files.
class PictureRoom {
 public:
  /// Files are found in the room's own folder, and in these.
  explicit PictureRoom(const std::vector<std::string>& folders = {});
  ~PictureRoom();

  const std::filesystem::path& folder() const { return folder_.path(); }
  /// Writes a file for the objects of a class, or for those whose state has a value.
  void show(const std::string& class_name, const std::string& shapes, const std::string& state = "",
            const std::string& value = "");
  /// A further entry of the shape data base, whose file may be anything.
  void add_entry(const std::string& key, const std::string& file);

  /// Sets the world that is drawn from now on.
  void update(const client::World& world);
  void update(const std::vector<Draft>& drafts) { update(world_of(drafts)); }
  TakenPicture shoot(const sight::View& view, int width = 320, int height = 240);
  /// An octet for each pixel, row by row from the top.
  std::string depths(const sight::View& view, double start, double end, int width, int height);
  /// The lines of the log so far.
  const std::vector<std::string>& lines() const;

 private:
  struct Inside;
  TemporaryFolder folder_;
  std::unique_ptr<Inside> inside_;
};

/// A view from a place straight at another one, as a camera without roll has it.
sight::View view_at(const wire::Triple& eye, const wire::Triple& target, double fov = 45.0, double aspect_ratio = 1.5);

}  // namespace sigverse::visuals::reference
