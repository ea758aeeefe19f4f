// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "gateways/sigverse/client/world.h"
#include "tests/gateways/sigverse/visuals/reference_camera.h"

/// Objects as a server reports them, and files of shapes, for rooms that are measured.
namespace sigverse::visuals::reference {

/// Red, green and blue of a picture.
using Colour = std::array<int, 3>;

struct DraftPart {
  std::string name = "body";
  wire::PartShape shape = wire::PartShape::box;
  wire::Triple place{};
  wire::Quad turn{1.0, 0.0, 0.0, 0.0};
  wire::Triple size{10.0, 10.0, 10.0};
};

struct Draft {
  std::string name, class_name;
  std::vector<DraftPart> parts{};
  std::map<std::string, std::variant<std::string, double, bool>> attributes{};

  /// Sets x, y, z, qw, qx, qy and qz.
  Draft& put(const wire::Triple& place, const wire::Quad& turn = {1.0, 0.0, 0.0, 0.0});
  /// Sets scalex, scaley and scalez.
  Draft& scale(const wire::Triple& factors);
  Draft& set(const std::string& attribute, std::variant<std::string, double, bool> value);
  /// The attributes of a camera on the part `link`.
  Draft& add_camera(int id, const std::string& link, const Camera& camera);
};

/// An object that is one shape, at a place.
Draft draft_of(const std::string& name, const std::string& class_name, const DraftPart& part);

client::World world_of(const std::vector<Draft>& drafts);

// Text of VRML97 files, without a first line.

/// A shape that has exactly that colour, whatever the light.
std::string glowing(const Colour& colour, const std::string& geometry);
/// Moves text to a place in the file, turned about an axis by an angle in degrees.
std::string moved(const wire::Triple& place, const std::string& shapes, const wire::Triple& axis = {0.0, 0.0, 1.0},
                  double degrees = 0.0);
std::string vrml_file(const std::string& shapes);

}  // namespace sigverse::visuals::reference
