// SPDX-License-Identifier: Apache-2.0
#include "server/record/match_record.h"

#include "server/engine/assembly.h"
#include "server/options/option_table.h"
#include "server/options/options.h"
#include "spark/physics/world.h"

namespace server {

using namespace spark;

MatchRecord::MatchRecord(const Options& options, Assembly& assembly, Simulation& simulation) {
  if (options.record_acts) {
    acts_.emplace(options.log_folder / kActs, assembly.core.log, [&simulation] { return simulation.input_position(); });
    acts_->match(assembly.core.random.seed(), program().version);
    simulation.set_input_listener(*acts_);
  }
  if (options.hash_interval > 0) write_hashes(options, assembly, simulation);
}

MatchRecord::~MatchRecord() = default;

void MatchRecord::write_hashes(const Options& options, Assembly& assembly, Simulation& simulation) {
  hash_file_.emplace(options.log_folder / kHashes, assembly.core.log, BackgroundLogFile::Encoding::plain, "this log");
  hashes_.emplace(
      assembly.core, *assembly.core.find_first<World>(), [&simulation] { return simulation.status(); },
      [this](std::string_view line) { hash_file_->write(line); });
  simulation.add_frame_listener(*hashes_, options.hash_interval);
}

void MatchRecord::foreign(std::string_view what) {
  if (acts_) acts_->foreign(what);
}

void MatchRecord::commanded(std::string_view peer, std::string_view text) {
  if (acts_) acts_->commanded(peer, text);
}

void MatchRecord::joined() {
  if (acts_) acts_->joined();
}

void MatchRecord::flush() {
  if (acts_) acts_->flush();
  if (hash_file_) hash_file_->flush();
}

void MatchRecord::finish() {
  if (acts_) acts_->finish();
  if (hash_file_) hash_file_->finish();
}

}  // namespace server
