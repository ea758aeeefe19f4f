// SPDX-License-Identifier: Apache-2.0
// Logs of operators, which are replayed: every action that was read can be carried out.
#include <cmath>
#include <stdexcept>

#include "gateways/rctp/protocol/object.h"
#include "gateways/rctp/protocol/operator_log.h"
#include "tests/fuzz/case_reader.h"
#include "tests/fuzz/target.h"

using fuzz::demand;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  const fuzz::ExactText text(fuzz::as_text(octets, size));
  try {
    spark::Step step = 0;
    for (const auto& entry : rctp::parse_operator_log(text.view(), "operator-foo.log").entries) {
      demand(entry.step >= step);
      step = entry.step;
      for (const double value : entry.values) demand(std::isfinite(value));
      demand(entry.values.size() <= rctp::Object::kMaxOutputs && (entry.values.empty() || !entry.is_text));
    }
  } catch (const std::runtime_error& error) {
    const std::string_view line = error.what();
    demand(line.find("operator-foo.log") != line.npos && line.find('\n') == line.npos);
  }
  return 0;
}
