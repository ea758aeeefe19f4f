// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstddef>
#include <cstdlib>

#include "commserver/guardian/guardian.h"
#include "commserver/host/descriptor_limit.h"
#include "server/engine/assembly.h"
#include "server/engine/signals.h"
#include "server/file_list.h"
#include "server/match/match.h"
#include "server/options/options.h"
#include "server/report.h"
#include "server/scene/shown_scene.h"
#include "server/verify/packed_match.h"
#include "server/verify/verify.h"
#include "spark/command_line/run_program.h"
#include "spark/core/standard_streams.h"

namespace {

/// The usual number of agents. The limits are raised for more of them once the number is known.
constexpr std::size_t kUsualAgents = 22;

int work(const server::Options& options) {
  using namespace server;
  if (!options.scene.empty()) return show_scene(options);
  if (!options.verify.empty()) return verify(options);
  if (options.list_files) return spark::print_answer(list_of_files(options));
  if (!options.report.log.empty()) return report_of(options.report, options.quiet);
  if (!options.pack.empty()) {
    pack_match(options.pack[0], options.pack[1]);
    return EXIT_SUCCESS;
  }
  commserver::need_descriptors(commserver::descriptors_for(kUsualAgents));
  // Forked before this process has any thread, open file or script: it has to outlive this process however that ends.
  const auto guardian = commserver::Guardian::start();
  return play_match(options, *guardian);
}

}  // namespace

int main(int argc, char** argv) {
  server::CommandLine command_line;
  return spark::run_program(
      "rcssserver3D",
      [&] {
        server::Signals::catch_signals();
        command_line = server::read_command_line({argv + 1, argv + argc});
        return command_line.answer;
      },
      [&] {
        try {
          return work(command_line.options);
        } catch (const spark::WrongSetting& error) {
          spark::print(STDERR_FILENO, "rcssserver3D: {}\n", error.what());
          return spark::kWrongUsageStatus;
        }
      });
}
