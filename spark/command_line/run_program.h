// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace spark {

/// Exit status of a program whose command line is wrong.
inline constexpr int kWrongUsageStatus = 2;

/// Runs a program with a table of options, from the first line of `main` to its exit status: opens closed standard
/// streams, ignores SIGPIPE and SIGXFSZ, so that a failed write is an error and does not kill the program, reads the
/// command line, and either prints the requested text or works.
///
/// `read` stores the options and returns the text that was requested instead of the work (`read_command_line`). Errors
/// become one line on standard error that begins with `name`. The status is
///   * that of `work`,
///   * EXIT_SUCCESS if the text has been printed, or its reader has gone,
///   * `kWrongUsageStatus` for `WrongUsage`, from `read` or `work`; the line then mentions --help,
///   * EXIT_FAILURE for any other exception.
int run_program(std::string_view name, const std::function<std::optional<std::string>()>& read,
                const std::function<int()>& work);

/// Prints to standard output and returns an exit status. A reader that has gone, like `head`, needs no more. Throws
/// `std::runtime_error` if the text cannot be written.
int print_answer(std::string_view text);

}  // namespace spark
