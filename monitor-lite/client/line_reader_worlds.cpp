// SPDX-License-Identifier: Apache-2.0
// What lines of worlds without a game have (docs/protocol.md, section 7.4).
#include <utility>

#include "monitor-lite/client/body_reader.h"
#include "monitor-lite/client/line_reader.h"

namespace monitor {

void LineReader::read_body_item(const Expression& item) {
  game_.has_bodies = true;  // of a log whose head is cut
  if (snapshot_.bodies.size() >= kMaxBodies) return complain("too many bodies", "");
  Body body;
  if (!read_body(item, body)) return complain("impossible body", body.name);
  snapshot_.bodies.push_back(std::move(body));
}

void LineReader::read_shape_item(const Expression& item) {
  if (!shapes_) shapes_ = std::make_shared<BodyShapes>();
  std::string name;
  std::vector<BodyShape> shapes;
  if (!read_shapes(item, name, shapes)) return complain("impossible shape of", name);
  if (shapes_->size() < kMaxBodies) shapes_->insert_or_assign(std::move(name), std::move(shapes));
}

/// What a world without a game looks like; false of items that are not about that.
bool LineReader::read_look(const Expression& item) {
  if (item.name() == "shape") return read_shape_item(item), true;
  if (item.name() == "scenery") {
    auto shapes = std::make_shared<std::vector<BodyShape>>();
    if (!read_scenery(item, *shapes)) complain("impossible scenery", "");
    snapshot_.scenery = std::move(shapes);
    return true;
  }
  if (item.name() != "joints") return false;
  auto joints = std::make_shared<std::vector<BodyJoint>>();
  if (!read_joints(item, *joints)) complain("impossible joint", "");
  snapshot_.joints = std::move(joints);
  return true;
}

}  // namespace monitor
