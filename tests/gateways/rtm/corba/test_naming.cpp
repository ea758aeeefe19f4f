// SPDX-License-Identifier: Apache-2.0
// Names in a naming service: bound, replaced, kept, and looked up where others have put them.
#include <omniORB4/Naming.hh>

#include <catch2/catch.hpp>
#include <condition_variable>

#include "gateways/rtm/corba/client.h"
#include "gateways/rtm/corba/name_keeper.h"
#include "tests/gateways/rtm/corba/stage.h"
#include "tests/support/name_server.h"
#include "tests/support/waiting.h"

using namespace rtm;

namespace {

NamingSettings at(const NameServer& server) {
  return {.name_server = server.address(), .reference_folder = {}};
}

/// Lets whoever waits wait until the test says that their time is over.
class SteppedClock final : public spark::RealClock {
 public:
  Time now() const override { return Time(std::chrono::hours(1)); }
  void wait(Duration, const Block& block) override {
    while (!block(std::chrono::milliseconds(2)))
      if (steps_ > 0) {
        --steps_;
        return;
      }
  }
  void step() { ++steps_; }

 private:
  std::atomic<int> steps_{0};
};

struct Bindings {
  Bindings(Stage& stage, const NameServer& server) {
    const CORBA::Object_var object =
        stage.orb->access().orb->string_to_object(("corbaloc::" + server.address() + "/NameService").c_str());
    root = CosNaming::NamingContext::_narrow(object.in());
  }
  static CosNaming::Name name(const char* id, const char* kind) {
    CosNaming::Name result;
    result.length(1);
    result[0].id = id;
    result[0].kind = kind;
    return result;
  }
  bool has(const char* id, const char* kind) {
    try {
      const CORBA::Object_var found = root->resolve(name(id, kind));
      return true;
    } catch (const CosNaming::NamingContext::NotFound&) {
      return false;
    }
  }
  CosNaming::NamingContext_var root;
};

}  // namespace

TEST_CASE("components have two names each, until they are gone") {
  const NameServer server;
  Stage stage(at(server));
  Bindings bindings(stage, server);
  auto box = stage.add("Box", [](Bench& made) { made.in("in"); });
  stage.add("Box", [](Bench& made) { made.in("in"); });
  CHECK(bindings.has("Box0", "rtcomp"));
  CHECK(bindings.has("Box0", "rtmon"));
  CHECK(bindings.has("Box1", "rtcomp"));
  Client client(*stage.orb, at(server));
  CHECK(client.names() == std::vector<std::string>{"Box0", "Box1"});
  CHECK(client.list().size() == 2);
  stage.manager->remove(box);
  CHECK_FALSE(bindings.has("Box0", "rtcomp"));
  CHECK_FALSE(bindings.has("Box0", "rtmon"));
  CHECK(client.names() == std::vector<std::string>{"Box1"});
  stage.manager.reset();
  CHECK_FALSE(bindings.has("Box1", "rtcomp"));
}

TEST_CASE("a dead name is replaced, that of somebody alive is not") {
  const NameServer server;
  Stage stage(at(server));
  Bindings bindings(stage, server);
  // Of somebody who was killed: nobody listens at port 1.
  const CORBA::Object_var dead = stage.orb->access().orb->string_to_object("corbaloc::127.0.0.1:1/dead");
  bindings.root->bind(Bindings::name("Box0", "rtcomp"), dead.in());
  // Of somebody alive: the name server itself.
  bindings.root->bind(Bindings::name("Box1", "rtcomp"), bindings.root.in());
  const auto first = stage.add("Box", [](Bench& made) { made.in("in"); });
  const auto second = stage.add("Box", [](Bench& made) { made.in("in"); });
  CHECK(first->name() == "Box0");
  CHECK(second->name() == "Box2");
  CHECK(stage.said("the name Box1 belongs to a component at " + server.address() + "; the next number is tried"));
  const CORBA::Object_var now = bindings.root->resolve(Bindings::name("Box0", "rtcomp"));
  CHECK_FALSE(now->_non_existent());
}

TEST_CASE("a name server that is not there ends the start with what to do") {
  const int port = free_port();
  const std::string address = "127.0.0.1:" + std::to_string(port);
  CHECK_THROWS_WITH(
      Stage({.name_server = address, .reference_folder = {}}),
      "the name server " + address + ": cannot be reached; start one with: rtm names --port " + std::to_string(port));
}

TEST_CASE("names come back with their server") {
  NameServer server;
  Stage stage(at(server));
  SteppedClock clock;
  const auto names = naming_service(*stage.orb, server.address(), clock);
  NameKeeper kept(*names, clock, stage.log);
  const CORBA::Object_var somebody = stage.orb->access().orb->string_to_object("corbaloc::127.0.0.1:1/dead");
  kept.add("Lost0", kComponentKind, somebody.in());
  CHECK(Bindings(stage, server).has("Lost0", "rtcomp"));
  server.kill();
  clock.step();
  CHECK(wait_until([&] { return stage.said("names are bound again when it is back"); }));
  clock.step();
  clock.step();
  server.start();
  clock.step();
  CHECK(wait_until([&] { return stage.said("is back; 1 names bound again"); }));
  const auto others = naming_service(*stage.orb, server.address(), clock);
  CHECK(others->list(kComponentKind) == std::vector<std::string>{"Lost0"});
  // One that is lost by itself.
  others->unbind("Lost0", kComponentKind);
  clock.step();
  CHECK(wait_until([&] { return stage.said("had lost 1 names; they are bound again"); }));
  int warnings = 0;
  for (const std::string& line : stage.lines()) warnings += line.starts_with("warning: ") ? 1 : 0;
  CHECK(warnings == 1);
  kept.remove("Lost0", kComponentKind);
  CHECK(others->list(kComponentKind).empty());
}

TEST_CASE("names in contexts are found, and cycles end") {
  const NameServer server;
  Stage stage(at(server));
  Bindings bindings(stage, server);
  const auto box = stage.add("Box", [](Bench& made) { made.in("in"); });
  const CORBA::Object_var object = bindings.root->resolve(Bindings::name("Box0", "rtcomp"));
  const CosNaming::NamingContext_var host = bindings.root->bind_new_context(Bindings::name("here", "host_cxt"));
  host->bind(Bindings::name("Deep0", "rtcomp"), object.in());
  host->bind(Bindings::name("no name", "rtcomp"), object.in());
  host->bind_context(Bindings::name("up", "host_cxt"), bindings.root.in());
  const auto names = naming_service(*stage.orb, server.address(), spark::RealClock::system());
  CHECK(names->list(kComponentKind) == std::vector<std::string>{"Box0", "Deep0"});
  const CORBA::Object_var found = names->find("Deep0", kComponentKind);
  REQUIRE_FALSE(CORBA::is_nil(found.in()));
  CHECK(found->_is_equivalent(object.in()));
  CHECK(CORBA::is_nil(CORBA::Object_var(names->find("Deep1", kComponentKind)).in()));
  CHECK(stage.said("the name server " + server.address() + ": has more names or contexts than are looked at"));
}

TEST_CASE("a name server with too many names costs no more than they are worth") {
  const NameServer server;
  Stage stage(at(server));
  Bindings bindings(stage, server);
  const CORBA::Object_var object = stage.orb->access().orb->string_to_object("corbaloc::127.0.0.1:1/dead");
  for (int i = 0; i != 10'500; ++i)
    bindings.root->bind(Bindings::name(("Many" + std::to_string(i)).c_str(), "rtcomp"), object.in());
  const auto names = naming_service(*stage.orb, server.address(), spark::RealClock::system());
  CHECK(names->list(kComponentKind).size() == kMostNames);
  CHECK(stage.said("has more names"));
}

TEST_CASE("a name server that hangs costs a call's time") {
  const NameServer server;
  Stage stage(at(server), std::chrono::milliseconds(200));
  Client client(*stage.orb, at(server));
  server.stop();
  CHECK_THROWS_WITH(client.list(), "the name server " + server.address() + ": no answer in time");
  server.resume();
  CHECK(client.list().empty());
}
