// SPDX-License-Identifier: Apache-2.0
// Sets of parameters: prepared by clients, taken over between two passes.
#include <catch2/catch.hpp>

#include "gateways/rtm/component/parameters.h"
#include "gateways/rtm/component/value.h"
#include "tests/gateways/rtm/component/component_stage.h"

using namespace rtm;

namespace {

using Texts = Parameters::Texts;

/// Notes its two parameters at activation and in each pass.
class Reader final : public Component {
 public:
  Reader() : Component("Reader", Pattern::client) {
    add_parameter("gain", "1");
    add_parameter("mode", "slow");
  }
  std::vector<std::string> seen;

 private:
  void on_activated() override { note("on"); }
  void on_execute() override { note("pass"); }
  void note(const std::string& what) { seen.push_back(what + " " + parameter("gain") + " " + parameter("mode")); }
};

void declare_two(Parameters& parameters) {
  CHECK(parameters.declare("gain", "1"));
  CHECK(parameters.declare("mode", "slow"));
  CHECK_FALSE(parameters.declare("gain", "2"));
}

}  // namespace

TEST_CASE("the default set has the presets, and follows parameters that are set individually") {
  Parameters parameters;
  declare_two(parameters);
  CHECK(parameters.active().id == "default");
  CHECK(parameters.active().texts == Texts{{"gain", "1"}, {"mode", "slow"}});
  CHECK(parameters.set("gain", "3"));
  CHECK(parameters.active().texts == Texts{{"gain", "3"}, {"mode", "slow"}});
  CHECK(parameters.number("gain", 0.0) == 3.0);
}

TEST_CASE("an activated set is taken over as a whole by take_over") {
  Parameters parameters;
  declare_two(parameters);
  CHECK(parameters.add({"fast", "for races", {{"mode", "fast"}, {"gain", "10"}}}));
  CHECK(parameters.find("fast")->texts == Texts{{"gain", "10"}, {"mode", "fast"}});
  parameters.take_over();
  CHECK(parameters.all() == Texts{{"gain", "1"}, {"mode", "slow"}});
  CHECK(parameters.activate("fast"));
  CHECK(parameters.all() == Texts{{"gain", "1"}, {"mode", "slow"}});
  CHECK(parameters.active().description == "for races");
  parameters.take_over();
  CHECK(parameters.all() == Texts{{"gain", "10"}, {"mode", "fast"}});
  // A set with one parameter leaves the other unchanged.
  CHECK(parameters.add({"soft", "", {{"gain", "0.5"}}}));
  CHECK(parameters.activate("soft"));
  parameters.take_over();
  CHECK(parameters.all() == Texts{{"gain", "0.5"}, {"mode", "fast"}});
  CHECK(parameters.activate("default"));
  parameters.take_over();
  CHECK(parameters.all() == Texts{{"gain", "1"}, {"mode", "slow"}});
}

TEST_CASE("changes of the active set take effect with the next take_over, those of other sets do not") {
  Parameters parameters;
  declare_two(parameters);
  CHECK(parameters.add({"fast", "", {{"gain", "10"}}}));
  CHECK(parameters.change({"fast", "new", {{"mode", "fast"}}}));
  CHECK(parameters.find("fast")->texts == Texts{{"gain", "10"}, {"mode", "fast"}});
  parameters.take_over();
  CHECK(parameters.text("mode") == "slow");
  CHECK(parameters.change({"default", "", {{"mode", "walk"}}}));
  CHECK(parameters.text("mode") == "slow");
  parameters.take_over();
  CHECK(parameters.all() == Texts{{"gain", "1"}, {"mode", "walk"}});
}

TEST_CASE("invalid sets are refused, and no set changes") {
  Parameters parameters;
  declare_two(parameters);
  CHECK(parameters.add({"a", "", {}}));
  CHECK(parameters.add({"_widgets", "", {}}));
  const auto before = parameters.sets();
  CHECK_FALSE(parameters.add({"a", "", {}}));
  CHECK_FALSE(parameters.add({"default", "", {}}));
  CHECK_FALSE(parameters.add({"", "", {}}));
  CHECK_FALSE(parameters.add({"new\nline", "", {}}));
  CHECK_FALSE(parameters.add({std::string(65, 'x'), "", {}}));
  CHECK_FALSE(parameters.add({"b", "", {{"speed", "1"}}}));
  CHECK_FALSE(parameters.add({"b", "", {{"gain", std::string(Value::kMaxBytes + 1, '1')}}}));
  CHECK_FALSE(parameters.add({"b", std::string(Parameters::kMaxBytes, 'x'), {}}));
  CHECK_FALSE(parameters.change({"c", "", {}}));
  CHECK_FALSE(parameters.change({"a", "", {{"speed", "1"}}}));
  CHECK_FALSE(parameters.change({"a", std::string(Parameters::kMaxBytes, 'x'), {}}));
  CHECK_FALSE(parameters.activate("c"));
  CHECK_FALSE(parameters.activate("_widgets"));
  CHECK_FALSE(parameters.remove("default"));
  CHECK_FALSE(parameters.remove("c"));
  CHECK(parameters.sets().size() == before.size());
  CHECK(parameters.active().id == "default");
  CHECK(parameters.activate("a"));
  CHECK_FALSE(parameters.remove("a"));
  CHECK(parameters.remove("_widgets"));
  CHECK(parameters.active().id == "a");
  for (std::size_t i = parameters.sets().size(); i != Parameters::kMaxSets; ++i)
    CHECK(parameters.add({"set " + std::to_string(i), "", {}}));
  CHECK_FALSE(parameters.add({"one more", "", {}}));
}

TEST_CASE("a set that names a parameter twice is taken with the first text") {
  Parameters parameters;
  declare_two(parameters);
  CHECK(parameters.add({"a", "", {{"gain", "2"}, {"gain", "3"}}}));
  CHECK(parameters.find("a")->texts == Texts{{"gain", "2"}});
}

TEST_CASE("a component sees a set from its next callback on") {
  ComponentStage stage(true);
  const auto reader = stage.add<Reader>();
  reader->switch_on();
  stage.manager().tick();
  CHECK(reader->parameter_sets().add({"fast", "", {{"gain", "10"}, {"mode", "fast"}}}));
  CHECK(reader->parameter_sets().activate("fast"));
  CHECK(reader->parameters() == Texts{{"gain", "1"}, {"mode", "slow"}});
  stage.manager().tick();
  reader->switch_off();
  stage.manager().tick();
  CHECK(reader->parameter_sets().activate("default"));
  reader->switch_on();
  stage.manager().tick();
  CHECK(reader->seen ==
        std::vector<std::string>{"on 1 slow", "pass 1 slow", "pass 10 fast", "on 1 slow", "pass 1 slow"});
}
