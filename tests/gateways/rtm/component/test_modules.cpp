// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "tests/gateways/rtm/component/component_stage.h"
#include "tests/support/temporary_folder.h"

namespace rtm {
namespace {

using Catch::Matchers::Contains;
const std::filesystem::path kLogic = std::filesystem::path(COMPONENT_FOLDER) / "Logic.so";

using Names = std::vector<std::string>;

std::string refusal(Manager& manager, const std::string& module) {
  try {
    manager.load(module);
  } catch (const std::runtime_error& error) {
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    return error.what();
  }
  return "it was loaded";
}

TEST_CASE("a module is found by its name in the first folder that has it, and may be loaded twice") {
  ComponentStage stage;
  const TemporaryFolder empty;
  stage.folders_ = {empty.path(), COMPONENT_FOLDER};
  Manager& manager = stage.manager();
  manager.load("Logic");
  manager.load("Logic");
  manager.load("Average");
  CHECK(manager.types() == Names{"Average", "Logic"});
  const auto logic = manager.create("Logic", {{"threshold", "50"}});
  CHECK(logic->name() == "Logic0");
  CHECK(logic->parameters().at(0).second == "50");
}

TEST_CASE("a module is found by its file") {
  ComponentStage stage;
  stage.manager().load(kLogic);
  CHECK(stage.manager().types() == Names{"Logic"});
}

TEST_CASE("a module given by its file name is searched for in the module folders") {
  ComponentStage stage;
  stage.folders_ = {COMPONENT_FOLDER};
  stage.manager().load("Logic.so");
  CHECK(stage.manager().types() == Names{"Logic"});
  CHECK(refusal(stage.manager(), "Logik.so") ==
        std::string("component module Logik.so: there is no Logik.so in ") + COMPONENT_FOLDER);
}

TEST_CASE("a module of other middleware is refused before any of its code runs") {
  ComponentStage stage;
  CHECK_THAT(refusal(stage.manager(), FOREIGN_MODULE),
             Contains("Foreign.so: it was not made for this manager; run components of other middleware in their own "
                      "daemon"));
  CHECK(std::getenv("FOREIGN_MODULE_WAS_LOADED") == nullptr);
}

TEST_CASE("two managers can load the same module") {
  for (int i = 0; i < 2; ++i) {
    ComponentStage stage;
    stage.folders_ = {COMPONENT_FOLDER};
    stage.manager().load("Logic");
    CHECK(stage.manager().types() == Names{"Logic"});
  }
}

TEST_CASE("a missing module or an invalid module name is refused") {
  ComponentStage stage;
  const TemporaryFolder empty;
  stage.folders_ = {empty.path(), COMPONENT_FOLDER};
  Manager& manager = stage.manager();
  CHECK(refusal(manager, "Logik") ==
        "component module Logik: there is no Logik.so in " + empty.path().string() + ", " + COMPONENT_FOLDER);
  CHECK_THAT(refusal(manager, "/nowhere/Logic.so"), Contains("/nowhere/Logic.so: No such file"));
  CHECK_THAT(refusal(manager, ""), Contains("is not a name for a module"));
  CHECK_THAT(refusal(manager, "a\nb"), Contains("a?b: 'a?b' is not a name for a module"));
  CHECK_THAT(refusal(manager, ".."), Contains("is not a name for a module"));
  CHECK(manager.types().empty());
}

TEST_CASE("files that are not modules are refused") {
  ComponentStage stage;
  const TemporaryFolder folder;
  stage.folders_ = {folder.path()};
  std::ofstream(folder.path() / "Text.so") << "no library";
  std::filesystem::create_directory(folder.path() / "Folder.so");
  CHECK_THAT(refusal(stage.manager(), "Text"), Contains(folder.path().string() + "/Text.so: "));
  CHECK_THAT(refusal(stage.manager(), "Folder"), Contains(folder.path().string() + "/Folder.so: "));
  // A library under another name lacks the function that this name demands.
  std::filesystem::copy_file(kLogic, folder.path() / "Other.so");
  CHECK_THAT(refusal(stage.manager(), "Other"), Contains("Other.so: it has no function OtherInit"));
  CHECK(stage.manager().types().empty());
}

TEST_CASE("a module whose init function throws leaves no types behind") {
  ComponentStage stage;
  for (int i = 0; i < 2; ++i) {
    CHECK_THAT(refusal(stage.manager(), THROWING_MODULE),
               Contains("Throwing.so: ThrowingInit threw: no licence?for this machine"));
    CHECK(stage.manager().types().empty());
  }
}

TEST_CASE("a module whose type is already registered is refused") {
  ComponentStage stage;
  stage.folders_ = {COMPONENT_FOLDER};
  stage.manager().add_type("Logic", []() -> std::shared_ptr<Component> { return nullptr; });
  CHECK_THAT(refusal(stage.manager(), "Logic"), Contains("LogicInit threw: there already is a type Logic"));
  CHECK(stage.manager().types() == Names{"Logic"});
}

}  // namespace
}  // namespace rtm
