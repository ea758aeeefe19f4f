// SPDX-License-Identifier: Apache-2.0
// Plain monitor logs, whose lines are those of the monitor port. Frames are the same in any order of access, and the
// same as for a client that reads line by line.
#include <cmath>
#include <stdexcept>
#include <vector>

#include "monitor-lite/client/log_file.h"
#include "monitor-lite/client/zstd_source.h"
#include "tests/fuzz/case_reader.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/target.h"
#include "tests/monitor-lite/client/streams.h"

using fuzz::demand;
using monitor::LineReader;
using monitor::LogFile;
using monitor::Point;
using monitor::Snapshot;

namespace {

void check(const Point& point) {
  demand(std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.z));
}

void check(const std::array<double, 4>& turn) {
  double square = 0.0;
  for (const double part : turn) square += part * part;
  demand(std::abs(square - 1.0) < 1e-6);
}

void check(const monitor::BodyShape& shape) {
  for (const double length : shape.lengths) demand(std::isfinite(length) && length >= 0.0);
  check(shape.middle);
  check(shape.rotation);
}

void check(const Snapshot& frame) {
  demand(std::isfinite(frame.time));
  check(frame.ball);
  demand(frame.players.size() <= LineReader::kMaxPlayers && frame.bodies.size() <= LineReader::kMaxBodies);
  for (const monitor::Player& player : frame.players) check(player.position);
  for (const monitor::Marker& marker : frame.markers) check(marker.position);
  for (const monitor::Body& body : frame.bodies) {
    check(body.position);
    check(body.rotation);
  }
  if (frame.shapes)
    for (const auto& [name, shapes] : *frame.shapes)
      for (const monitor::BodyShape& shape : shapes) check(shape);
  if (frame.scenery)
    for (const monitor::BodyShape& shape : *frame.scenery) check(shape);
}

/// A client that reads the lines in order, as from a server, gets the same frames.
void check_stream(std::string_view text, const std::vector<Snapshot>& frames) {
  if (monitor::ZstdSource::begins(text)) return;
  LineReader reader;
  fuzz::CaseReader lines(text);
  std::size_t frame = 0;
  while (!lines.at_end()) {
    if (reader.read(lines.line()) != LineReader::Kind::info) continue;
    demand(frame < frames.size() && same(reader.snapshot(), frames[frame]));
    ++frame;
  }
  demand(frame == frames.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  const fuzz::MemoryFile file(fuzz::as_text(octets, size));
  try {
    LogFile log(file.path());
    demand(std::isfinite(log.seconds_per_frame()) && log.seconds_per_frame() > 0.0);
    for (const LogFile::Mark& mark : log.marks()) demand(mark.frame < log.size());
    std::vector<Snapshot> forwards;
    for (std::size_t i = 0; i != log.size(); ++i) {
      forwards.push_back(log.at(i));
      check(forwards.back());
      demand(forwards.back().time == log.time_of(i));
    }
    for (std::size_t i = log.size(); i-- != 0;) demand(same(log.at(i), forwards[i]));
    check_stream(fuzz::as_text(octets, size), forwards);
    (void)log.problem();
  } catch (const std::runtime_error& error) {
    demand(std::string_view(error.what()).find('\n') == std::string_view::npos);
  }
  return 0;
}
