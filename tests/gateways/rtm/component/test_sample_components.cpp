// SPDX-License-Identifier: Apache-2.0
//
// The sample components that are installed as modules.
#include <catch2/catch.hpp>

#include "tests/gateways/rtm/component/component_stage.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;

/// One driven component of a module, and the values that it puts.
class Bench {
 public:
  explicit Bench(const std::string& type, const Manager::Parameters& parameters = {}) : stage_(true) {
    stage_.folders_ = {COMPONENT_FOLDER};
    stage_.manager().load(type);
    component = stage_.manager().create(type, parameters);
    component->out_ports().at(0)->subscribe(Request::repeated, out);
    component->switch_on();
    stage_.manager().tick();
  }
  void put(const std::string& port, double value) { component->in_port(port)->put(Value(value)); }
  /// The values that are put in one pass.
  std::vector<double> pass() {
    const auto before = out->values().size();
    stage_.manager().tick();
    const auto values = out->values();
    return {values.begin() + static_cast<std::ptrdiff_t>(before), values.end()};
  }

  std::shared_ptr<Component> component;
  std::shared_ptr<Keeper> out = std::make_shared<Keeper>();

 private:
  ComponentStage stage_;
};

using Values = std::vector<double>;

TEST_CASE("Logic lets a value pass while another is above the threshold") {
  Bench logic("Logic");
  CHECK(logic.component->in_ports().at(0)->name() == "in1");
  CHECK(logic.component->in_ports().at(1)->name() == "in2");
  CHECK(logic.component->out_ports().at(0)->name() == "out");
  CHECK(logic.component->pattern() == Pattern::client);
  CHECK(logic.pass().empty());
  logic.put("in2", 200);
  CHECK(logic.pass().empty());
  logic.put("in1", 9);
  CHECK(logic.pass() == Values{9});
  CHECK(logic.pass() == Values{9});
  logic.put("in2", 100);
  CHECK(logic.pass().empty());
  logic.put("in1", 18);
  CHECK(logic.pass().empty());
  logic.put("in2", 100.1);
  CHECK(logic.pass() == Values{18});
}

TEST_CASE("the threshold of Logic is a parameter, and a text that is not a number means the preset") {
  Bench logic("Logic", {{"threshold", "5"}});
  logic.put("in1", 1);
  logic.put("in2", 6);
  CHECK(logic.pass() == Values{1});
  CHECK(logic.component->set_parameter("threshold", "6"));
  CHECK(logic.pass().empty());
  CHECK(logic.component->set_parameter("threshold", "much"));
  logic.put("in2", 99);
  CHECK(logic.pass().empty());
  logic.put("in2", 101);
  CHECK(logic.pass() == Values{1});
}

TEST_CASE("Logic with a thread of its own answers at once, and repeats its output in each period") {
  ComponentStage stage;
  stage.folders_ = {COMPONENT_FOLDER};
  stage.manager().load("Logic");
  const auto logic = stage.manager().create("Logic");
  const auto out = std::make_shared<Keeper>();
  logic->out_port("out")->subscribe(Request::repeated, out);
  REQUIRE(logic->switch_on());
  logic->in_port("in2")->put(Value(200));
  logic->in_port("in1")->put(Value(3));
  REQUIRE(out->gets(1));
  const auto before = out->values().size();
  for (std::size_t i = 1; i <= 3; ++i) {
    stage.clock().advance_when_waiting(1, 10ms);
    REQUIRE(out->gets(before + i));
  }
  CHECK(out->values().back() == 3.0);
}

TEST_CASE("Average is the mean of the last values") {
  Bench average("Average", {{"count", "3"}});
  CHECK(average.component->pattern() == Pattern::self_contained);
  const Values given{3, 6, 0, 9, -15}, expected{3, 4.5, 3, 5, -2};
  for (std::size_t i = 0; i < given.size(); ++i) {
    average.put("in", given[i]);
    const auto put = average.pass();
    REQUIRE(put.size() == 1);
    CHECK(put[0] == Approx(expected[i]).margin(1e-12));
    CHECK(average.pass().empty());
  }
}

TEST_CASE("Average restarts when it is switched on, and accepts any count and very large numbers") {
  Bench average("Average");
  for (const char* const count : {"1", "0", "-5", "1e300"}) {
    CHECK(average.component->set_parameter("count", count));
    average.component->switch_off();
    average.pass();
    average.component->switch_on();
    average.pass();
    for (int i = 0; i < 5; ++i) {
      average.put("in", 1.7e308);
      const auto put = average.pass();
      REQUIRE(put.size() == 1);
      CHECK(put[0] == Approx(1.7e308));
    }
  }
}

}  // namespace
}  // namespace rtm
