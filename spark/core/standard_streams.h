// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace spark {

// Standard input, output and error of a program that has to outlive its parent: they may be closed, full, or lead to a
// reader that has gone or a terminal that has hung up. Nothing here throws because of that. A program that uses these
// functions ignores SIGPIPE. May be used from any thread.

/// Opens /dev/null in place of those of the three that are closed; to be called first of all. Otherwise the next file
/// or socket that is opened becomes standard error and receives text that is meant for people.
void open_standard_streams();
/// Whether that stream was closed before: what is written to it is lost.
bool was_closed(int descriptor);

/// Writes all of `text`, as far as possible in one piece. Returns 0, or the errno of what prevented it. Waits for a
/// slow reader, as every program does, but on a non-blocking descriptor for a second at most.
int write_text(int descriptor, std::string_view text);

template <typename... Args>
int print(int descriptor, fmt::format_string<Args...> format, Args&&... args) {
  return write_text(descriptor, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace spark
