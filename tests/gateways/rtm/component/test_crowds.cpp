// SPDX-License-Identifier: Apache-2.0
//
// Many threads at the same time, to find races.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <thread>

#include "tests/gateways/rtm/component/component_stage.h"

namespace rtm {
namespace {

/// Puts each value that it receives.
struct Relay final : Component {
  Relay() : Component("Relay", Pattern::client) {
    add_in_port("in", ValueType::float32, InPortKind::signalling)
        .watchdog()
        .set(std::chrono::seconds(1), Neutral::hold);
    add_out_port("out");
    add_parameter("gain", "1");
  }
  void on_execute() override {
    if (in_ports()[0]->take(value)) out_ports()[0]->put(Value(value.number() * number_parameter("gain", 1)));
  }
  Value value;
};

TEST_CASE("components that several threads add and remove have unique names") {
  ComponentStage stage;
  Manager& manager = stage.manager();
  std::vector<std::thread> people;
  std::atomic<int> clashes{0};
  for (int i = 0; i < 4; ++i)
    people.emplace_back([&] {
      for (int round = 0; round < 30; ++round) {
        const auto first = std::make_shared<Relay>(), second = std::make_shared<Relay>();
        manager.adopt(first);
        manager.adopt(second);
        first->switch_on();
        clashes += first->name() == second->name() || manager.find(first->name()) != first;
        std::set<std::string> names;
        const auto all = manager.components();
        for (const auto& one : all) names.insert(one->name());
        clashes += names.size() != all.size();
        manager.remove(first);
        manager.remove(second);
      }
    });
  for (std::thread& one : people) one.join();
  CHECK(clashes == 0);
  CHECK(manager.components().empty());
  CHECK(stage.lines().empty());
}

TEST_CASE("a ring of components keeps working while threads switch, connect, read and feed it") {
  ComponentStage stage;
  constexpr int kRing = 4;
  for (int i = 0; i < kRing; ++i) stage.add<Relay>();
  const auto all = stage.manager().components();
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> looks{0};
  std::vector<std::thread> people;
  const auto again_and_again = [&](const std::function<void(int)>& what) {
    people.emplace_back([&stop, what] {
      for (int i = 0; !stop; ++i) {
        what(i);
        std::this_thread::yield();
      }
    });
  };
  again_and_again([&](int i) { all[i % kRing]->switch_on(); });
  again_and_again([&](int i) { i % 7 == 0 ? all[i / 7 % kRing]->switch_off() : all[i % kRing]->switch_on(); });
  again_and_again([&](int i) {
    const auto target = local_subscriber(all[(i + 1) % kRing]->in_ports()[0]);
    OutPort& out = *all[i % kRing]->out_ports()[0];
    if (!out.subscribe(i % 3 == 0 ? Request::once : Request::repeated, target) && i % 5 == 0)
      out.unsubscribe(Request::repeated, *target);
  });
  again_and_again([&](int i) {
    all[i % kRing]->in_ports()[0]->put(Value(i));
    stage.advance_time(std::chrono::milliseconds(1));
    stage.clock().advance(std::chrono::milliseconds(1));
  });
  again_and_again([&](int i) {
    Component& one = *all[i % kRing];
    one.set_parameter("gain", std::to_string(i));
    looks += one.status().fault.size() + one.out_ports()[0]->links().size() + one.out_ports()[0]->get().size();
  });
  const auto pushed = [&] {
    return std::all_of(all.begin(), all.end(),
                       [](const auto& one) { return one->out_ports()[0]->counts().pushed > 500; });
  };
  CHECK(wait_until(pushed));
  stop = true;
  for (std::thread& one : people) one.join();
  CHECK(looks > 0);
  stage.manager().shut_down();
  for (const auto& one : all) {
    CHECK(one->state() == State::off);
    CHECK(one->out_ports()[0]->links().empty());
  }
}

}  // namespace
}  // namespace rtm
