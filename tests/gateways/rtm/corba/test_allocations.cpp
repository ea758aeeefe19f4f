// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/rtm/corba/any_value.h"
#include "gateways/rtm/corba/orb.h"
#include "tests/support/count_allocations.h"

using namespace rtm;

TEST_CASE("writing and reading values repeatedly allocates no memory") {
  spark::Log log;
  const Orb orb(OrbSettings{.listens = false}, log);
  for (const Value& value :
       {Value(2.5F), Value(-0.1), Value(std::int32_t{7}), Value(true), Value(Value::Floats(1000, 0.5F)),
        Value(Value::Doubles(1000, 0.5)), Value(Value::Shorts(1000, -5)), Value(Value::Octets(1000, 5)),
        Value(Value::Chars(1000, 'x')), Value(Value::Booleans(1000, true))}) {
    INFO(to_string(value.type()));
    cdrMemoryStream octets;
    Value into;
    const auto there_and_back = [&] {
      octets.rewindPtrs();
      write_value(octets, value);
      CHECK(read_value(octets, into) == Refusal::none);
    };
    there_and_back();
    // Checks allocate, so there are none while allocations are counted.
    const long before = allocations;
    bool good = true;
    for (int i = 0; i != 100; ++i) {
      octets.rewindPtrs();
      write_value(octets, value);
      good = good && read_value(octets, into) == Refusal::none;
    }
    const long after = allocations;
    CHECK(good);
    CHECK(into == value);
    CHECK(after == before);
  }
}
