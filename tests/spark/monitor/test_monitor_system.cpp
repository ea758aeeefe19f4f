// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/spark/monitor/monitor_stage.h"
#include "tests/support/call_method.h"

using namespace spark;

namespace {
struct OtherSystem : NumberedSystem {};
struct Item : Leaf {};

struct Tree {
  Tree() : lines(core.log) {
    register_monitor_classes(core.classes);
    core.classes.add<NumberedSystem>("game/NumberedSystem", "oxygen/MonitorSystem", "");
    core.classes.add<OtherSystem>("OtherSystem", "oxygen/MonitorSystem", "");
    core.classes.add<Item>("StateItem", "oxygen/MonitorItem", "");
    server = dynamic_cast<MonitorServer*>(&core.create("oxygen/MonitorServer", "/sys/server/monitor"));
    REQUIRE(server);
  }
  Value call(const char* method, const char* name) { return call_method(*server, method, {Value(std::string(name))}); }

  Core core{1};
  LogLines lines;
  MonitorServer* server;
};
}  // namespace

TEST_CASE("a script registers monitor systems and items, which become children of the server") {
  Tree tree;
  CHECK(tree.server->system() == nullptr);
  CHECK(tree.call("registerMonitorSystem", "game/NumberedSystem") == Value(true));
  CHECK(tree.call("registerMonitorSystem", "OtherSystem") == Value(true));
  CHECK(tree.call("registerMonitorItem", "StateItem") == Value(true));
  CHECK(tree.server->system() == tree.core.root().find("/sys/server/monitor/NumberedSystem"));
  CHECK(tree.core.root().find("/sys/server/monitor/OtherSystem"));
  CHECK(tree.core.root().find("/sys/server/monitor/StateItem"));
  CHECK(tree.lines.size() == 0);
}

TEST_CASE("a class can be registered again without effect") {
  Tree tree;
  for (int i = 0; i < 2; ++i) {
    CHECK(tree.call("registerMonitorSystem", "game/NumberedSystem") == Value(true));
    CHECK(tree.call("registerMonitorItem", "StateItem") == Value(true));
  }
  CHECK(tree.server->children().size() == 2);
}

TEST_CASE("classes that are no monitor systems or items are refused with an error line") {
  Tree tree;
  CHECK(tree.call("registerMonitorSystem", "Nonsense") == Value(false));
  CHECK(tree.call("registerMonitorSystem", "oxygen/MonitorSystem") == Value(false));
  CHECK(tree.call("registerMonitorSystem", "zeitgeist/Node") == Value(false));
  CHECK(tree.call("registerMonitorItem", "oxygen/MonitorItem") == Value(false));
  CHECK(tree.lines.count("error: ") == 4);
  CHECK(tree.lines.count("'Nonsense'") == 1);
  CHECK(tree.lines.count("'zeitgeist/Node' is not a monitor system") == 1);
  CHECK(tree.server->children().empty());
  CHECK(tree.server->system() == nullptr);
  CHECK_THROWS_WITH(tree.core.classes.create("oxygen/MonitorCmdParser"), Catch::Contains("abstract"));
}

TEST_CASE("a system that a script deletes is not the active one any more") {
  Tree tree;
  tree.server->register_monitor_system("game/NumberedSystem");
  tree.server->remove(*tree.server->system());
  CHECK(tree.server->system() == nullptr);
}
