// SPDX-License-Identifier: Apache-2.0
//
// A million values between two threads.
#include <algorithm>
#include <catch2/catch.hpp>
#include <thread>

#include "gateways/rtm/component/in_port.h"
#include "gateways/rtm/component/out_port.h"

namespace rtm {
namespace {

constexpr int kPuts = 1'000'000;

/// Puts values of eight equal numbers, each greater than the last.
template <typename Port>
void put_all(Port& port) {
  Value value(Value::Floats(8));
  auto& numbers = std::get<Value::Floats>(value.content());
  for (int i = 1; i <= kPuts; ++i) {
    std::fill(numbers.begin(), numbers.end(), static_cast<float>(i));
    port.put(value);
  }
}

/// Checks every value that it reads.
class Reader {
 public:
  void check(const Value& value) {
    const auto& numbers = std::get<Value::Floats>(value.content());
    if (numbers.empty() && last_ == 0) return;
    const bool all_alike = std::all_of(numbers.begin(), numbers.end(), [&](float one) { return one == numbers[0]; });
    torn += numbers.size() != 8 || !all_alike;
    went_back += numbers[0] < last_;
    last_ = numbers[0];
  }
  bool has_all() const { return last_ == static_cast<float>(kPuts); }

  int torn = 0, went_back = 0;

 private:
  float last_ = 0;
};

TEST_CASE("values that are put and taken by two threads are never torn") {
  SignallingInPort port("in1", ValueType::floats);
  std::thread putter([&port] { put_all(port); });
  Reader reader;
  for (Value seen(ValueType::floats); !reader.has_all();)
    if (port.take(seen)) reader.check(seen);
  putter.join();
  CHECK(reader.torn == 0);
  CHECK(reader.went_back == 0);
  CHECK(port.puts() == kPuts);
}

TEST_CASE("values that a component puts while others get them are never torn") {
  for (const OutPortKind kind : {OutPortKind::direct, OutPortKind::single, OutPortKind::multi}) {
    const auto port = make_out_port("out", ValueType::floats, kind);
    std::thread putter([&port] { put_all(*port); });
    Reader reader;
    while (!reader.has_all()) reader.check(port->get());
    putter.join();
    CHECK(reader.torn == 0);
    CHECK(reader.went_back == 0);
    CHECK(port->counts().puts == kPuts);
  }
}

TEST_CASE("values that a thread pushes from one port to another are never torn") {
  const auto out = make_out_port("out", ValueType::floats, OutPortKind::multi);
  const auto in = std::make_shared<InPort>("in", ValueType::floats);
  REQUIRE(out->subscribe(Request::repeated, local_subscriber(in)));
  std::thread putter([&out] { put_all(*out); });
  Reader reader;
  for (Value seen(ValueType::floats); !reader.has_all();)
    if (in->take(seen)) reader.check(seen);
  putter.join();
  CHECK(reader.torn == 0);
  CHECK(reader.went_back == 0);
  out->close();
  CHECK(out->counts().pushed + out->counts().overwritten == kPuts);
}

}  // namespace
}  // namespace rtm
