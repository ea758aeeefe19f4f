// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "commserver/guardian/guardian.h"
#include "commserver/host/descriptor_limit.h"
#include "server/match.h"
#include "server/options.h"
#include "server/packed_match.h"
#include "server/shown_scene.h"
#include "server/signals.h"
#include "server/verify.h"
#include "spark/command_line/option_values.h"
#include "spark/core/standard_streams.h"

namespace {

/// As many as most matches have; limits for more are set once their number is known.
constexpr std::size_t kUsualAgents = 22;
constexpr int kWrongUsage = 2;  ///< exit status

int complain(std::string_view what, int status) {
  spark::print(STDERR_FILENO, "rcssserver3D: {}\n", what);
  return status;
}

/// What was asked for instead of a match. Here it is all that was asked for, so it has to arrive.
int answer(std::string_view text) {
  const int error = spark::write_text(STDOUT_FILENO, text);
  return error == 0 || error == EPIPE ? EXIT_SUCCESS : complain(std::strerror(error), EXIT_FAILURE);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace server;
  spark::open_standard_streams();
  CommandLine command_line;
  try {
    Signals::catch_signals();
  } catch (const std::exception& error) {
    return complain(error.what(), EXIT_FAILURE);
  }
  try {
    command_line = read_command_line({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    return complain(fmt::format("{} (--help shows the options)", error.what()), kWrongUsage);
  }
  if (command_line.answer) return answer(*command_line.answer);
  try {
    if (!command_line.options.scene.empty()) return show_scene(command_line.options);
    if (!command_line.options.verify.empty()) return verify(command_line.options);
    if (const auto& pack = command_line.options.pack; !pack.empty()) {
      pack_match(pack[0], pack[1]);
      return EXIT_SUCCESS;
    }
    commserver::need_descriptors(commserver::descriptors_for(kUsualAgents));
    // Forked before there is any thread, file or script: it has to outlive whatever becomes of this process.
    const auto guardian = commserver::Guardian::start();
    return play_match(command_line.options, *guardian);
  } catch (const spark::WrongUsage& error) {  // of what only the script shows to be one
    return complain(fmt::format("{} (--help shows the options)", error.what()), kWrongUsage);
  } catch (const std::exception& error) {
    return complain(error.what(), EXIT_FAILURE);
  }
}
