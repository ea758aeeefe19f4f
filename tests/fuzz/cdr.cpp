// SPDX-License-Identifier: Apache-2.0
// Values from connectors of the OMG's form. The first octet is the byte order (1: little endian) and, in its upper
// bits, the type; the rest are the octets of a put.
#include <cmath>
#include <vector>

#include "gateways/rtm/component/cdr.h"
#include "tests/fuzz/target.h"

using namespace rtm;
using fuzz::demand;

namespace {

constexpr std::size_t kTypeShift = 1;

void check(const Value& value, std::size_t size, std::endian order) {
  for (std::size_t i = 0; i != value.size(); ++i) demand(std::isfinite(value.number(i)));
  Value taken(value.type());
  demand(assign(value, taken) == Refusal::none);
  // A value is the same after writing and reading it again, with as many octets.
  std::vector<std::uint8_t> octets;
  write_cdr(value, order, octets);
  demand(octets.size() == size);
  Value again(value.type());
  demand(read_cdr(octets, order, again) == Refusal::none);
  demand(again == value && again.time() == value.time());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  if (size == 0) return 0;
  const std::endian order = octets[0] & 1U ? std::endian::little : std::endian::big;
  Value value(static_cast<ValueType>((octets[0] >> kTypeShift) % kValueTypes));
  const std::vector<std::uint8_t> body(octets + 1, octets + size);  // separate, so that reads beyond its end are found
  const Refusal refusal = read_cdr(body, order, value);
  demand(static_cast<std::size_t>(value.type()) == (octets[0] >> kTypeShift) % kValueTypes);
  if (refusal == Refusal::none) check(value, body.size(), order);
  return 0;
}
