// SPDX-License-Identifier: Apache-2.0
// The client of tools: inspects components, puts, gets, connects and switches, for our own and for foreign ones.
#include <catch2/catch.hpp>
#include <filesystem>

#include "gateways/rtm/component/synch_trigger_context.h"
#include "gateways/rtm/corba/any_value.h"
#include "gateways/rtm/corba/client.h"
#include "tests/gateways/rtm/corba/stage.h"
#include "tests/support/files.h"
#include "tests/support/waiting.h"

using namespace rtm;

namespace {

using Words = std::vector<std::string>;

/// A process with a client.
struct Table : Stage {
  explicit Table(std::chrono::milliseconds call_timeout = kTimeout)
      : Stage({.name_server = "none", .reference_folder = {}}, call_timeout) {}
  Client client{*orb, {.name_server = "none", .reference_folder = folder / "ior"}};
};

/// A component that is ticked from outside.
class Ticked final : public Component {
 public:
  Ticked() : Component("Ticked", Pattern::client) {}
  std::atomic<int> passes{0};

 private:
  void on_execute() override { ++passes; }
};

/// An InPort and a component of another program, written from the interfaces alone.
class ForeignIn final : public POA_InPort {
 public:
  void put(const CORBA::Any& value) override {
    const std::lock_guard lock(mutex_);
    if (!(value >>= last_)) throw CORBA::BAD_PARAM(2, CORBA::COMPLETED_NO);
  }
  char* name() override { return CORBA::string_dup("target"); }
  CORBA::TypeCode_ptr port_type() override { return CORBA::TypeCode::_duplicate(CORBA::_tc_double); }
  double last() const {
    const std::lock_guard lock(mutex_);
    return last_;
  }

 private:
  mutable std::mutex mutex_;
  CORBA::Double last_ = -1;
};

class ForeignComponent final : public POA_RtComponent {
 public:
  explicit ForeignComponent(::InPort_ptr in) : in_(::InPort::_duplicate(in)) {}
  void on() override { is_on = true; }
  void off() override { is_on = false; }
  InPortList* in_ports() override {
    auto* ports = new InPortList;
    ports->length(1);
    (*ports)[0] = ::InPort::_duplicate(in_.in());
    return ports;
  }
  OutPortList* out_ports() override { return new OutPortList; }
  std::atomic<bool> is_on{false};

 private:
  ::InPort_var in_;
};

/// Such a component on the network, under the name Old0.
struct Foreign {
  explicit Foreign(Stage& stage) {
    const CORBA::Object_var port = stage.orb->access().add(in, "theirs/target");
    component = new ForeignComponent(::InPort_var(::InPort::_narrow(port.in())).in());
    const CORBA::Object_var object = stage.orb->access().add(component, "theirs");
    const CORBA::String_var reference = stage.orb->access().orb->object_to_string(object.in());
    write_file(stage.folder / "ior" / "Old0.rtcomp", std::string(reference.in()) + "\n");
  }
  ~Foreign() {
    in->_remove_ref();
    component->_remove_ref();
  }
  ForeignIn* in = new ForeignIn;
  ForeignComponent* component = nullptr;
};

}  // namespace

TEST_CASE("a client sees components with ports, values and links") {
  Table table;
  const auto from = table.add("From", [](Bench& made) { made.out("out"); });
  table.add("To", [](Bench& made) {
    made.in("in", ValueType::float64);
    made.in("row", ValueType::floats);
  });
  CHECK(table.client.names() == std::vector<std::string>{"From0", "To0"});
  table.client.connect("From0.out", "To0.in");
  from->out_port("out")->put(Value(0.25F));
  table.client.put("To0.row", Words{"1", "2.5"});
  const auto views = table.client.list();
  REQUIRE(views.size() == 2);
  CHECK(views[0].name == "From0");
  CHECK(views[0].category == "From");
  CHECK(views[0].state == "off");
  REQUIRE(views[0].out.size() == 1);
  CHECK(views[0].out[0].name == "out");
  CHECK(views[0].out[0].type == "float");
  CHECK(views[0].out[0].value == "0.25");
  REQUIRE(views[0].links.size() == 1);
  CHECK(views[0].links[0].from == "From0.out");
  CHECK(views[0].links[0].to == "To0.in");
  CHECK(views[0].links[0].counts->pushed == 1);
  CHECK(views[0].links[0].counts->failed == 0);
  REQUIRE(views[1].in.size() == 2);
  CHECK(views[1].in[0].value == "0.25");
  CHECK(views[1].in[1].value == "1 2.5");
  CHECK(table.client.get("To0.row") == Value(Value::Floats{1, 2.5F}));
  CHECK(table.client.get("From0.out") == Value(0.25F));
  table.client.disconnect("From0.out", "To0.in");
  CHECK(table.client.inspect("From0").links.empty());
}

TEST_CASE("a client sees a flush connection between two components of one program") {
  Table table;
  const auto from = table.add("From", [](Bench& made) { made.out("out"); });
  const auto to = table.add("To", [](Bench& made) { made.in("in"); });
  REQUIRE(
      from->out_port("out")->subscribe(Delivery{.kind = Delivery::Kind::flush}, local_subscriber(to->in_port("in"))));
  const auto links = table.client.inspect("From0").links;
  REQUIRE(links.size() == 1);
  CHECK(links[0].from == "From0.out");
  CHECK(links[0].to == "To0.in");
}

TEST_CASE("a client reports each failure in one line") {
  Table table;
  table.add("From", [](Bench& made) { made.out("out"); });
  table.add("To", [](Bench& made) {
    made.in("in");
    made.in("words", ValueType::string);
  });
  CHECK_THROWS_WITH(table.client.inspect("Form0"), "there is no component Form0; did you mean From0?");
  CHECK_THROWS_WITH(table.client.get("To0.imn"), "To0 has no port imn; did you mean in?");
  CHECK_THROWS_WITH(table.client.put("To0", Words{"1"}), "port 'To0': expected COMPONENT.PORT, as in Motor0.position");
  CHECK_THROWS_WITH(table.client.put("To0.in", Words{"one"}), "To0.in takes float; \"one\" is none");
  CHECK_THROWS_WITH(table.client.put("To0.in", Value(std::string("one"))), "To0.in: refused: the type is wrong");
  CHECK_THROWS_WITH(table.client.connect("From0.out", "To0.words"), "From0.out gives float, To0.words takes string");
  CHECK_THROWS_WITH(table.client.connect("To0.in", "From0.out"), "To0 has no OutPort in");
  CHECK_THROWS_WITH(table.client.disconnect("From0.out", "To0.in"), "From0.out and To0.in are not connected");
  table.client.connect("From0.out", "To0.in");
  CHECK_THROWS_WITH(table.client.connect("From0.out", "To0.in"), Catch::Contains("connected already"));
  CHECK_THROWS_WITH(table.client.inspect("../../etc/passwd"), Catch::Contains("there is no component"));
}

TEST_CASE("a client switches components") {
  Table table;
  const auto box = table.add("Box", [](Bench& made) { made.in("in"); });
  table.client.switch_on("Box0");
  CHECK(box->state() == State::on);
  CHECK(table.client.inspect("Box0").state == "on");
  table.client.switch_off("Box0");
  CHECK(box->state() == State::off);
}

TEST_CASE("a client watches a port until it stops") {
  Table table;
  const auto from = table.add("From", [](Bench& made) { made.out("out"); });
  std::mutex mutex;
  std::vector<double> seen;
  auto watch = table.client.watch("From0.out", [&](const Value& value) {
    const std::lock_guard lock(mutex);
    seen.push_back(value.number());
  });
  for (const float number : {1.0F, 2.0F, 3.0F}) from->out_port("out")->put(Value(number));
  CHECK(wait_until([&] {
    const std::lock_guard lock(mutex);
    return seen == std::vector<double>{1, 2, 3};
  }));
  watch.reset();
  CHECK(from->out_port("out")->links().empty());
  from->out_port("out")->put(Value(4.0F));
  CHECK(seen.size() == 3);
}

TEST_CASE("components without a view can be connected and switched, too") {
  Table table;
  const auto from = table.add("From", [](Bench& made) { made.out("out"); });
  Foreign foreign(table);
  CHECK(table.client.names() == std::vector<std::string>{"From0", "Old0"});
  const ComponentView before = table.client.inspect("Old0");
  CHECK(before.state == "unknown");
  REQUIRE(before.in.size() == 1);
  CHECK(before.in[0].name == "target");
  CHECK(before.in[0].type == "double");
  table.client.connect("From0.out", "Old0.target");
  from->out_port("out")->put(Value(1.5F));  // converted to the double of their port
  CHECK(foreign.in->last() == 1.5);
  const auto views = table.client.list();
  REQUIRE(views.size() == 2);
  REQUIRE(views[0].links.size() == 1);
  CHECK(views[0].links[0].to == "Old0.target");
  table.client.put("Old0.target", Words{"2.5"});
  CHECK(foreign.in->last() == 2.5);
  table.client.switch_on("Old0");
  CHECK(foreign.component->is_on);
  CHECK_THROWS_WITH(table.client.get("Old0.target"), "Old0.target does not show what was put there");
}

TEST_CASE("a component with both interfaces is shown once, one with the OMG's interface alone by its profile") {
  Table table;
  const auto from = table.add("From", [](Bench& made) { made.out("out"); });
  const auto to = table.add("To", [](Bench& made) {
    made.in("in");
    made.in("words", ValueType::string);
  });
  CHECK(table.client.names() == std::vector<std::string>{"From0", "To0"});
  CHECK(table.client.inspect("To0").is_classic);
  CHECK(table.client.inspect("To0").is_omg);
  // Like components of other programs: without the references of 2003.
  for (const char* const kind : {".rtcomp", ".rtmon"})
    std::filesystem::remove(table.folder / "ior" / (std::string("To0") + kind));
  CHECK(table.client.names() == std::vector<std::string>{"From0", "To0"});
  const ComponentView view = table.client.inspect("To0");
  CHECK_FALSE(view.is_classic);
  REQUIRE(view.in.size() == 2);
  CHECK(view.in[0].name == "in");
  CHECK(view.in[0].type == "float");
  CHECK(view.in[0].value.empty());
  table.client.connect("From0.out", "To0.in");
  CHECK_THROWS_WITH(table.client.connect("From0.out", "To0.in"), "From0.out and To0.in are connected already");
  from->out_port("out")->put(Value(1.5F));
  CHECK(wait_until([&] { return to->in_port("in")->get().number() == 1.5; }));
  const auto views = table.client.list();
  REQUIRE(views.size() == 2);
  REQUIRE(views[0].links.size() == 1);
  CHECK(views[0].links[0].to == "To0.in");
  CHECK_FALSE(views[0].links[0].counts);
  table.client.disconnect("From0.out", "To0.in");
  CHECK(table.client.inspect("From0").links.empty());
  table.client.put("To0.in", Words{"2.5"});
  CHECK(to->in_port("in")->get().number() == 2.5);
  CHECK_THROWS_WITH(table.client.put("To0.in", Words{"one"}), "To0.in takes float; \"one\" is none");
  CHECK_THROWS_WITH(table.client.connect("From0.out", "To0.words"), "From0.out gives float, To0.words takes string");
  Foreign foreign(table);
  CHECK_THROWS_WITH(table.client.connect("Old0.source", "To0.in"),
                    "Old0 has only the interface of 2003 and To0 only that of the OMG; wire both to a component that "
                    "has both, such as Logic (rtm run logic.py)");
}

TEST_CASE("one component that hangs among fifty costs one timeout") {
  Table table(std::chrono::milliseconds(1000));
  for (int i = 0; i != 49; ++i) table.add("Box", [](Bench& made) { made.in("in"); });
  const SilentPeer silent;
  for (const char* const kind : {"rtcomp", "rtmon"})
    write_file(table.folder / "ior" / (std::string("Hung0.") + kind), silent.reference("hung") + "\n");
  const auto views = table.client.list();
  REQUIRE(views.size() == 50);
  int gone = 0;
  for (const ComponentView& view : views) gone += view.state == "gone" ? 1 : 0;
  CHECK(gone == 1);
  CHECK(silent.requests() == 1);  // each would cost a timeout
}

TEST_CASE("a component is ticked through its context") {
  Table s;
  s.manager->add_type("Ticked", [] { return std::make_shared<Ticked>(); });
  s.manager->add_context_type(SynchTriggerContext::kType,
                              [](const ContextSettings& settings, const Environment& environment) {
                                return std::make_shared<SynchTriggerContext>(settings, environment);
                              });
  const auto component = std::dynamic_pointer_cast<Ticked>(s.manager->create(
      "Ticked", {}, {.type = SynchTriggerContext::kType, .transition_timeout = std::chrono::milliseconds(20)}));
  const auto ticked = s.client.ticked("Ticked0");
  CHECK(ticked->is_ticked());
  CHECK(ticked->context_type() == SynchTriggerContext::kType);
  CHECK(ticked->state() == LifeCycle::inactive);
  ticked->tick(kTimeout);
  CHECK(component->passes == 0);
  CHECK(ticked->activate() == ReturnCode::error);  // no pass has been made
  CHECK(ticked->state() == LifeCycle::inactive);
  ticked->tick(kTimeout);
  CHECK(ticked->state() == LifeCycle::active);
  CHECK(component->passes == 1);
  CHECK(ticked->activate() == ReturnCode::precondition_not_met);
  CHECK(ticked->reset() == ReturnCode::precondition_not_met);
  CHECK(ticked->deactivate() == ReturnCode::error);
  ticked->tick(kTimeout);
  CHECK(ticked->state() == LifeCycle::inactive);
  CHECK(component->passes == 1);
  s.manager->remove(component);
  CHECK_THROWS_AS(ticked->tick(kTimeout), NoSuchComponent);
  CHECK_THROWS_AS(ticked->state(), NoSuchComponent);
  CHECK_THROWS_AS(s.client.ticked("Ticked0"), NoSuchComponent);
}

TEST_CASE("a component with a periodic context reports that it is not ticked") {
  Table s;
  s.manager->add_type("Ticked", [] { return std::make_shared<Ticked>(); });
  s.manager->create("Ticked");
  const auto ticked = s.client.ticked("Ticked0");
  CHECK_FALSE(ticked->is_ticked());
  CHECK(ticked->context_type() == "PeriodicExecutionContext");
  ticked->tick(std::chrono::milliseconds(1000));
  CHECK(ticked->activate() == ReturnCode::ok);
  CHECK(ticked->state() == LifeCycle::active);
  const Foreign foreign(s);
  CHECK_THROWS_WITH(s.client.ticked("Old0"),
                    "Old0 has only the interface of 2003: it has no execution context to be ticked");
}
