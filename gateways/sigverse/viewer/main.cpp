// SPDX-License-Identifier: Apache-2.0
// sigviewer: shows the world of a SIGVerse server or a recording, and takes pictures for controllers.
#include <cstdlib>

#include "gateways/sigverse/viewer/data_path.h"
#include "gateways/sigverse/viewer/offscreen.h"
#include "gateways/sigverse/viewer/options.h"
#include "gateways/sigverse/viewer/replay.h"
#include "gateways/sigverse/viewer/say.h"
#include "gateways/sigverse/viewer/window.h"
#include "spark/command_line/run_program.h"
#include "spark/core/signal_dispositions.h"

namespace {

int work(const sigverse::viewer::Options& options) {
  warn_of_missing_folders(options);
  if (options.offscreen) return run_offscreen(options);
  if (options.dump) return run_dump(options);
  if (!options.screenshot.empty()) return write_screenshot(options);
  if (!options.print.empty()) return print_object(options);
  if (!options.say.empty()) return say_file(options);
  return run_window(options);
}

}  // namespace

int main(int argc, char** argv) {
  sigverse::viewer::Options options;
  return spark::run_program(
      "sigviewer",
      [&] {
        spark::begin_to_serve();
        return sigverse::viewer::read_options(argc, argv, std::getenv("SIGVERSE_SERVER"), options);
      },
      [&] { return work(options); });
}
