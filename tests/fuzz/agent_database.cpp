// SPDX-License-Identifier: Apache-2.0
// Agent databases: every agent type can be started, or the file is refused with one line that names it.
#include <stdexcept>
#include <string>

#include "commserver/agent_database.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/target.h"

using commserver::AgentDatabase;
using fuzz::demand;

namespace {

constexpr std::size_t kMaxField = 16 * 1024;

void check(const AgentDatabase& database) {
  for (const commserver::AgentType& type : database.types()) {
    demand(!type.name.empty() && database.find(type.name) == &type);
    demand(type.input_fd >= 0 && type.input_fd <= 255 && type.output_fd >= 0 && type.output_fd <= 255);
    demand(type.input_fd != type.output_fd);
    demand(type.timer.min_cost() >= 0 && type.timer.min_cost() <= commserver::Timer::kMaxSteps);
    if (type.timer.kind() != commserver::Timer::Kind::fixed) demand(type.timer.units_per_step() > 0.0);
    demand(type.working_folder.is_absolute());
    if (type.connects == commserver::AgentType::Connects::awaited)
      demand(type.command.empty());
    else
      demand(!type.command.empty() && !type.command.front().empty());
    demand(type.port >= 0 && type.port <= 65535 &&
           (type.port == 0 || type.connects != commserver::AgentType::Connects::no));
    std::size_t letters = 0;
    for (const std::string& word : type.command) letters += word.size();
    demand(letters <= kMaxField);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  const fuzz::MemoryFile file(fuzz::as_text(octets, size));
  try {
    check(AgentDatabase::load(file.path()));
  } catch (const std::runtime_error& error) {
    const std::string_view line = error.what();
    demand(line.starts_with(file.path().string()) && line.find('\n') == line.npos);
  }
  return 0;
}
