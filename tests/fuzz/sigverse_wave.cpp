// SPDX-License-Identifier: Apache-2.0
// Wave files of any origin, which controllers and tools read. Valid files are the same after writing and reading them
// again.
#include <algorithm>
#include <memory>

#include "gateways/sigverse/wire/wave.h"
#include "tests/fuzz/target.h"

using namespace sigverse::wire;
using fuzz::demand;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  // In separate memory, so that the address sanitizer finds reads beyond its end.
  const auto exact = std::make_unique<char[]>(size);
  std::copy(octets, octets + size, exact.get());
  const std::string_view file(exact.get(), size);
  std::string problem;
  const std::optional<Wave> wave = read_wave(file, problem);
  demand(wave.has_value() == problem.empty());
  if (!wave) return 0;
  demand(wave->samples.empty() || (wave->samples.data() >= file.data() &&
                                   wave->samples.data() + wave->samples.size() <= file.data() + file.size()));
  demand(wave->samples.size() % wave->frame_octets() == 0);
  std::string written;
  demand(append_wave(written, *wave));
  const std::optional<Wave> again = read_wave(written, problem);
  demand(again && again->samples == wave->samples);
  demand(again->channels == wave->channels && again->rate == wave->rate && again->bits == wave->bits);
  return 0;
}
