// SPDX-License-Identifier: Apache-2.0
// Execution contexts with participants in other programs: foreign components in our contexts, ours in foreign ones, and
// participants that hang, die or are invalid.
#include <OpenRTM.hh>

#include <catch2/catch.hpp>
#include <condition_variable>
#include <thread>

#include "gateways/rtm/component/synch_trigger_context.h"
#include "gateways/rtm/corba/client.h"
#include "gateways/rtm/corba/nv_list.h"
#include "tests/gateways/rtm/corba/stage.h"
#include "tests/support/story.h"
#include "tests/support/waiting.h"

using namespace rtm;

namespace {

/// A component of this program.
class Ours final : public Component {
 public:
  explicit Ours(Story& story) : Component("Ours", Pattern::client), story_(story) {}

 private:
  void on_activated() override { story_.add(name() + " activated"); }
  void on_deactivated() override { story_.add(name() + " deactivated"); }
  void on_execute() override { story_.add(name() + " execute"); }
  void on_state_update() override { story_.add(name() + " state_update"); }
  Story& story_;
};

/// A component of another program, with the minimum that the standard demands.
class Theirs final : public POA_RTC::DataFlowComponent {
 public:
  explicit Theirs(Story& story, std::string name = "Theirs") : story_(story), name_(std::move(name)) {}

  std::atomic<RTC::ReturnCode_t> answer{RTC::RTC_OK};  ///< of on_execute
  std::atomic<CORBA::Long> number{1000};               ///< what attach_context answers
  /// hang(true): on_execute does not answer until hang(false).
  void hang(bool is_to) {
    const std::lock_guard lock(mutex_);
    hangs_ = is_to;
    changed_.notify_all();
  }

  RTC::ReturnCode_t on_initialize() override { return RTC::RTC_OK; }
  RTC::ReturnCode_t on_finalize() override { return RTC::RTC_OK; }
  RTC::ReturnCode_t on_startup(CORBA::Long handle) override { return note("startup", handle); }
  RTC::ReturnCode_t on_shutdown(CORBA::Long handle) override { return note("shutdown", handle); }
  RTC::ReturnCode_t on_activated(CORBA::Long handle) override { return note("activated", handle); }
  RTC::ReturnCode_t on_deactivated(CORBA::Long handle) override { return note("deactivated", handle); }
  RTC::ReturnCode_t on_aborting(CORBA::Long handle) override { return note("aborting", handle); }
  RTC::ReturnCode_t on_error(CORBA::Long handle) override { return note("error", handle); }
  RTC::ReturnCode_t on_reset(CORBA::Long handle) override { return note("reset", handle); }
  RTC::ReturnCode_t on_execute(CORBA::Long handle) override {
    note("execute", handle);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !hangs_; });
    return answer;
  }
  RTC::ReturnCode_t on_state_update(CORBA::Long handle) override { return note("state_update", handle); }
  RTC::ReturnCode_t on_rate_changed(CORBA::Long handle) override { return note("rate_changed", handle); }
  RTC::ReturnCode_t initialize() override { return RTC::RTC_OK; }
  RTC::ReturnCode_t finalize() override { return RTC::RTC_OK; }
  RTC::ReturnCode_t exit() override { return RTC::RTC_OK; }
  CORBA::Boolean is_alive(RTC::ExecutionContext_ptr) override { return true; }
  CORBA::Long attach_context(RTC::ExecutionContext_ptr context) override {
    // Published programs call back at once.
    story_.add(name_ + (context->is_running() ? " attached" : " attached to one that stands"));
    return number;
  }
  RTC::ReturnCode_t detach_context(CORBA::Long handle) override { return note("detached", handle); }
  RTC::ExecutionContext_ptr get_context(CORBA::Long) override { return RTC::ExecutionContext::_nil(); }
  RTC::ExecutionContextList* get_owned_contexts() override { return new RTC::ExecutionContextList; }
  RTC::ExecutionContextList* get_participating_contexts() override { return new RTC::ExecutionContextList; }
  CORBA::Long get_context_handle(RTC::ExecutionContext_ptr) override { return -1; }

 private:
  RTC::ReturnCode_t note(const std::string& what, CORBA::Long handle) {
    story_.add(name_ + " " + what + (handle == number ? "" : " with a wrong number"));
    return RTC::RTC_OK;
  }
  Story& story_;
  const std::string name_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool hangs_ = false;
};

/// A context of another program, which notes its calls.
class TheirContext final : public POA_RTC::ExecutionContext {
 public:
  explicit TheirContext(Story& story) : story_(story) {}
  CORBA::Boolean is_running() override { return true; }
  RTC::ReturnCode_t start() override { return RTC::RTC_OK; }
  RTC::ReturnCode_t stop() override { return RTC::RTC_OK; }
  CORBA::Double get_rate() override { return 1.0; }
  RTC::ReturnCode_t set_rate(CORBA::Double) override { return RTC::RTC_OK; }
  RTC::ReturnCode_t add_component(RTC::LightweightRTObject_ptr) override { return RTC::RTC_OK; }
  RTC::ReturnCode_t remove_component(RTC::LightweightRTObject_ptr component) override {
    story_.add("remove_component");
    return component->detach_context(1000);
  }
  RTC::ReturnCode_t activate_component(RTC::LightweightRTObject_ptr) override { return RTC::RTC_OK; }
  RTC::ReturnCode_t deactivate_component(RTC::LightweightRTObject_ptr) override { return RTC::RTC_OK; }
  RTC::ReturnCode_t reset_component(RTC::LightweightRTObject_ptr) override { return RTC::RTC_OK; }
  RTC::LifeCycleState get_component_state(RTC::LightweightRTObject_ptr) override { return RTC::INACTIVE_STATE; }
  RTC::ExecutionKind get_kind() override { return RTC::PERIODIC; }

 private:
  Story& story_;
};

/// A program with one component that is ticked from outside.
struct TickedProgram {
  Story story;
  Stage stage;
  std::shared_ptr<Component> ours;
  RTC::LightweightRTObject_var near;  ///< by the reference that it publishes of itself
  OpenRTM::ExtTrigExecutionContextService_var context;

  /// `call_timeout` is long where nothing hangs: the machine may be busy.
  explicit TickedProgram(std::chrono::milliseconds call_timeout = kTimeout)
      : stage({.name_server = "none", .reference_folder = {}}, call_timeout), ours(add()) {
    const CORBA::Object_var object = stage.object("Ours0", "rtc");
    near = RTC::LightweightRTObject::_narrow(object.in());
    RTC::ExecutionContextList_var own = near->get_owned_contexts();
    const CORBA::Object_var far = stage.outside(own[0]);
    context = OpenRTM::ExtTrigExecutionContextService::_narrow(far.in());
    REQUIRE_FALSE(CORBA::is_nil(context.in()));
  }
  std::shared_ptr<Component> add() {
    stage.manager->add_type("Ours", [this] { return std::make_shared<Ours>(story); });
    stage.manager->add_context_type("SynchExtTriggerEC",
                                    [](const ContextSettings& settings, const Environment& environment) {
                                      return std::make_shared<SynchTriggerContext>(settings, environment);
                                    });
    return stage.manager->create("Ours", {}, {.type = "SynchExtTriggerEC", .rate = 1000.0, .sync_transition = false});
  }
  /// Serves the servant, and returns a reference over the wire.
  RTC::LightweightRTObject_ptr serve(PortableServer::ServantBase* servant, const std::string& key) {
    const CORBA::Object_var object = stage.orb->access().add(servant, key), far = stage.outside(object.in());
    return RTC::LightweightRTObject::_unchecked_narrow(far.in());
  }
};

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a component of another program takes part in our execution context") {
  TickedProgram here;
  const auto theirs = new Theirs(here.story);
  const PortableServer::ServantBase_var owned = theirs;
  const RTC::LightweightRTObject_var other = here.serve(theirs, "other");
  CHECK(here.context->get_component_state(other.in()) == RTC::CREATED_STATE);
  CHECK(here.context->activate_component(other.in()) == RTC::BAD_PARAMETER);
  here.story.take();
  CHECK(here.context->add_component(other.in()) == RTC::RTC_OK);
  CHECK(here.context->add_component(other.in()) == RTC::PRECONDITION_NOT_MET);
  CHECK(here.story.take() == Lines{"Theirs attached"});
  CHECK(here.context->get_component_state(other.in()) == RTC::INACTIVE_STATE);
  RTC::ExecutionContextProfile_var profile = here.context->get_profile();
  REQUIRE(profile->participants.length() == 1);
  CHECK(profile->participants[0]->_is_equivalent(other.in()));
  CHECK(profile->owner->_is_equivalent(here.near.in()));
  CHECK(find_text(profile->properties, "type") == "SynchExtTriggerEC");
  here.context->activate_component(here.near.in());
  here.context->activate_component(other.in());
  here.context->tick();
  CHECK(here.story.take() == Lines{"Ours0 activated", "Theirs activated", "Ours0 execute", "Theirs execute",
                                   "Ours0 state_update", "Theirs state_update"});
  CHECK(here.context->get_component_state(other.in()) == RTC::ACTIVE_STATE);
  theirs->answer = RTC::RTC_ERROR;
  here.context->tick();
  CHECK(here.story.take() == Lines{"Ours0 execute", "Theirs execute", "Ours0 state_update"});
  theirs->answer = RTC::RTC_OK;
  here.context->tick();
  CHECK(here.story.take() ==
        Lines{"Theirs deactivated", "Theirs aborting", "Ours0 execute", "Theirs error", "Ours0 state_update"});
  CHECK(here.context->get_component_state(other.in()) == RTC::ERROR_STATE);
  here.context->reset_component(other.in());
  here.context->tick();
  CHECK(here.story.take() == Lines{"Theirs reset", "Ours0 execute", "Ours0 state_update"});
  CHECK(here.context->set_rate(200.0) == RTC::RTC_OK);
  CHECK(here.story.take() == Lines{"Theirs rate_changed"});
  CHECK(here.context->remove_component(other.in()) == RTC::RTC_OK);
  CHECK(here.story.take() == Lines{"Theirs detached"});
  CHECK(here.context->remove_component(other.in()) == RTC::BAD_PARAMETER);
  here.stage.orb->access().remove("other");
}

TEST_CASE("a participant that hangs in a pass is removed with one line, and the others are called") {
  TickedProgram here(std::chrono::seconds(1));
  const auto hanging = new Theirs(here.story, "Hanging"), sound = new Theirs(here.story, "Sound");
  const PortableServer::ServantBase_var owned = hanging, owned_too = sound;
  const RTC::LightweightRTObject_var first = here.serve(hanging, "hanging"), second = here.serve(sound, "sound");
  for (const auto& one : {first, second}) {
    CHECK(here.context->add_component(one.in()) == RTC::RTC_OK);
    here.context->activate_component(one.in());
  }
  hanging->hang(true);
  here.story.take();
  // The call to tick lasts as long as those in it, or times out a little earlier; only the callbacks matter.
  const auto tick = [&] {
    try {
      here.context->tick();
    } catch (const CORBA::SystemException&) {
    }
  };
  tick();
  Lines story;
  CHECK(wait_until([&] {
    for (const std::string& line : here.story.take()) story.push_back(line);
    return std::ranges::count(story, "Sound state_update") >= 1;
  }));
  CHECK(story ==
        Lines{"Hanging activated", "Sound activated", "Hanging execute", "Sound execute", "Sound state_update"});
  CHECK(here.stage.said("on_execute of "));
  CHECK(wait_until([&] { return here.context->get_component_state(first.in()) == RTC::CREATED_STATE; }));
  here.context->tick();
  CHECK(here.story.take() == Lines{"Sound execute", "Sound state_update"});
  int lines = 0;
  for (const std::string& line : here.stage.lines())
    lines += line.find("it no longer takes part in the context") != std::string::npos ? 1 : 0;
  CHECK(lines == 1);
  hanging->hang(false);
  for (const char* key : {"hanging", "sound"}) here.stage.orb->access().remove(key);
}

TEST_CASE("a participant that is gone is removed with a line in the log") {
  TickedProgram here;
  const auto theirs = new Theirs(here.story);
  const PortableServer::ServantBase_var owned = theirs;
  const RTC::LightweightRTObject_var other = here.serve(theirs, "other");
  CHECK(here.context->add_component(other.in()) == RTC::RTC_OK);
  here.context->activate_component(other.in());
  here.context->tick();
  here.stage.orb->access().remove("other");
  here.context->tick();
  here.context->tick();
  CHECK(here.context->get_component_state(other.in()) == RTC::CREATED_STATE);
  CHECK(RTC::ExecutionContextProfile_var(here.context->get_profile())->participants.length() == 0);
  CHECK(here.stage.said("it no longer exists; it no longer takes part in the context"));
}

TEST_CASE("objects that are not live components are refused as participants") {
  TickedProgram here;
  CHECK(here.context->add_component(RTC::LightweightRTObject::_nil()) == RTC::BAD_PARAMETER);
  CHECK(here.context->activate_component(RTC::LightweightRTObject::_nil()) == RTC::BAD_PARAMETER);
  CHECK(here.context->get_component_state(RTC::LightweightRTObject::_nil()) == RTC::CREATED_STATE);
  // An object of this process that is not a component: the context itself, directly and over the wire.
  RTC::ExecutionContextList_var own = here.near->get_owned_contexts();
  CHECK(here.context->add_component(
            RTC::LightweightRTObject_var(RTC::LightweightRTObject::_unchecked_narrow(own[0])).in()) ==
        RTC::BAD_PARAMETER);
  CHECK(here.context->add_component(
            RTC::LightweightRTObject_var(RTC::LightweightRTObject::_unchecked_narrow(here.context.in())).in()) ==
        RTC::RTC_ERROR);
  const CORBA::Object_var nowhere = here.stage.orb->access().orb->string_to_object("corbaloc::127.0.0.1:1/dead");
  CHECK(here.context->add_component(
            RTC::LightweightRTObject_var(RTC::LightweightRTObject::_unchecked_narrow(nowhere.in())).in()) ==
        RTC::RTC_ERROR);
  CHECK(here.stage.said("127.0.0.1:1: a component there cannot take part here: cannot be reached"));
  const auto unwilling = new Theirs(here.story);
  const PortableServer::ServantBase_var owned = unwilling;
  unwilling->number = -1;
  const RTC::LightweightRTObject_var other = here.serve(unwilling, "other");
  CHECK(here.context->add_component(other.in()) == RTC::RTC_ERROR);
  CHECK(RTC::ExecutionContextProfile_var(here.context->get_profile())->participants.length() == 0);
  here.stage.orb->access().remove("other");
}

TEST_CASE("components of other programs are refused in the context of a component without activity") {
  TickedProgram here;
  here.stage.add("Motor", [](Bench&) {});
  const CORBA::Object_var object = here.stage.object("Motor0", "rtc");
  const RTC::LightweightRTObject_var motor = RTC::LightweightRTObject::_narrow(object.in());
  const RTC::ExecutionContextList_var own = motor->get_owned_contexts();
  REQUIRE(own->length() == 1);
  const auto theirs = new Theirs(here.story);
  const PortableServer::ServantBase_var owned = theirs;
  const RTC::LightweightRTObject_var other = here.serve(theirs, "other");
  CHECK(own.in()[0]->add_component(other.in()) == RTC::UNSUPPORTED);
  CHECK(here.story.take().empty());
  CHECK(here.stage.said("cannot take part here: this one has no activity"));
  // Components of this process are accepted.
  CHECK(own.in()[0]->add_component(here.near.in()) == RTC::RTC_OK);
  here.stage.orb->access().remove("other");
}

TEST_CASE("a context has room for 256 components") {
  TickedProgram here;
  const auto serve = [&](int number) {
    const PortableServer::ServantBase_var theirs = new Theirs(here.story);
    return RTC::LightweightRTObject_var(here.serve(theirs.in(), "other" + std::to_string(number)));
  };
  int number = 0;
  for (; number != 255; ++number) CHECK(here.context->add_component(serve(number).in()) == RTC::RTC_OK);
  here.story.take();
  CHECK(here.context->add_component(serve(number++).in()) == RTC::OUT_OF_RESOURCES);
  CHECK(here.story.take().empty());
  for (int i = 0; i != number; ++i) here.stage.orb->access().remove("other" + std::to_string(i));
}

TEST_CASE("many candidates that hang do not occupy all threads") {
  TickedProgram here(std::chrono::seconds(1));
  const SilentPeer silent;
  const RTC::ExecutionContextList_var own = here.near->get_owned_contexts();
  std::atomic<int> refused{0}, failed{0};
  std::vector<std::thread> callers;
  for (int i = 0; i != 24; ++i)
    callers.emplace_back([&, i] {
      const CORBA::Object_var object = silent.object(here.stage, "hung" + std::to_string(i));
      const RTC::LightweightRTObject_var hung = RTC::LightweightRTObject::_unchecked_narrow(object.in());
      const RTC::ReturnCode_t code = own.in()[0]->add_component(hung.in());
      ++(code == RTC::OUT_OF_RESOURCES ? refused : failed);
    });
  for (std::thread& caller : callers) caller.join();
  CHECK(refused + failed == 24);
  CHECK(refused >= 1);
  CHECK(failed >= 8);
  CHECK(here.stage.said("too many components want to take part here at the same time"));
  CHECK(here.ours->owned_contexts().front()->participants().size() == 1);
}

TEST_CASE("a component with a ticked context is switched on by the next tick") {
  TickedProgram here;
  Client client(*here.stage.orb, {.name_server = "none", .reference_folder = here.stage.folder / "ior"});
  using Catch::Matchers::Equals;
  CHECK_THROWS_WITH(client.switch_on("Ours0", std::chrono::milliseconds(100)),
                    Equals("Ours0 is not on after 0.1 s: its execution context waits to be triggered, and it changes "
                           "with the next tick"));
  CHECK(here.story.take().empty());
  here.context->tick();
  client.switch_on("Ours0", std::chrono::milliseconds(100));
  CHECK(client.inspect("Ours0").state == "on");
  std::atomic<bool> is_over{false};
  std::thread ticking([&] {
    while (!is_over) here.context->tick();
  });
  client.switch_off("Ours0");
  CHECK(here.ours->state() == State::off);
  client.switch_on("Ours0");
  CHECK(here.ours->state() == State::on);
  is_over = true;
  ticking.join();
}

TEST_CASE("a component takes part in the context of another one of the same program") {
  TickedProgram here;
  const auto second = here.stage.manager->create("Ours", {}, {.type = "SynchExtTriggerEC"});
  const CORBA::Object_var object = here.stage.object("Ours1", "rtc");
  const RTC::LightweightRTObject_var guest = RTC::LightweightRTObject::_narrow(object.in());
  CHECK(here.context->add_component(guest.in()) == RTC::RTC_OK);
  RTC::ExecutionContextList_var joined = guest->get_participating_contexts();
  RTC::ExecutionContextList_var own = here.near->get_owned_contexts();
  REQUIRE(joined->length() == 1);
  CHECK(joined[0]->_is_equivalent(own[0]));
  CHECK(guest->get_context_handle(own[0]) == 1000);
  CHECK(guest->is_alive(own[0]));
  here.context->activate_component(guest.in());
  here.context->tick();
  CHECK(here.story.take() == Lines{"Ours1 activated", "Ours1 execute", "Ours1 state_update"});
  RTC::ExecutionContextProfile_var profile = here.context->get_profile();
  REQUIRE(profile->participants.length() == 1);
  CHECK(profile->participants[0]->_is_equivalent(guest.in()));
  CHECK(here.context->remove_component(guest.in()) == RTC::RTC_OK);
  CHECK(RTC::ExecutionContextList_var(guest->get_participating_contexts())->length() == 0);
}

TEST_CASE("a component that ends leaves the contexts of others") {
  TickedProgram here;
  const auto context = new TheirContext(here.story);
  const PortableServer::ServantBase_var owned = context;
  const RTC::LightweightRTObject_var object = here.serve(context, "elsewhere");
  const RTC::ExecutionContext_var elsewhere = RTC::ExecutionContext::_unchecked_narrow(object.in());
  CHECK(here.near->attach_context(elsewhere.in()) == 1000);
  here.story.take();
  here.stage.manager->remove(here.ours);
  const Lines story = here.story.take();
  CHECK(std::ranges::count(story, "remove_component") == 1);
  here.stage.orb->access().remove("elsewhere");
}

TEST_CASE("a context that ends deactivates and detaches components of other programs") {
  TickedProgram here;
  const auto theirs = new Theirs(here.story);
  const PortableServer::ServantBase_var owned = theirs;
  const RTC::LightweightRTObject_var other = here.serve(theirs, "other");
  CHECK(here.context->add_component(other.in()) == RTC::RTC_OK);
  here.context->activate_component(other.in());
  here.context->tick();
  here.story.take();
  here.stage.manager->remove(here.ours);
  CHECK(here.story.take() == Lines{"Theirs deactivated", "Theirs shutdown", "Theirs detached"});
  here.stage.orb->access().remove("other");
}
