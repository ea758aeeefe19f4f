// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <atomic>
#include <thread>

#include "gateways/rtm/server/exchange.h"
#include "tests/support/waiting.h"

using namespace rtm;

namespace {

void sense(Period& period, std::size_t robot, double number) {
  Sensed& sensed = period.add_sensed();
  sensed.robot = robot;
  sensed.percepts.clear();
  sensed.percepts.field("x", number, spark::Unit::none);
}

double number(const Period& period, std::size_t place) {
  return period.sensed.at(place).percepts.items()[1].number;
}

void submit(Exchange& exchange, spark::Step step, std::size_t robot, double number) {
  Period period;
  period.step = step;
  sense(period, robot, number);
  exchange.submit(period);
  CHECK(period.is_empty());
}

}  // namespace

TEST_CASE("in lock-step every period counts, in order") {
  Exchange exchange(true, [] {});
  submit(exchange, 1, 0, 10);
  submit(exchange, 2, 0, 20);
  Period period;
  REQUIRE(exchange.wait(period));
  CHECK(period.step == 1);
  REQUIRE(period.sensed_count == 1);
  CHECK(number(period, 0) == 10);
  REQUIRE(exchange.wait(period));
  CHECK(period.step == 2);
  REQUIRE(period.sensed_count == 1);
  CHECK(number(period, 0) == 20);
}

TEST_CASE("without lock-step a waiting thread gets the newest sensation of each robot") {
  Exchange exchange(false, [] {});
  submit(exchange, 1, 0, 10);
  submit(exchange, 2, 1, 20);
  Period period;
  period.step = 3;
  sense(period, 0, 30);
  period.newcomers.push_back({.robot = 1, .label = "robot b", .components = {}, .effectors = {}});
  period.gone.push_back(4);
  exchange.submit(period);

  REQUIRE(exchange.wait(period));
  CHECK(period.step == 3);
  REQUIRE(period.sensed_count == 2);
  CHECK(period.sensed[0].robot == 0);
  CHECK(number(period, 0) == 30);
  CHECK(period.sensed[1].robot == 1);
  CHECK(number(period, 1) == 20);
  CHECK(period.newcomers.size() == 1);
  CHECK(period.gone == std::vector<std::size_t>{4});
}

TEST_CASE("orders that have not been taken are kept and combined per robot") {
  int reported = 0;
  Exchange exchange(false, [&] { ++reported; });
  AnswerList answers;
  answers.add(0).add(Order::Kind::set, 1).numbers[0] = 7.0;
  exchange.answer(answers);
  answers.add(1).add(Order::Kind::rest, 2);
  answers.add(0).add(Order::Kind::set, 3).numbers[1] = 8.0;
  exchange.answer(answers);
  CHECK(reported == 2);
  CHECK(answers.count == 0);

  REQUIRE(exchange.take(answers));
  REQUIRE(answers.count == 2);
  REQUIRE(answers.all[0].count == 2);
  CHECK(answers.all[0].orders[0].numbers[0] == 7.0);
  CHECK(answers.all[0].orders[1].effector == 3);
  CHECK(answers.all[0].orders[1].numbers[1] == 8.0);
  CHECK(answers.all[1].robot == 1);
  CHECK(answers.all[1].orders[0].kind == Order::Kind::rest);
  CHECK_FALSE(exchange.take(answers));
}

TEST_CASE("in lock-step each sensation keeps its own answer") {
  Exchange exchange(true, [] {});
  AnswerList answers;
  answers.add(0).add(Order::Kind::set, 1);
  exchange.answer(answers);
  answers.add(0).add(Order::Kind::set, 2);
  exchange.answer(answers);
  REQUIRE(exchange.take(answers));
  REQUIRE(answers.count == 2);
  CHECK(answers.all[0].orders[0].effector == 1);
  CHECK(answers.all[1].orders[0].effector == 2);
}

TEST_CASE("a waiting thread is woken when the exchange is closed") {
  Exchange exchange(true, [] {});
  std::thread end([&] { exchange.close(); });
  Period period;
  CHECK_FALSE(exchange.wait(period));
  end.join();
}

TEST_CASE("each answer is either found by wait_briefly, or reported") {
  std::atomic<int> reported{0};
  Exchange exchange(true, [&] { ++reported; });
  constexpr spark::Step kPeriods = 3000;
  std::thread periods([&] {
    Period period;
    AnswerList answers;
    while (exchange.wait(period)) {
      // Some answers come while the other thread looks for them, some later.
      for (spark::Step i = 0; i < period.step % 7 * 150; ++i) std::this_thread::yield();
      answers.add(0).step = period.step;
      exchange.answer(answers);
    }
  });
  AnswerList answers;
  for (spark::Step step = 0; step < kPeriods; ++step) {
    const int before = reported;
    submit(exchange, step, 0, 1);
    if (!exchange.wait_briefly()) REQUIRE(wait_until([&] { return reported > before; }));
    REQUIRE(exchange.take(answers));
    REQUIRE(answers.count == 1);
    REQUIRE(answers.all[0].step == step);
  }
  exchange.close();
  periods.join();
}
