// SPDX-License-Identifier: Apache-2.0
// Names in a naming service: bound, replaced, kept, and looked up in other contexts.
#include <omniORB4/Naming.hh>

#include <catch2/catch.hpp>
#include <thread>

#include "gateways/rtm/corba/client.h"
#include "gateways/rtm/corba/name_keeper.h"
#include "gateways/rtm/corba/names.h"
#include "tests/gateways/rtm/corba/stage.h"
#include "tests/support/name_server.h"
#include "tests/support/stepped_clock.h"
#include "tests/support/waiting.h"

using namespace rtm;

namespace {

NamingSettings at(const NameServer& server) {
  return {.name_server = server.address(), .reference_folder = {}};
}

/// The names of a server. The clock of look-ups is stopped, so that they may take as long as a busy machine needs.
std::unique_ptr<Names> names_at(Stage& stage, const NameServer& server) {
  static SteppedClock still;
  return naming_service(*stage.orb, server.address(), still);
}

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

TEST_CASE("each component has three names until it is removed") {
  const NameServer server;
  Stage stage(at(server));
  Bindings bindings(stage, server);
  auto box = stage.add("Box", [](Bench& made) { made.in("in"); });
  stage.add("Box", [](Bench& made) { made.in("in"); });
  for (const char* kind : {"rtcomp", "rtmon", "rtc"}) {
    CHECK(bindings.has("Box0", kind));
    CHECK(bindings.has("Box1", kind));
  }
  const CORBA::Object_var other = bindings.root->resolve(Bindings::name("Box1", "rtc"));
  CHECK(other->_is_a("IDL:openrtm.aist.go.jp/OpenRTM/DataFlowComponent:1.0"));
  Client client(*stage.orb, at(server));
  CHECK(client.names() == std::vector<std::string>{"Box0", "Box1"});
  CHECK(client.list().size() == 2);
  stage.manager->remove(box);
  for (const char* kind : {"rtcomp", "rtmon", "rtc"}) CHECK_FALSE(bindings.has("Box0", kind));
  CHECK(client.names() == std::vector<std::string>{"Box1"});
  stage.manager.reset();
  for (const char* kind : {"rtcomp", "rtmon", "rtc"}) CHECK_FALSE(bindings.has("Box1", kind));
}

TEST_CASE("a component is bound under the names of the format, in contexts created as needed") {
  const NameServer server;
  NamingSettings settings = at(server);
  settings.format = "pc.host_cxt/%t.cat_cxt/%n.rtc, %n.rtc";
  Stage stage(settings);
  Bindings bindings(stage, server);
  const auto box = stage.add("Box", [](Bench& made) { made.in("in"); });
  const auto names = names_at(stage, server);
  const std::vector<NameEntry> entries = names->entries({kOmgKind});
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].path == "Box0.rtc");
  CHECK(entries[1].path == "pc.host_cxt/Box.cat_cxt/Box0.rtc");
  const CORBA::Object_var one = names->resolve(entries[0].path), other = names->resolve(entries[1].path);
  REQUIRE_FALSE(CORBA::is_nil(one.in()));
  CHECK(one->_is_equivalent(other.in()));
  stage.manager->remove(box);
  CHECK(names->entries({kOmgKind}).empty());
  // The contexts stay: other programs may be about to use them.
  CHECK(bindings.has("pc", "host_cxt"));
}

TEST_CASE("a component is found with all its interfaces or not at all while it is published") {
  const NameServer server;
  Stage stage(at(server));
  Client client(*stage.orb, at(server));
  constexpr int kCount = 20;
  std::thread publishing([&stage] {
    for (int i = 0; i != kCount; ++i) stage.add("Box", [](Bench& made) { made.in("in"); });
  });
  for (int i = 0; i != kCount; ++i) {
    const std::string name = "Box" + std::to_string(i);
    ComponentView found;
    CHECK(wait_until([&] {
      try {
        found = client.inspect(name);
        return true;
      } catch (const NoSuchComponent&) {
        return false;
      }
    }));
    INFO(name);
    CHECK(found.is_omg);
  }
  publishing.join();
}

TEST_CASE("a name of a live component of another program is not taken from it") {
  const NameServer server;
  Stage stage(at(server));
  Bindings bindings(stage, server);
  // A live object.
  bindings.root->bind(Bindings::name("Box0", "rtc"), bindings.root.in());
  const CORBA::Object_var dead = stage.orb->access().orb->string_to_object("corbaloc::127.0.0.1:1/dead");
  bindings.root->bind(Bindings::name("Box1", "rtc"), dead.in());
  const auto box = stage.add("Box", [](Bench& made) { made.in("in"); });
  CHECK(box->name() == "Box1");
  CHECK(stage.said("the name Box0 belongs to a component at " + server.address() + "; the next number is tried"));
  const CORBA::Object_var now = bindings.root->resolve(Bindings::name("Box1", "rtc"));
  CHECK_FALSE(now->_non_existent());
}

TEST_CASE("only the first of several components with the same formatted name is bound under it") {
  const NameServer server;
  NamingSettings settings = at(server);
  settings.format = "%t.rtc";
  Stage stage(settings);
  Bindings bindings(stage, server);
  const auto first = stage.add("Box", [](Bench& made) { made.in("in"); });
  const auto second = stage.add("Box", [](Bench& made) { made.in("in"); });
  CHECK(stage.said("warning: Box1 is not bound as Box.rtc, which belongs to a component at " + stage.orb->endpoint()));
  stage.manager->remove(second);
  CHECK(bindings.has("Box", "rtc"));
  stage.manager->remove(first);
  CHECK_FALSE(bindings.has("Box", "rtc"));
}

TEST_CASE("without a name server the OMG reference is in a file, too") {
  NamingSettings settings{.name_server = "none", .reference_folder = {}};
  settings.format = "%h.host_cxt/%n.rtc";
  Stage stage(settings);
  const auto box = stage.add("Box", [](Bench& made) { made.in("in"); });
  CHECK(stage.object("Box0", "rtc")->_is_a("IDL:omg.org/RTC/RTObject:1.0"));
  stage.manager->remove(box);
  CHECK_FALSE(std::filesystem::exists(stage.folder / "ior" / "Box0.rtc"));
}

TEST_CASE("an invalid naming format ends the start with one line") {
  NamingSettings settings{.name_server = "none", .reference_folder = {}};
  settings.format = "%x.rtc";
  CHECK_THROWS_WITH(Stage(settings), Catch::StartsWith("the naming format '%x.rtc' is wrong: "));
}

TEST_CASE("the name of a dead object is replaced, that of a live one is not") {
  const NameServer server;
  Stage stage(at(server));
  Bindings bindings(stage, server);
  // A reference of a killed process: no program listens at port 1.
  const CORBA::Object_var dead = stage.orb->access().orb->string_to_object("corbaloc::127.0.0.1:1/dead");
  bindings.root->bind(Bindings::name("Box0", "rtcomp"), dead.in());
  // A live object: the name server itself.
  bindings.root->bind(Bindings::name("Box1", "rtcomp"), bindings.root.in());
  const auto first = stage.add("Box", [](Bench& made) { made.in("in"); });
  const auto second = stage.add("Box", [](Bench& made) { made.in("in"); });
  CHECK(first->name() == "Box0");
  CHECK(second->name() == "Box2");
  CHECK(stage.said("the name Box1 belongs to a component at " + server.address() + "; the next number is tried"));
  const CORBA::Object_var now = bindings.root->resolve(Bindings::name("Box0", "rtcomp"));
  CHECK_FALSE(now->_non_existent());
}

TEST_CASE("an object that is not a component is bound without a kind") {
  const NameServer server;
  Stage stage(at(server));
  stage.add("Box", [](Bench& made) { made.in("in"); });
  Bindings bindings(stage, server);
  CHECK(stage.publisher->bind("Clock", "Box0/component"));
  const CORBA::Object_var bound = bindings.root->resolve(Bindings::name("Clock", ""));
  CHECK(key_of(bound.in()) == "Box0/component");
  // The name is not given to another object; nor is the name of a live object of another program.
  CHECK_FALSE(stage.publisher->bind("Clock", "Box0/view"));
  bindings.root->bind(Bindings::name("Foreign", ""), bindings.root.in());
  CHECK_FALSE(stage.publisher->bind("Foreign", "Box0/view"));
  CHECK(
      stage.said("warning: the name Foreign belongs to an object at " + server.address() + ", and is not taken over"));
  stage.publisher->unbind("Foreign");
  stage.publisher->unbind("Clock");
  CHECK(bindings.has("Foreign", ""));
  CHECK_FALSE(bindings.has("Clock", ""));
}

TEST_CASE("without a name server an object is bound without a kind in the folder") {
  Stage stage;
  stage.add("Box", [](Bench& made) { made.in("in"); });
  CHECK(stage.publisher->bind("Clock", "Box0/component"));
  const auto folder =
      names(*stage.orb, {.name_server = "none", .reference_folder = stage.folder / "ior"}, spark::RealClock::system());
  const CORBA::Object_var bound = folder->resolve(root_path("Clock", ""));
  CHECK(key_of(bound.in()) == "Box0/component");
  stage.publisher->unbind("Clock");
  CHECK_FALSE(std::filesystem::exists(stage.folder / "ior" / "Clock"));
}

TEST_CASE("a missing name server ends the start with the command that starts one") {
  const std::string address = "127.0.0.1:1";
  CHECK_THROWS_WITH(Stage({.name_server = address, .reference_folder = {}}),
                    "the name server " + address + ": cannot be reached; start one with: rtm names --port 1");
}

TEST_CASE("names with an interval of zero are bound once and not checked") {
  NameServer server;
  Stage stage(at(server));
  SteppedClock clock;
  const auto names = names_at(stage, server);
  const CORBA::Object_var somebody = stage.orb->access().orb->string_to_object("corbaloc::127.0.0.1:1/dead");
  {
    NameKeeper kept(*names, clock, stage.log, std::chrono::nanoseconds::zero());
    kept.add("Lost0.rtcomp", somebody.in());
    CHECK(Bindings(stage, server).has("Lost0", "rtcomp"));
    kept.remove("Lost0.rtcomp");
    CHECK_FALSE(Bindings(stage, server).has("Lost0", "rtcomp"));
  }
  CHECK(clock.interval == 0);
}

TEST_CASE("names are bound again when their server is back or has lost them") {
  NameServer server;
  Stage stage(at(server));
  SteppedClock clock;
  const auto names = names_at(stage, server);
  NameKeeper kept(*names, clock, stage.log, std::chrono::seconds(25));
  const CORBA::Object_var somebody = stage.orb->access().orb->string_to_object("corbaloc::127.0.0.1:1/dead");
  kept.add("Lost0.rtcomp", somebody.in());
  CHECK(Bindings(stage, server).has("Lost0", "rtcomp"));
  CHECK(wait_until([&] { return clock.interval == 25'000'000'000; }));
  server.kill();
  clock.step();
  CHECK(wait_until([&] { return stage.said("names are bound again when it is back"); }));
  clock.step();
  clock.step();
  server.start();
  clock.step();
  CHECK(wait_until([&] { return stage.said("is back; 1 names bound again"); }));
  const auto others = names_at(stage, server);
  CHECK(others->list(kComponentKind) == std::vector<std::string>{"Lost0"});
  // A single lost name.
  others->unbind("Lost0.rtcomp");
  clock.step();
  CHECK(wait_until([&] { return stage.said("had lost 1 names; they are bound again"); }));
  int warnings = 0;
  for (const std::string& line : stage.lines()) warnings += line.starts_with("warning: ") ? 1 : 0;
  CHECK(warnings == 1);
  kept.remove("Lost0.rtcomp");
  CHECK(others->list(kComponentKind).empty());
}

TEST_CASE("lost names are bound again although another one cannot be") {
  NameServer server;
  Stage stage(at(server));
  SteppedClock clock;
  const auto names = names_at(stage, server);
  NameKeeper kept(*names, clock, stage.log, std::chrono::seconds(10));
  const CORBA::Object_var somebody = stage.orb->access().orb->string_to_object("corbaloc::127.0.0.1:1/dead");
  kept.add("a.host_cxt/A0.rtc", somebody.in());
  kept.add("b.host_cxt/B0.rtc", somebody.in());
  const auto others = names_at(stage, server);
  CHECK(others->list(kOmgKind) == std::vector<std::string>{"A0", "B0"});
  // An object has replaced the first context, and the second name is lost.
  others->bind("a.host_cxt", somebody.in());
  others->unbind("b.host_cxt/B0.rtc");
  clock.step();
  CHECK(wait_until([&] { return stage.said("had lost 1 names; they are bound again"); }));
  CHECK(others->list(kOmgKind) == std::vector<std::string>{"B0"});
  CHECK(stage.said("a.host_cxt/A0.rtc: the name server " + server.address()));
}

TEST_CASE("names in contexts are found, and cycles and deep chains are cut") {
  const NameServer server;
  Stage stage(at(server));
  Bindings bindings(stage, server);
  const auto box = stage.add("Box", [](Bench& made) { made.in("in"); });
  const CORBA::Object_var object = bindings.root->resolve(Bindings::name("Box0", "rtcomp"));
  const CosNaming::NamingContext_var host = bindings.root->bind_new_context(Bindings::name("pc.lab", "host_cxt"));
  host->bind(Bindings::name("Deep0", "rtcomp"), object.in());
  host->bind(Bindings::name("no name", "rtcomp"), object.in());
  host->bind_context(Bindings::name("up", "host_cxt"), bindings.root.in());
  const auto names = names_at(stage, server);
  CHECK(names->list(kComponentKind) == std::vector<std::string>{"Box0", "Deep0"});
  const CORBA::Object_var found = names->find("Deep0", kComponentKind);
  REQUIRE_FALSE(CORBA::is_nil(found.in()));
  CHECK(found->_is_equivalent(object.in()));
  CHECK(CORBA::is_nil(CORBA::Object_var(names->find("Deep1", kComponentKind)).in()));
  CHECK_FALSE(stage.said("has more names or contexts than are read"));
  // A chain of contexts that is too deep is cut.
  CosNaming::NamingContext_var below = host;
  for (int i = 0; i != 8; ++i) below = below->bind_new_context(Bindings::name("below", ""));
  below->bind(Bindings::name("Lost0", "rtcomp"), object.in());
  CHECK(names->list(kComponentKind) == std::vector<std::string>{"Box0", "Deep0"});
  CHECK(stage.said("the name server " + server.address() + ": has more names or contexts than are read"));
}

TEST_CASE("entries() lists names of several kinds with their paths, even one name in two contexts") {
  const NameServer server;
  Stage stage(at(server));
  Bindings bindings(stage, server);
  const CORBA::Object_var here = stage.orb->access().orb->string_to_object("corbaloc::127.0.0.1:1/here");
  const CORBA::Object_var there = stage.orb->access().orb->string_to_object("corbaloc::127.0.0.1:1/there");
  const auto names = names_at(stage, server);
  names->bind("In0.rtc", here.in());
  names->bind("pc\\.lab.host_cxt/x.mgr_cxt/In0.rtc", there.in());
  names->bind("In0.rtcomp", here.in());
  names->bind("In0.other", here.in());
  std::vector<std::string> seen;
  for (const NameEntry& entry : names->entries({kComponentKind, kOmgKind})) {
    CHECK(entry.id == "In0");
    seen.push_back(entry.kind + " " + entry.path);
  }
  CHECK(seen ==
        std::vector<std::string>{"rtc In0.rtc", "rtc pc\\.lab.host_cxt/x.mgr_cxt/In0.rtc", "rtcomp In0.rtcomp"});
  const CORBA::Object_var deep = names->resolve(seen[1].substr(4));
  REQUIRE_FALSE(CORBA::is_nil(deep.in()));
  CHECK(deep->_is_equivalent(there.in()));
  // The name in the root takes precedence; without it the deeper one is found.
  CHECK(CORBA::Object_var(names->find("In0", kOmgKind))->_is_equivalent(here.in()));
  names->unbind("In0.rtc");
  CHECK(CORBA::Object_var(names->find("In0", kOmgKind))->_is_equivalent(there.in()));
  names->unbind(seen[1].substr(4));
  CHECK(CORBA::is_nil(CORBA::Object_var(names->find("In0", kOmgKind)).in()));
  CHECK(CORBA::is_nil(CORBA::Object_var(names->resolve("pc.lab/x/In0.rtc")).in()));
}

TEST_CASE("a name below an object that is not a context is refused, and others still work") {
  const NameServer server;
  Stage stage(at(server));
  Bindings bindings(stage, server);
  const auto box = stage.add("Box", [](Bench& made) { made.in("in"); });
  const CORBA::Object_var object = bindings.root->resolve(Bindings::name("Box0", "rtcomp"));
  const auto names = names_at(stage, server);
  names->bind("pc.host_cxt", object.in());
  CHECK_THROWS_WITH(names->bind("pc.host_cxt/Box0.rtc", object.in()),
                    "the name server " + server.address() + " cannot take the name: pc is not a context");
  // A context of another server, which is gone.
  const CORBA::Object_var dead = stage.orb->access().orb->string_to_object("corbaloc::127.0.0.1:1/dead");
  bindings.root->bind_context(
      Bindings::name("gone", "host_cxt"),
      CosNaming::NamingContext_var(CosNaming::NamingContext::_unchecked_narrow(dead.in())).in());
  CHECK_THROWS_AS(names->bind("gone.host_cxt/Box0.rtc", object.in()), NameRefused);
  CHECK_THROWS_AS(names->bind("a//b.rtc", object.in()), NameRefused);
  CHECK_THROWS_AS(names->bind("1/2/3/4/5/6/7/8/b.rtc", object.in()), NameRefused);
  names->bind("lab.host_cxt/Box0.rtc", object.in());
  CHECK(names->list(kOmgKind) == std::vector<std::string>{"Box0"});
  CHECK(stage.said("the context gone.host_cxt cannot be listed"));
}

TEST_CASE("no more than the maximum number of names is read from a name server") {
  const NameServer server;
  Stage stage(at(server));
  Bindings bindings(stage, server);
  const CORBA::Object_var object = stage.orb->access().orb->string_to_object("corbaloc::127.0.0.1:1/dead");
  for (int i = 0; i != 10'500; ++i)
    bindings.root->bind(Bindings::name(("Many" + std::to_string(i)).c_str(), "rtcomp"), object.in());
  const auto names = names_at(stage, server);
  CHECK(names->list(kComponentKind).size() == kMaxNames);
  CHECK(stage.said("has more names"));
}

TEST_CASE("a name server that hangs is reported after the call timeout") {
  const NameServer server;
  Stage stage(at(server), std::chrono::milliseconds(1000));
  Client client(*stage.orb, at(server));
  server.stop();
  CHECK_THROWS_WITH(client.list(), "the name server " + server.address() + ": no answer in time");
  server.resume();
  CHECK(wait_until([&] {
    try {
      return client.list().empty();
    } catch (const NamesUnavailable&) {
      return false;
    }
  }));
}
