// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/surroundings/surroundings.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "gateways/rctp/surroundings/planes.h"
#include "gateways/rctp/surroundings/shape_nodes.h"
#include "gateways/x3d/names.h"

namespace rctp {
namespace {

using spark::CameraLook;
using spark::MoverLook;
using spark::PlaceLook;
using spark::Pose;
using spark::ShapeLook;
using x3d::Node;

class Builder {
 public:
  Builder(const spark::Looks& looks, const SurroundingsChoice& choice)
      : looks_(looks), extent_(all_around(looks, choice)), planes_(looks, extent_), shapes_(looks, names_) {
    made_.extent = extent_;
    made_.mover_names.resize(choice.numbers);
    for (const auto& [node, name] : choice.robots) robots_.emplace(node, names_.take(name));
    struct Thing {
      std::size_t order;
      std::function<void()> add;
    };
    std::vector<Thing> things;
    for (const PlaceLook& place : looks.places) things.push_back({place.order, [&] { add(place); }});
    for (const MoverLook& mover : looks.movers)
      if (is_shown(choice, mover.top)) things.push_back({mover.order, [&] { add(mover); }});
    for (const CameraLook& camera : looks.cameras)
      if (is_shown(choice, camera.top)) things.push_back({camera.order, [&] { add(camera); }});
    std::ranges::stable_sort(things, {}, &Thing::order);
    for (const Thing& thing : things) thing.add();
  }
  Surroundings take() { return std::move(made_); }

 private:
  static bool is_shown(const SurroundingsChoice& choice, std::uint64_t top) {
    return !choice.only || *choice.only == top;
  }

  static Extent all_around(const spark::Looks& looks, const SurroundingsChoice& choice) {
    std::optional<Extent> all;
    for (const ShapeLook& shape : looks.scenery)
      if (shape.kind != ShapeLook::Kind::plane) all = joined(all, extent_of(shape, shape.pose));
    for (const MoverLook& mover : looks.movers)
      if (is_shown(choice, mover.top))
        for (const ShapeLook& shape : mover.shapes) all = joined(all, extent_of(shape, mover.pose * shape.pose));
    return all.value_or(Extent{{-10, -10, 0}, {10, 10, 0}});
  }

  /// A robot's name belongs to its node alone, which has it once.
  std::string name_of(std::uint64_t node, const std::string& name) {
    const auto robot = robots_.find(node);
    if (robot == robots_.end()) return names_.take(name);
    return named_.insert(node).second ? robot->second : names_.take(robot->second);
  }

  void add(const PlaceLook& place) {
    const bool has_name = !place.name.empty() || robots_.contains(place.serial);
    const std::string name = has_name ? name_of(place.serial, place.name) : std::string();
    const bool is_plane = place.shapes.size() == 1 && looks_.scenery[place.shapes[0]].kind == ShapeLook::Kind::plane;
    if (is_plane) {
      const ShapeLook& plane = looks_.scenery[place.shapes[0]];
      const ShapeLook box = planes_.box(plane);
      Node node = transform_node(box.pose, name);
      shapes_.add(node, box, {}, !PlaneBoxes::is_floor(plane));
      made_.nodes.push_back(std::move(node));
      return;
    }
    Node node = transform_node(place.pose, name);
    const Pose back = inverse(place.pose);
    for (const std::size_t shape : place.shapes)
      shapes_.add(node, looks_.scenery[shape], back * looks_.scenery[shape].pose);
    made_.nodes.push_back(std::move(node));
  }

  void add(const MoverLook& mover) {
    const std::string name = name_of(mover.node, mover.name.empty() ? "mover" : mover.name);
    Node node = transform_node(mover.pose, name);
    for (const ShapeLook& shape : mover.shapes) shapes_.add(node, shape, shape.pose);
    note(mover.number, name);
    made_.nodes.push_back(std::move(node));
  }

  void add(const CameraLook& camera) {
    const auto robot = robots_.find(camera.top);
    std::string owner = robot != robots_.end() ? robot->second : camera.top_name;
    if (owner.empty()) owner = camera.name.empty() ? "the" : camera.name;
    const std::string name = names_.take(owner + "_camera");
    Node view("Viewpoint");
    view.set("description", owner + " camera");
    view.set("position", x3d::Vec3f{});
    // A Viewpoint looks along −z: turned to where x points.
    view.set("orientation", x3d::Rotation{0, 1, 0, -1.570796F});
    view.set("fieldOfView", camera.field_of_view);
    Node node = transform_node(camera.pose, name);
    node.add(std::move(view));
    note(camera.number, name);
    made_.nodes.push_back(std::move(node));
  }

  void note(std::size_t number, const std::string& name) {
    if (number < made_.mover_names.size()) made_.mover_names[number] = name;
  }

  const spark::Looks& looks_;
  const Extent extent_;
  const PlaneBoxes planes_;
  x3d::UniqueNames names_;
  ShapeNodes shapes_;
  std::map<std::uint64_t, std::string> robots_;
  std::set<std::uint64_t> named_;  ///< robots' nodes that have their names
  Surroundings made_;
};

}  // namespace

Surroundings surroundings_of(const spark::Looks& looks, const SurroundingsChoice& choice) {
  return Builder(looks, choice).take();
}

}  // namespace rctp
