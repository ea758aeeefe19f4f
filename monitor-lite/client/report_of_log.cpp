// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <stdexcept>

#include "monitor-lite/client/line_reader.h"
#include "monitor-lite/client/log_source.h"
#include "monitor-lite/client/reporter.h"

namespace monitor {

Report report_of_log(const std::filesystem::path& place, std::string& problem) {
  const auto source = LogSource::open(place);
  LineReader reader;
  Reporter reporter;
  std::size_t bad = 0, frames = 0;
  std::string first;
  for_each_line(*source, [&](std::string_view line, std::size_t, std::size_t) {
    const LineReader::Kind kind = reader.read(line);
    if (!reader.problem().empty() && bad++ == 0) first = reader.problem();
    if (kind == LineReader::Kind::init) reporter = {}, frames = 0;
    if (kind == LineReader::Kind::info) {
      if (reader.game().has_bodies)
        throw std::runtime_error(fmt::format("{} is the log of a world without a game", place.string()));
      ++frames;
      reporter.add(reader.game(), reader.snapshot());
    }
    return true;
  });
  if (frames == 0) throw std::runtime_error(fmt::format("{}: {}", place.string(), source->why_no_frame()));
  problem = source->problem();
  if (bad > 0)
    problem += fmt::format("{}{} {} could not be read completely, first: {}", problem.empty() ? "" : "; ", bad,
                           bad == 1 ? "line" : "lines", first);
  return reporter.report();
}

}  // namespace monitor
