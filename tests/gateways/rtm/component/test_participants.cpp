// SPDX-License-Identifier: Apache-2.0
//
// Several components in one execution context, and one in several.
#include <catch2/catch.hpp>

#include "tests/gateways/rtm/component/recorder.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;

/// A participant that is not a local component, like one in another process.
class Guest final : public Participant {
 public:
  explicit Guest(std::string name = "Guest0") : name_(std::move(name)) {}
  const std::string& name() const override { return name_; }
  bool is(const Participant& other) const override { return this == &other; }
  ContextHandle attach(const std::shared_ptr<ExecutionContext>&) override { return wants_ ? 1000 : kNoContext; }
  void detach(const ExecutionContext&, ContextHandle) override { ++detached_; }
  ReturnCode call(Callback callback, ContextHandle handle) override {
    if (handle != 1000) return ReturnCode::bad_parameter;  // does not count; several threads may call, so no CHECK
    ++calls_[callback];
    if (calling_) calling_(callback);
    return ReturnCode::ok;
  }

  bool wants_ = true;
  std::atomic<int> detached_{0};
  std::map<Callback, int> calls_;
  std::function<void(Callback)> calling_;

 private:
  const std::string name_;
};

/// A component's own context, which others may join.
struct Shared {
  Shared() {
    stage.folders_ = {COMPONENT_FOLDER};
    stage.manager().add_type("Recorder", [this] { return owner = std::make_shared<Recorder>(&calls, "a"); });
    stage.manager().create("Recorder", {}, ticked_settings());
    context = owner->owned_contexts().at(0);
    calls.clear();
  }
  std::string pass() {
    context->tick();
    return std::exchange(calls, {});
  }

  ComponentStage stage;
  std::string calls;
  std::shared_ptr<Recorder> owner;
  std::shared_ptr<ExecutionContext> context;
};

TEST_CASE("a pass makes all changes, then executes all, then updates all participants, in the order of adding") {
  Shared shared;
  const auto b = std::make_shared<Recorder>(&shared.calls, "b"), c = std::make_shared<Recorder>(&shared.calls, "c");
  for (const auto& one : {b, c}) {
    shared.stage.manager().adopt(one);
    CHECK(shared.context->add(one) == ReturnCode::ok);
    CHECK(one->handle_of(*shared.context) == 1000);
    CHECK(one->context(1000) == shared.context);
    CHECK(one->participating_contexts().size() == 1);
    CHECK(one->is_alive(*shared.context));
  }
  shared.calls.clear();
  for (const auto& one : {c, shared.owner, b}) shared.context->activate(*one);
  CHECK(shared.pass() == "aAbAcAaXbXcXaUbUcU");
  b->fail_in('X');
  CHECK(shared.pass() == "aXbXcXaUcU");
  CHECK(shared.pass() == "bDbBaXbEcXaUcU");
  shared.context->deactivate(*shared.owner);
  shared.context->reset(*b);
  CHECK(shared.pass() == "aDbRcXcU");
  // Its own context does not follow another one: it has never been on there.
  CHECK(c->state() == State::off);
  CHECK(shared.context->remove(*c) == ReturnCode::ok);
  CHECK(shared.calls == "cD");
  CHECK(c->handle_of(*shared.context) == kNoContext);
  CHECK(shared.context->state_of(*c) == LifeCycle::created);
  CHECK(shared.stage.lines_with("is at fault in execution context 1000: on_execute: no") == 1);
}

TEST_CASE("participants added or removed in a pass are so after it") {
  Shared shared;
  const auto first = std::make_shared<Guest>(), second = std::make_shared<Guest>();
  CHECK(shared.context->add(first) == ReturnCode::ok);
  shared.context->activate(*first);
  shared.context->activate(*shared.owner);
  bool is_done = false;
  shared.owner->executing = [&] {
    if (std::exchange(is_done, true)) return;
    CHECK(shared.context->remove(*first) == ReturnCode::ok);
    CHECK(shared.context->add(second) == ReturnCode::ok);
    CHECK(shared.context->activate(*second) == ReturnCode::ok);
  };
  shared.pass();
  CHECK(first->calls_[Callback::execute] == 1);
  CHECK(first->calls_[Callback::state_update] == 1);
  CHECK(first->calls_[Callback::deactivated] == 1);
  CHECK(first->detached_ == 1);
  CHECK(second->calls_.empty());
  shared.pass();
  CHECK(first->calls_[Callback::execute] == 1);
  CHECK(second->calls_[Callback::execute] == 1);
}

TEST_CASE("a component that leaves its manager leaves all contexts") {
  Shared shared;
  auto guest = shared.stage.add<Recorder>();
  shared.context->add(guest);
  shared.context->activate(*guest);
  shared.pass();
  shared.stage.manager().remove(guest);
  CHECK(guest->calls() == "ISAXUDHF");
  CHECK(shared.context->state_of(*guest) == LifeCycle::created);
  CHECK(shared.context->participants().size() == 1);
  const std::weak_ptr<Recorder> gone = guest;
  guest.reset();
  CHECK(gone.expired());
}

TEST_CASE("when the owner of a context leaves, its guests are deactivated, and can be switched on again") {
  Shared shared;
  const auto guest = shared.stage.add<Recorder>();
  shared.context->add(guest);
  shared.context->activate(*guest);
  shared.pass();
  shared.stage.manager().remove(shared.owner);
  CHECK(guest->calls() == "ISAXUDH");
  CHECK(guest->participating_contexts().empty());
  CHECK_FALSE(shared.context->is_running());
  CHECK(shared.context->add(guest) == ReturnCode::precondition_not_met);
  CHECK(guest->switch_on());
  CHECK(guest->state() == State::on);
}

TEST_CASE("the number of participants of a context is limited") {
  Shared shared;
  std::vector<std::shared_ptr<Guest>> guests;
  for (std::size_t i = 1; i < ExecutionContext::kMaxParticipants; ++i) {
    guests.push_back(std::make_shared<Guest>());
    REQUIRE(shared.context->add(guests.back()) == ReturnCode::ok);
  }
  int refused = 0;
  for (int i = 0; i < 10'000; ++i)
    refused += shared.context->add(std::make_shared<Guest>()) == ReturnCode::out_of_resources;
  CHECK(refused == 10'000);
  CHECK(shared.context->participants().size() == ExecutionContext::kMaxParticipants);
  CHECK(shared.context->remove(*guests[100]) == ReturnCode::ok);
  guests[7]->wants_ = false;
  CHECK(shared.context->add(guests[100]) == ReturnCode::ok);
  shared.context->remove(*guests[7]);
  CHECK(shared.context->add(guests[7]) == ReturnCode::error);
  CHECK(shared.context->participants().size() == ExecutionContext::kMaxParticipants - 1);
}

TEST_CASE("ticks of several threads queue up, and none is lost") {
  Shared shared;
  const auto guest = std::make_shared<Guest>();
  std::atomic<int> inside{0}, most{0};
  guest->calling_ = [&](Callback) {
    most = std::max(most.load(), ++inside);
    std::this_thread::yield();
    --inside;
  };
  shared.context->add(guest);
  shared.context->activate(*guest);
  std::vector<std::thread> storm;
  for (int i = 0; i < 8; ++i)
    storm.emplace_back([&] {
      for (int tick = 0; tick < 200; ++tick) shared.context->tick();
    });
  for (std::thread& one : storm) one.join();
  CHECK(shared.context->passes() == 1600);
  CHECK(guest->calls_[Callback::execute] == 1600);
  CHECK(most == 1);
}

TEST_CASE("a tick from a callback of the same context does nothing, and a tick beside a hanging pass times out") {
  Shared shared;
  Gate gate;
  shared.owner->executing = [&] {
    shared.context->tick();
    gate.pass();
  };
  shared.context->activate(*shared.owner);
  std::thread hanging([&] { shared.context->tick(); });
  REQUIRE(wait_until([&] { return gate.waiting() == 1; }));
  std::atomic<bool> has_ended{false};
  std::thread other([&] {
    shared.context->tick();
    has_ended = true;
  });
  shared.stage.clock().advance_when_waiting(1, 999ms);
  CHECK_FALSE(has_ended);
  shared.stage.clock().advance_when_waiting(1, 1ms);
  other.join();
  gate.open();
  hanging.join();
  CHECK(shared.context->passes() == 1);
  shared.context->tick();
  CHECK(shared.context->passes() == 2);
}

TEST_CASE("a component in two contexts gets their callbacks one at a time") {
  Shared shared;
  const auto guest = shared.stage.add<Recorder>();
  std::atomic<int> inside{0}, most{0}, executed{0};
  guest->executing = [&] {
    most = std::max(most.load(), ++inside);
    std::this_thread::yield();
    --inside;
    ++executed;
  };
  shared.context->add(guest);
  shared.context->activate(*guest);
  REQUIRE(guest->switch_on());
  CHECK(wait_until([&] {
    shared.stage.clock().advance(10ms);
    for (int i = 0; i < 10; ++i) shared.context->tick();
    return guest->owned_contexts()[0]->passes() > 20 && shared.context->passes() > 20;
  }));
  CHECK(most == 1);
  CHECK(guest->owned_contexts()[0]->state_of(*guest) == LifeCycle::active);
  CHECK(shared.context->state_of(*guest) == LifeCycle::active);
}

TEST_CASE("a component runs no callback for contexts in which it does not take part") {
  ComponentStage stage;
  const auto recorder = stage.add<Recorder>();
  for (const ContextHandle handle : {1, 1000, -1, 2'000'000'000}) {
    CHECK(recorder->call(Callback::execute, handle) == ReturnCode::bad_parameter);
    CHECK(recorder->context(handle) == nullptr);
    CHECK(recorder->detach_context(handle) == ReturnCode::bad_parameter);
  }
  CHECK(recorder->detach_context(0) == ReturnCode::precondition_not_met);
  // Nor for its own context, unless that calls.
  CHECK(recorder->call(Callback::execute, 0) == ReturnCode::precondition_not_met);
  CHECK(recorder->calls() == "IS");
}

/// A context in another process.
struct Elsewhere final : ContextLink {
  explicit Elsewhere(int which) : number(which) {}
  bool is(const ContextLink& other) const override {
    const auto* const elsewhere = dynamic_cast<const Elsewhere*>(&other);
    return elsewhere && elsewhere->number == number;
  }
  void dismiss(const Participant&) override { ++dismissed; }
  const int number;
  std::atomic<int> dismissed{0};
};

TEST_CASE("contexts in other processes get the first free handle, and their number is limited") {
  ComponentStage stage;
  const auto recorder = stage.add<Recorder>();
  for (int i = 0; i < 256; ++i) CHECK(recorder->attach_context(std::make_shared<Elsewhere>(i)) == 1000 + i);
  CHECK(recorder->attach_context(std::make_shared<Elsewhere>(256)) == kNoContext);
  CHECK(recorder->attach_context(std::make_shared<Elsewhere>(7)) == 1007);
  CHECK(recorder->attach_context(nullptr) == kNoContext);
  CHECK(recorder->detach_context(1007) == ReturnCode::ok);
  CHECK(recorder->detach_context(1007) == ReturnCode::bad_parameter);
  const auto last = std::make_shared<Elsewhere>(300);
  CHECK(recorder->attach_context(last) == 1007);
  CHECK(recorder->handle_of(Elsewhere(300)) == 1007);
  CHECK(recorder->handle_of(Elsewhere(7)) == kNoContext);
  // Callbacks from there count for that context only.
  CHECK(recorder->call(Callback::activated, 1007) == ReturnCode::ok);
  CHECK(recorder->call(Callback::execute, 1007) == ReturnCode::ok);
  CHECK(recorder->calls() == "ISAX");
  CHECK(recorder->state() == State::off);
  stage.manager().remove(recorder);
  CHECK(last->dismissed == 1);
  CHECK(recorder->call(Callback::execute, 1007) == ReturnCode::error);
}

}  // namespace
}  // namespace rtm
