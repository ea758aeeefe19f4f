// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <stdexcept>

#include "server/engine/assembly.h"
#include "server/match/brought_gateways.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/core/late_mistakes.h"
#include "tests/support/no_programs.h"
#include "tests/support/plain_gateway.h"

using namespace spark;
using server::Assembly;
using server::BroughtGateways;

namespace {

using Names = std::vector<std::string>;

/// Starts agents of the given types.
class Troupe final : public PlainGateway {
 public:
  explicit Troupe(Names types) : types_(std::move(types)) {}
  GatewayTraits traits() override {
    GatewayTraits traits;
    if (!types_.empty()) traits.notices = {"a troupe of " + types_.front()};
    traits.own_types = traits.own_agents = types_;
    traits.takes_arrivals = traits.wants_real_time = types_.empty();
    return traits;
  }
  void receive(AgentGatewayListener&) override {}
  PerceptWriter& begin_sensation(AgentId, Step, Step) override { return writer_; }
  void end_sensation(AgentId, Step) override {}
  void expect_sensation(AgentId, Step) override {}
  Step earliest_act(AgentId) const override { return 0; }

 private:
  Names types_;
  std::string text_;
  SexpPerceptWriter writer_{text_};
};

class TroupeNode : public GatewayNode {
 public:
  std::unique_ptr<AgentGateway> make_gateway(GatewayContext& context) override {
    if (fault == "throws") throw std::runtime_error("cannot open port 7");
    if (fault == "throws something") throw 7;
    if (fault == "brings nothing") return nullptr;
    CHECK(context.log_folder == "Logfiles");
    return std::make_unique<Troupe>(types);
  }
  Names types;
  std::string fault;
};
class OtherTroupeNode final : public TroupeNode {};

struct Stage {
  Stage() {
    assembly.core.classes.add<TroupeNode>("Troupe", "oxygen/GatewayNode", "");
    assembly.core.classes.add<OtherTroupeNode>("OtherTroupe", "oxygen/GatewayNode", "");
  }
  TroupeNode& add(const char* class_name, const char* path, Names types = {}) {
    auto& node = dynamic_cast<TroupeNode&>(assembly.core.create(class_name, path));
    node.types = std::move(types);
    return node;
  }
  BroughtGateways collect() { return BroughtGateways(context); }
  Assembly assembly{1};
  NoPrograms programs;
  LateMistakes mistakes{assembly.core.log, false};
  GatewayContext context{assembly.core, assembly.loop, assembly.run_control, assembly.commands, programs,
                         mistakes,      "Logfiles"};
};

}  // namespace

TEST_CASE("a match whose script creates no gateway has none") {
  Stage stage;
  const BroughtGateways gateways = stage.collect();
  CHECK(gateways.is_empty());
  CHECK_FALSE(gateways.traits().takes_arrivals);
  CHECK_FALSE(gateways.traits().wants_real_time);
  CHECK(gateways.traits().own_agents.empty());
  CHECK(gateways.traits().notices.empty());
}

TEST_CASE("gateways come from nodes anywhere in the tree, in its order, with their traits") {
  Stage stage;
  stage.add("Troupe", "/sys/server/somewhere/below/troupe", {"clown", "acrobat"});
  stage.add("OtherTroupe", "/sys/other");
  const BroughtGateways gateways = stage.collect();
  REQUIRE(gateways.all().size() == 2);
  CHECK(gateways.starter_of("acrobat") == gateways.all()[0].get());
  CHECK(gateways.starter_of("lion") == nullptr);
  CHECK(gateways.traits().own_agents == Names{"clown", "acrobat"});
  CHECK(gateways.traits().takes_arrivals);
  CHECK(gateways.traits().wants_real_time);
  CHECK(gateways.traits().notices == Names{"a troupe of clown"});
}

TEST_CASE("a gateway that cannot be created is reported in one line with the path of its node") {
  Stage stage;
  TroupeNode& node = stage.add("Troupe", "/sys/server/troupe");
  node.fault = "throws";
  CHECK_THROWS_WITH(stage.collect(), "the gateway of /sys/server/troupe: cannot open port 7");
  node.fault = "throws something";
  CHECK_THROWS_WITH(stage.collect(), "the gateway of /sys/server/troupe: it could not be made");
  node.fault = "brings nothing";
  CHECK_THROWS_WITH(stage.collect(), "the gateway of /sys/server/troupe: the node provided none");
  node.set_option("--troupe 7");
  CHECK_THROWS_WITH(stage.collect(), "--troupe 7: the node provided none");
}

TEST_CASE("two gateways of one class, or for the same agents, are refused") {
  Stage stage;
  stage.add("Troupe", "/sys/a", {"clown"});
  stage.add("OtherTroupe", "/sys/b", {"lion", "clown"});
  CHECK_THROWS_WITH(stage.collect(), "agents of the type 'clown' would be started by two gateways, /sys/a and /sys/b");
  stage.add("Troupe", "/sys/c");
  CHECK_THROWS_WITH(stage.collect(), Catch::Contains("agents of the type"));
  stage.assembly.core.find_first<OtherTroupeNode>()->types.clear();
  CHECK_THROWS_WITH(stage.collect(), "two gateways of the class Troupe, /sys/a and /sys/c: only one is allowed");
}
