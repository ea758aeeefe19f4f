// SPDX-License-Identifier: Apache-2.0
#include "spark/command_line/run_program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "spark/command_line/option_values.h"
#include "spark/core/standard_streams.h"

namespace spark {

int run_program(std::string_view name, const std::function<std::optional<std::string>()>& read,
                const std::function<int()>& work) {
  open_standard_streams();
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
  try {
    if (const auto answer = read()) return print_answer(*answer);
    return work();
  } catch (const WrongUsage& error) {
    print(STDERR_FILENO, "{}: {} (--help shows the options)\n", name, error.what());
    return kWrongUsageStatus;
  } catch (const std::exception& error) {
    print(STDERR_FILENO, "{}: {}\n", name, error.what());
    return EXIT_FAILURE;
  }
}

int print_answer(std::string_view text) {
  const int error = write_text(STDOUT_FILENO, text);
  if (error != 0 && error != EPIPE)
    throw std::runtime_error(fmt::format("cannot write to standard output: {}", std::strerror(error)));
  return EXIT_SUCCESS;
}

}  // namespace spark
