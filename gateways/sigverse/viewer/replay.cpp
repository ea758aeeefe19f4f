// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/viewer/replay.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <system_error>

#include "gateways/sigverse/recording/dump.h"
#include "spark/core/standard_streams.h"

namespace sigverse::viewer {

int run_dump(const Options& options) {
  recording::Recording recording(options.play,
                                 [](const std::string& line) { spark::print(STDERR_FILENO, "sigviewer: {}\n", line); });
  const int error = spark::was_closed(STDOUT_FILENO) ? EBADF : recording::dump(recording, STDOUT_FILENO);
  // A reader that has closed its pipe, like `head`, has all that it needs.
  if (error != 0 && error != EPIPE)
    throw std::runtime_error("cannot write the dump: " + std::system_category().message(error));
  return EXIT_SUCCESS;
}

}  // namespace sigverse::viewer
