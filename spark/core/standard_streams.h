// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace spark {

// Standard input, output and error of a program that has to outlive its parent: they may be closed or full, or their
// reader or terminal may be gone. None of these functions throws because of that. A program that uses them must ignore
// SIGPIPE. May be used from any thread.

/// Opens /dev/null in place of closed ones; to be called before anything else. Otherwise the next file or socket that
/// is opened becomes standard error and receives messages for people.
void open_standard_streams();
/// Whether that stream was closed at the start: text written to it is lost.
bool was_closed(int descriptor);

/// Writes all of `text`, in one piece if possible. Returns 0, or the errno of the failure. Waits for a slow reader, as
/// every program does, but on a non-blocking descriptor for at most a second.
int write_text(int descriptor, std::string_view text);

template <typename... Args>
int print(int descriptor, fmt::format_string<Args...> format, Args&&... args) {
  return write_text(descriptor, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace spark
