// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace server {

/// How a program that is supervised tells how far it is: a line on standard error that begins so. The first comes
/// before anything else is done, and tells that it has been started.
inline constexpr std::string_view kProgressMark = "\x02";

/// Another run of this program, in a process of its own that can be ended at any time, and in a sandbox if it is to
/// have one: what its scripts do is then no concern of this machine.
struct SupervisedRun {
  std::vector<std::string> arguments;  ///< without the program's name
  bool is_quiet = false;               ///< does not show how far it is
  /// Given: in a sandbox, in which of the user's home folder, of /run and of the folders for temporary files only
  /// these can be seen. All that can be seen is read-only, there is no network, and no process of others.
  std::vector<std::filesystem::path> visible{};
  std::filesystem::path bwrap{};  ///< empty: no sandbox
};

struct SupervisedEnd {
  int status = 0;       ///< its exit status; 128 + a signal that ended this program meanwhile
  bool started = true;  ///< false: there is no such sandbox on this machine, because of
  std::string why;
};

/// Starts it and waits for its end; passes on what it prints, without control characters. Shows how far it is once it
/// takes longer than some seconds: as one line that is redrawn on a terminal, else now and then. When a signal ends
/// this program the other is killed, and one line says `unfinished`. The signals must have been caught (`Signals`).
/// Throws `std::runtime_error` if it cannot be started, or ended by a signal.
SupervisedEnd supervise(const SupervisedRun& run, std::string_view unfinished);

}  // namespace server
