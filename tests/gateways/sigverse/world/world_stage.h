// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "gateways/sigverse/world/sim_world.h"
#include "spark/core/core.h"
#include "spark/physics/body.h"
#include "spark/physics/physics_classes.h"
#include "spark/physics/world.h"
#include "spark/scene/scene.h"
#include "tests/support/folders.h"
#include "tests/support/log_lines.h"
#include "tests/support/temporary_folder.h"

/// A scene with a world of SIGVerse, without a server. World and class files are written into a folder of its own;
/// those that come with the server are found, too.
struct WorldStage {
  explicit WorldStage(std::uint64_t seed = 1) : core(seed) {
    keep_levels_and_lines(core.log, log);
    spark::register_scene_classes(core.classes);
    spark::register_physics_classes(core.classes);
    sigverse::register_sim_obj(core.classes);
    sigverse::SimWorld::register_class(core.classes);
    core.scene_path = {source_folder() + "/scenes"};
    core.create("oxygen/Scene", "/sig");
    world = &dynamic_cast<spark::World&>(core.create("oxygen/World", "/sig/.world"));
    core.create("oxygen/Space", "/sig/.space");
    sim = &dynamic_cast<sigverse::SimWorld&>(core.create("SimWorld", "/sig/.sim"));
    file(
        "Box.xml",
        R"(<define-class name="Box" inherit="Entity.xml"><simpleShape type="box"><size sx="20" sy="10" sz="40"/></simpleShape></define-class>)");
    file(
        "Ball.xml",
        R"(<define-class name="Ball" inherit="Entity.xml"><simpleShape type="sphere"><size r="10"/></simpleShape></define-class>)");
  }

  /// The path.
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name, std::ios::binary) << text;
    return (folder / name).string();
  }
  /// A world with that content.
  void load(const std::string& content) { sim->load(file("world.xml", "<world name=\"w\">\n" + content + "</world>")); }
  /// The error of that file, without the name of the folder; empty if there is none.
  std::string error_of(const std::string& file) {
    try {
      sim->load(file);
    } catch (const sigverse::WorldFileError& error) {
      std::string text = error.what();
      for (auto at = text.find(folder.path().string() + "/"); at != text.npos;
           at = text.find(folder.path().string() + "/"))
        text.erase(at, folder.path().string().size() + 1);
      return text;
    }
    return {};
  }
  sigverse::SimObj& at(const std::string& name) {
    auto* found = sim->find(name);
    REQUIRE(found);
    return *found;
  }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      world->step(0.01);
      core.clock.advance();
    }
  }

  TemporaryFolder folder;
  std::vector<std::string> log;
  spark::Core core;
  spark::World* world = nullptr;
  sigverse::SimWorld* sim = nullptr;
};

/// An object element with these attributes: `object("Box.xml", "box", "x=1 y=2")`.
inline std::string object(const std::string& class_file, const std::string& name, const std::string& values = "",
                          const std::string& more = "") {
  std::string text =
      "<instanciate class=\"" + class_file + "\">\n<set-attr-value name=\"name\" value=\"" + name + "\"/>";
  for (std::size_t at = 0; at < values.size();) {
    const std::size_t end = std::min(values.find(' ', at), values.size());
    const std::string word = values.substr(at, end - at);
    const auto sign = word.find('=');
    text += "<set-attr-value name=\"" + word.substr(0, sign) + "\" value=\"" + word.substr(sign + 1) + "\"/>";
    at = end + 1;
  }
  return text + more + "</instanciate>\n";
}

inline const std::string kNoGravity = "<gravity x=\"0\" y=\"0\" z=\"0\"/>";
