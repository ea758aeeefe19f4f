// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/world/environment.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "gateways/rctp/world/planes.h"
#include "gateways/rctp/world/shape_nodes.h"
#include "spark/x3d/names.h"

namespace rctp {
namespace {

using spark::CameraAppearance;
using spark::MoverAppearance;
using spark::PlaceAppearance;
using spark::Pose;
using spark::ShapeAppearance;
using x3d::Node;

class Builder {
 public:
  Builder(const spark::Appearance& appearance, const EnvironmentChoice& choice)
      : appearance_(appearance),
        extent_(all_around(appearance, choice)),
        planes_(appearance, extent_, choice.floor_margin),
        shapes_(appearance, names_) {
    made_.extent = extent_;
    made_.mover_names.resize(choice.numbers);
    for (const auto& [node, name] : choice.robots) robots_.emplace(node, names_.take(name));
    struct Thing {
      std::size_t order;
      std::function<void()> add;
    };
    std::vector<Thing> things;
    for (const PlaceAppearance& place : appearance.places) things.push_back({place.order, [&] { add(place); }});
    for (const MoverAppearance& mover : appearance.movers)
      if (is_shown(choice, mover.top)) things.push_back({mover.order, [&] { add(mover); }});
    for (const CameraAppearance& camera : appearance.cameras)
      if (is_shown(choice, camera.top)) things.push_back({camera.order, [&] { add(camera); }});
    std::ranges::stable_sort(things, {}, &Thing::order);
    for (const Thing& thing : things) thing.add();
    for (const spark::NoteAppearance& note : appearance.notes) add(note);
  }
  Environment take() { return std::move(made_); }

 private:
  static bool is_shown(const EnvironmentChoice& choice, std::uint64_t top) {
    return !choice.only || *choice.only == top;
  }

  static Extent all_around(const spark::Appearance& appearance, const EnvironmentChoice& choice) {
    std::optional<Extent> all;
    for (const ShapeAppearance& shape : appearance.scenery)
      if (shape.kind != ShapeAppearance::Kind::plane) all = joined(all, extent_of(shape, shape.pose));
    for (const MoverAppearance& mover : appearance.movers)
      if (is_shown(choice, mover.top))
        for (const ShapeAppearance& shape : mover.shapes) all = joined(all, extent_of(shape, mover.pose * shape.pose));
    return all.value_or(Extent{{-10, -10, 0}, {10, 10, 0}});
  }

  /// A robot's name is reserved for its node, and used only once.
  std::string name_of(std::uint64_t node, const std::string& name) {
    const auto robot = robots_.find(node);
    if (robot == robots_.end()) return names_.take(name);
    return named_.insert(node).second ? robot->second : names_.take(robot->second);
  }

  void add(const PlaceAppearance& place) {
    const bool has_name = !place.name.empty() || robots_.contains(place.serial);
    const std::string name = has_name ? name_of(place.serial, place.name) : std::string();
    const bool is_plane =
        place.shapes.size() == 1 && appearance_.scenery[place.shapes[0]].kind == ShapeAppearance::Kind::plane;
    if (is_plane) {
      const ShapeAppearance& plane = appearance_.scenery[place.shapes[0]];
      const ShapeAppearance box = planes_.box(plane);
      Node node = transform_node(box.pose, name);
      shapes_.add(node, box, {}, !PlaneBoxes::is_floor(plane));
      made_.nodes.push_back(std::move(node));
      return;
    }
    if (has_name) names_of_tops_.emplace(place.serial, name);
    Node node = transform_node(place.pose, name);
    const Pose back = inverse(place.pose);
    for (const std::size_t shape : place.shapes)
      shapes_.add(node, appearance_.scenery[shape], back * appearance_.scenery[shape].pose);
    made_.nodes.push_back(std::move(node));
  }

  void add(const MoverAppearance& mover) {
    const std::string name = name_of(mover.node, mover.name.empty() ? "mover" : mover.name);
    names_of_tops_.emplace(mover.top, name);
    Node node = transform_node(mover.pose, name);
    for (const ShapeAppearance& shape : mover.shapes) shapes_.add(node, shape, shape.pose);
    note(mover.number, name);
    made_.nodes.push_back(std::move(node));
  }

  void add(const CameraAppearance& camera) {
    const auto robot = robots_.find(camera.top);
    std::string owner = robot != robots_.end() ? robot->second : camera.top_name;
    if (owner.empty()) owner = camera.name.empty() ? "the" : camera.name;
    const std::string name = names_.take(owner + "_camera");
    Node view("Viewpoint");
    view.set("description", owner + " camera");
    view.set("position", x3d::Vec3f{});
    // A Viewpoint looks along −z, a camera along x.
    view.set("orientation", x3d::Rotation{0, 1, 0, -1.570796F});
    view.set("fieldOfView", camera.field_of_view);
    Node node = transform_node(camera.pose, name);
    node.add(std::move(view));
    note(camera.number, name);
    made_.nodes.push_back(std::move(node));
  }

  /// Notes of objects that are not shown are omitted.
  void add(const spark::NoteAppearance& note) {
    if (note.top == 0) return made_.notes.push_back(note.text);
    const auto name = names_of_tops_.find(note.top);
    if (name != names_of_tops_.end()) made_.notes.push_back(name->second + ": " + note.text);
  }

  void note(std::size_t number, const std::string& name) {
    if (number < made_.mover_names.size()) made_.mover_names[number] = name;
  }

  const spark::Appearance& appearance_;
  const Extent extent_;
  const PlaneBoxes planes_;
  x3d::UniqueNames names_;
  ShapeNodes shapes_;
  std::map<std::uint64_t, std::string> robots_;
  std::map<std::uint64_t, std::string> names_of_tops_;  ///< of objects right below the scene, by serial
  std::set<std::uint64_t> named_;                       ///< the robots' nodes whose names have been used
  Environment made_;
};

}  // namespace

Environment environment_of(const spark::Appearance& appearance, const EnvironmentChoice& choice) {
  return Builder(appearance, choice).take();
}

}  // namespace rctp
