// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/recording/serializer.h"

/// Compares two worlds bit for bit.
inline std::string octets_of(const sigverse::client::World& world) {
  std::string octets;
  sigverse::recording::append_real(octets, world.time);
  for (const sigverse::client::Object& object : world.objects) {
    sigverse::wire::append_record(octets, sigverse::client::record_of(object));
    for (const sigverse::client::Part& part : object.parts) {
      for (const double number : part.shape_place) sigverse::recording::append_real(octets, number);
      for (const double number : part.shape_turn) sigverse::recording::append_real(octets, number);
    }
  }
  return octets;
}

inline bool is_same(const sigverse::client::World& a, const sigverse::client::World& b) {
  return octets_of(a) == octets_of(b);
}

inline sigverse::client::Object object_named(std::uint32_t id, const std::string& name, std::size_t parts = 1) {
  using namespace sigverse;
  client::Object object{id, name, "Toy.xml", false, 0, {}, {}};
  for (const char* attribute : {"qw", "qx", "qy", "qz", "vx", "vy", "vz", "x", "y", "z"})
    object.attributes.push_back({attribute, "position", attribute == std::string("qw") ? 1.0 : 0.0});
  object.attributes.insert(object.attributes.begin(), {"agent", "", false});
  object.attributes.insert(object.attributes.begin() + 1, {"mass", "physics", 1.5});
  object.attributes.insert(object.attributes.begin() + 2, {"name", "", name});
  for (std::size_t i = 0; i != parts; ++i) {
    client::Part part{static_cast<std::uint32_t>(i + 1), i == 0 ? "body" : "PART_" + std::to_string(i)};
    part.kind = static_cast<wire::PartShape>(i % 3);
    part.size = {10.0, 20.0, i % 3 == 0 ? 30.0 : 0.0};
    if (i % 3 == 2) part.size[1] = 0.0;
    object.parts.push_back(part);
  }
  return object;
}

inline void set(sigverse::client::Object& object, const std::string& name, sigverse::client::AttributeValue value) {
  for (sigverse::client::Attribute& attribute : object.attributes)
    if (attribute.name == name) attribute.value = std::move(value);
}

/// A room in which some things move, in steps of 0.04 s, the same for the same seed. With `eventful`, objects and
/// attributes come and go, the time goes back, values are of any kind.
class Room {
 public:
  explicit Room(std::size_t objects = 6, bool eventful = false, unsigned seed = 1)
      : eventful_(eventful), random_(seed) {
    for (std::size_t i = 0; i != objects; ++i)
      world_.objects.push_back(object_named(static_cast<std::uint32_t>(i + 1), "toy_" + std::to_string(i), 1 + i % 4));
  }

  const sigverse::client::World& world() const { return world_; }
  void step() {
    world_.time += 0.04;
    for (std::size_t i = 0; i != world_.objects.size(); ++i)
      if (i % 3 == 0) move(world_.objects[i]);
    if (eventful_) happen();
  }

 private:
  double number() { return std::uniform_real_distribution(-1e4, 1e4)(random_); }
  std::size_t below(std::size_t limit) { return random_() % limit; }

  void move(sigverse::client::Object& object) {
    for (const char* name : {"x", "y", "z", "vx"}) set(object, name, number());
    for (sigverse::client::Part& part : object.parts) {
      part.place = {number(), number(), number()};
      part.turn = {number(), number(), number(), number()};
    }
  }

  void happen() {
    auto& objects = world_.objects;
    switch (below(24)) {
      case 0:
        ++next_;
        objects.push_back(object_named(1000 + next_, "new_" + std::to_string(next_), below(5)));
        break;
      case 1:
      case 2:
        if (!objects.empty()) objects.erase(objects.begin() + static_cast<long>(below(objects.size())));
        break;
      case 3:
        if (!objects.empty()) objects[0].attributes.push_back({"zz_" + std::to_string(1000 + next_++), "new", true});
        break;
      case 4:
        if (!objects.empty()) objects.back().attributes.erase(objects.back().attributes.begin());
        break;
      case 5:
        if (!objects.empty()) objects.back().attached = !objects.back().attached;
        break;
      case 6:
        if (objects.size() > 1) std::swap(objects[0], objects[1]);
        break;
      case 7:
        world_.time = 0.0;
        break;
      case 8:
        for (auto& object : objects) set(object, "vz", -0.0);
        break;
      case 9:
        for (auto& object : objects) set(object, "mass", below(2) != 0 ? 5e-324 : 1.7e308);
        break;
      case 10:
        if (!objects.empty()) set(objects[below(objects.size())], "name", std::string("\x82\xa0\0\n", 4));
        break;
      case 11:
        if (!objects.empty()) objects.back().parts.clear();
        break;
      case 13:
        if (!objects.empty())
          for (auto& part : objects.back().parts) {
            part.kind = sigverse::wire::PartShape::sphere;
            part.size[1] = part.size[2] = 0.0;
          }
        break;
      case 14:
        if (!objects.empty() && !objects.back().parts.empty()) {
          sigverse::client::Part& part = objects.back().parts.back();
          if (part.kind == sigverse::wire::PartShape::box)
            part.kind = sigverse::wire::PartShape::cylinder, part.size[2] = 0.0;
        }
        break;
      case 12:
        if (!objects.empty()) set(objects[0], "mass", std::string("now a text"));
        break;
      default:
        break;
    }
  }

  bool eventful_;
  std::mt19937 random_;
  unsigned next_ = 0;
  sigverse::client::World world_;
};

/// Writes that many frames of a room into a file; returns the worlds.
inline std::vector<sigverse::client::World> record_room(const std::filesystem::path& file, std::size_t frames,
                                                        Room room = Room()) {
  std::vector<sigverse::client::World> worlds;
  sigverse::recording::Serializer se;
  for (std::size_t i = 0; i != frames; ++i, room.step()) {
    worlds.push_back(room.world());
    se.serializeWorld(room.world().time, room.world());
  }
  se.writeToFile(file);
  return worlds;
}
