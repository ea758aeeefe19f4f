// SPDX-License-Identifier: Apache-2.0
// Columns of packed logs for pages: valid data are the same after writing and reading them again.
#include <algorithm>
#include <stdexcept>
#include <vector>

#include "monitor-lite/web/columns.h"
#include "tests/fuzz/target.h"

using fuzz::demand;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  constexpr std::size_t kMaxFrames = 1000;
  std::vector<monitor::PageFrame> frames;
  try {
    frames = monitor::frames_of(fuzz::as_text(octets, size), kMaxFrames);
  } catch (const std::runtime_error&) {
    return 0;
  }
  demand(!frames.empty() && frames.size() <= kMaxFrames);
  demand(monitor::frames_of(monitor::columns_of(frames), kMaxFrames) == frames);
  for (const monitor::PageFrame& frame : frames) {
    const bool is_high = std::max(frame.score_left, frame.score_right) > monitor::PageFrame::kMaxOctet;
    demand(monitor::octets_of(frame, 0, 0).size() ==
           (frame.has_bodies ? 16 + 22 * frame.bodies.size() : (is_high ? 30 : 22) + 8 * frame.players.size()));
  }
  return 0;
}
