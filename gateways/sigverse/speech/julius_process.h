// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>

namespace sigverse::speech {

/// A julius that this program has started, with all its child processes. It is killed when this object is destroyed,
/// and when this program ends, in whatever way.
class JuliusProcess {
 public:
  /// `command` is split into words as in a shell: quotes, `~`, `$VARIABLE` and file name patterns work, but no command
  /// substitution, pipes or redirections. Output goes to the file `log`; it is discarded if that is empty. Throws
  /// `std::runtime_error` if the command cannot be parsed or started. Must be created on the main thread, because the
  /// process is killed when the thread that started it ends.
  JuliusProcess(const std::string& command, const std::filesystem::path& log);
  ~JuliusProcess();
  JuliusProcess(const JuliusProcess&) = delete;
  JuliusProcess& operator=(const JuliusProcess&) = delete;

  /// "with status 1", "by signal 9"; nullopt while it runs.
  std::optional<std::string> how_it_ended() const;

 private:
  pid_t pid_ = -1;
};

}  // namespace sigverse::speech
