// SPDX-License-Identifier: Apache-2.0
// Values from untrusted peers: the body of a `put`. The first octet is the byte order; the rest is at the beginning of
// the message.
#include <cmath>
#include <cstring>
#include <vector>

#include "gateways/rtm/corba/any_value.h"
#include "tests/fuzz/target.h"

using namespace rtm;
using fuzz::demand;

namespace {

void check(const Value& value) {
  for (std::size_t i = 0; i != value.size(); ++i) demand(std::isfinite(value.number(i)));
  demand(value.size() <= Value::kMaxElements);
  // A value is the same after writing and reading it again.
  cdrMemoryStream octets;
  write_value(octets, value);
  Value again;
  demand(read_value(octets, again) == Refusal::none);
  demand(again == value);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  // Texts need the ORB's code sets.
  static const CORBA::ORB_var orb = [] {
    int argc = 0;
    const char* options[][2] = {{"nativeCharCodeSet", "UTF-8"}, {"traceLevel", "0"}, {nullptr, nullptr}};
    return CORBA::ORB_init(argc, nullptr, "omniORB4", options);
  }();
  if (size == 0) return 0;
  // Messages begin at a multiple of eight.
  std::vector<std::uint64_t> body((size - 1 + 7) / 8);
  if (size > 1) std::memcpy(body.data(), octets + 1, size - 1);
  cdrMemoryStream stream(body.data(), size - 1);
  stream.setByteSwapFlag(octets[0] & 1U);
  Value value;
  try {
    if (read_value(stream, value) == Refusal::none) check(value);
  } catch (const CORBA::MARSHAL&) {          // NOLINT(bugprone-empty-catch): the answer to a message that ends early
  } catch (const CORBA::DATA_CONVERSION&) {  // NOLINT(bugprone-empty-catch): and to invalid characters
  }
  return 0;
}
