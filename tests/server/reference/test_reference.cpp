// SPDX-License-Identifier: Apache-2.0
#include "server/reference/reference.h"

#include <catch2/catch.hpp>

#include "server/reference/wording.h"
#include "spark/agent/agent_aspect.h"
#include "spark/agent/perceptor.h"
#include "spark/command_line/option_values.h"
#include "spark/core/core.h"
#include "spark/scene/scene.h"

namespace {

using namespace server;
using spark::ValueKind;

constexpr spark::Parameter kJump[] = {
    {"height", spark::Parameter::Kind::real, false, "m", "above the ground", {0.0, 0.5, 0.0}},
    {"style", spark::Parameter::Kind::text, true, "", "of the jump"},
};

class JumpEffector : public spark::Effector {
 public:
  std::string_view predicate() const override { return "jump"; }
  std::span<const spark::Parameter> parameters() const override { return kJump; }
  std::string_view help() const override { return "Leaves the ground."; }
  spark::Range range(std::size_t place) const override {
    return place == 0 ? spark::Range{0, highest, 0} : spark::Range{};
  }
  void realise(const spark::Arguments&) override {}
  void set_highest(double height) { highest = height; }
  double highest = 0.5;
};

constexpr spark::PerceptField kHeight[] = {{"height", spark::Unit::metre}};

/// Asked for its fields without an agent it would fail, as such classes do.
class HeightPerceptor : public spark::Perceptor {
 public:
  HeightPerceptor() : Perceptor("Height") {}
  void perceive(spark::PerceptWriter&) override {}
  std::string_view help() const override { return "(Height H)"; }
  std::span<const spark::PerceptField> fields() const override { return (void)agent().label(), kHeight; }
};

void register_jumping(spark::ClassRegistry& classes) {
  classes.begin_module("jumping");
  classes.add<JumpEffector>("JumpEffector", "oxygen/Effector", "Jumps | hops.")
      .method("setHighest", &JumpEffector::set_highest, "height (m, not negative)", "Sets the limit.");
  classes.add<HeightPerceptor>("HeightPerceptor", "oxygen/Perceptor", "Feels the ground.");
  classes.begin_module({});
}

struct World {
  World() {
    spark::register_scene_classes(core.classes);
    spark::register_agent_classes(core.classes);
    register_jumping(core.classes);
  }
  spark::Core core{1};
};

const Reference::Effector& jump_of(const Reference& reference) {
  REQUIRE(reference.effectors.size() == 1);
  return reference.effectors.front();
}

std::vector<Reference::Argument> arguments(std::string text, std::vector<ValueKind> takes) {
  return arguments_of({.name = "m", .parameters = std::move(text), .help = "", .takes = std::move(takes)});
}

}  // namespace

TEST_CASE("the reference has arguments and results of methods, and the module of each class") {
  World world;
  const Reference reference = collect_reference(world.core.classes, nullptr);
  const auto* jump = reference.find("JumpEffector");
  REQUIRE(jump);
  CHECK(jump->module == "jumping");
  CHECK(jump->base == "oxygen/Effector");
  CHECK(jump->can_be_created);
  CHECK_FALSE(reference.find("oxygen/Effector")->can_be_created);
  CHECK(reference.find("oxygen/Transform")->module.empty());
  REQUIRE(jump->methods.size() == 1);
  const auto& method = jump->methods.front();
  REQUIRE(method.arguments.size() == 1);
  CHECK(method.arguments[0].name == "height");
  CHECK(method.arguments[0].unit == "m");
  CHECK(method.arguments[0].note == "not negative");
  CHECK(method.arguments[0].kind == ValueKind::real);
  CHECK(method.gives == ValueKind::nothing);

  // A vector is three numbers to a script.
  const auto& place = reference.find("oxygen/Transform")->methods.front();
  CHECK(place.name == "setLocalPos");
  REQUIRE(place.arguments.size() == 3);
  CHECK(place.arguments[0].unit == "m");
}

TEST_CASE("effectors and perceptors of the script's agents are described with their configuration") {
  World world;
  const Reference plain = collect_reference(world.core.classes, nullptr);
  CHECK_FALSE(jump_of(plain).is_configured);
  CHECK(jump_of(plain).parameters[0].range.max == 0.5);
  REQUIRE(plain.perceptors.size() == 1);
  CHECK(plain.perceptors.front().fields.empty());

  auto& agent = static_cast<spark::AgentAspect&>(world.core.create("oxygen/AgentAspect", "/agent"));
  dynamic_cast<JumpEffector&>(world.core.create("JumpEffector", "/agent/jump")).set_highest(2.0);
  world.core.create("HeightPerceptor", "/agent/height");
  // An agent with two effectors of a class has both.
  dynamic_cast<JumpEffector&>(world.core.create("JumpEffector", "/agent/low_jump")).set_highest(0.1);
  const Reference reference = collect_reference(world.core.classes, &agent);
  REQUIRE(reference.effectors.size() == 2);
  CHECK(reference.effectors[1].parameters[0].range.max == 0.1);
  const auto& jump = reference.effectors[0];
  CHECK(jump.is_configured);
  CHECK(jump.predicate == "jump");
  CHECK(jump.parameters[0].range.max == 2.0);
  CHECK(jump.parameters[1].named);
  CHECK(jump.parameters[1].kind == ValueKind::text);
  REQUIRE(reference.perceptors.front().fields.size() == 1);
  CHECK(reference.perceptors.front().fields[0].unit == "m");
}

TEST_CASE("a name selects a class with its bases, or an effector or perceptor with that predicate") {
  World world;
  const Reference all = collect_reference(world.core.classes, nullptr);
  const Reference jump = select_reference(all, "jump");
  CHECK(jump_of(jump).class_name == "JumpEffector");
  CHECK(jump.perceptors.empty());
  REQUIRE(jump.classes.size() == 5);
  CHECK(jump.classes.front().name == "JumpEffector");
  CHECK(jump.classes.back().name == "zeitgeist/Leaf");
  CHECK(select_reference(all, "Transform").classes.front().name == "oxygen/Transform");
  CHECK(select_reference(all, "oxygen/transform").classes.front().name == "oxygen/Transform");
  CHECK(select_reference(all, "HEIGHT").perceptors.size() == 1);
  try {
    select_reference(all, "jupm");
    FAIL("nothing has that name");
  } catch (const spark::WrongUsage& error) {
    CHECK(std::string(error.what()) ==
          "--describe jupm: there is no class, effector or perceptor with that name; did you mean jump?");
  }
}

TEST_CASE("names and units of arguments are read from the descriptive text") {
  const auto box = arguments("mass (kg), x, y, z (m)", {4, ValueKind::real});
  REQUIRE(box.size() == 4);
  CHECK(box[0].unit == "kg");
  CHECK(box[1].name == "x");
  CHECK(box[1].unit == "m");

  const auto axis =
      arguments("axis (0, 1), speed (m/s, rad/s), on", {ValueKind::integer, ValueKind::real, ValueKind::truth});
  REQUIRE(axis.size() == 3);
  CHECK(axis[0].note == "0, 1");
  CHECK(axis[1].unit == "m/s");
  CHECK(axis[1].note == "rad/s");
  CHECK(axis[2].unit.empty());

  // If the number of names differs, the arguments stay without names.
  const auto rest = arguments("a, b, c, d or point x, y, z", {ValueKind::any});
  REQUIRE(rest.size() == 1);
  CHECK(rest[0].name.empty());
  CHECK(rest[0].kind == ValueKind::any);
  CHECK(arguments("", {}).empty());
}

TEST_CASE("ranges and actions are described in words") {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  CHECK(range_text({-1, 1, 0}, true) == "-1 to 1");
  CHECK(range_text({0, kNone, 0}, true) == "at least 0");
  CHECK(range_text({-kNone, 2, 0}, true) == "at most 2");
  CHECK(range_text({}, true).empty());
  CHECK(range_text({0, 9, 3}, true) == "0 to 9, at rest 3");
  CHECK(range_text({0, 9, 3}, false) == "0 to 9");
  World world;
  CHECK(action_form(jump_of(collect_reference(world.core.classes, nullptr))) == "(jump height [(style …)])");
  Reference::Effector builder;
  builder.predicate = "build";
  builder.parameters.resize(2);
  builder.parameters[0].name = "file";
  builder.parameters[1].name = "arguments";
  builder.parameters[1].kind = ValueKind::any;
  CHECK(action_form(builder) == "(build file [arguments …])");
}

TEST_CASE("the reference is written as text, Markdown and JSON") {
  World world;
  const Reference jump = select_reference(collect_reference(world.core.classes, nullptr), "jump");
  const std::string text = as_text(jump);
  CHECK(
      text.starts_with("EFFECTORS\n\n(jump height [(style …)])  JumpEffector\n  Leaves the ground.\n"
                       "  height: real, m, 0 to 0.5; above the ground\n  style: text; of the jump\n"));
  CHECK(text.find("JumpEffector, based on oxygen/Effector, importBundle 'jumping'\n") != std::string::npos);
  CHECK(text.find("  setHighest(height (m, not negative))\n      Sets the limit.\n") != std::string::npos);
  const std::string page = as_markdown(jump);
  CHECK(page.find("| height | real, m | 0 to 0.5 | above the ground |\n") != std::string::npos);
  CHECK(page.find("### JumpEffector\n\nJumps | hops. Based on oxygen/Effector. After `importBundle 'jumping'`.\n") !=
        std::string::npos);
  const std::string json = as_json(jump);
  CHECK(json.starts_with("{\n  \"classes\": [\n    {\n      \"name\": \"JumpEffector\",\n"));
  CHECK(json.find("\"least\": 0.0,\n          \"most\": 0.5,") != std::string::npos);
  CHECK(json.find("\"least\": null,\n          \"most\": null,") != std::string::npos);
  CHECK(as_json({}) == "{\n  \"classes\": [],\n  \"effectors\": [],\n  \"perceptors\": []\n}\n");
}

TEST_CASE("only the requested effectors and perceptors are shown") {
  World world;
  const Reference all = collect_reference(world.core.classes, nullptr);
  REQUIRE(all.effectors.size() == 1);
  REQUIRE(all.perceptors.size() == 1);
  const Reference height = select_reference(all, "Height");
  CHECK(height.perceptors.size() == 1);
  CHECK(height.effectors.empty());
  const Reference transform = select_reference(all, "Transform");
  CHECK(transform.effectors.empty());
  CHECK(transform.perceptors.empty());
}
