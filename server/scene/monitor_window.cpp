// SPDX-License-Identifier: Apache-2.0
#include "server/scene/monitor_window.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <string>

extern char** environ;  // NOLINT(readability-redundant-declaration): no header of POSIX declares it

namespace server {

MonitorWindow::MonitorWindow(const std::filesystem::path& program, std::uint16_t port) {
  std::string name = program.string(), number = std::to_string(port);
  char port_option[] = "--port", trainer[] = "--trainer";
  char* const arguments[] = {name.data(), port_option, number.data(), trainer, nullptr};
  // The server blocks signals because it handles them in a thread; they must end the window like any program.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  const int error = posix_spawn(&process_, name.c_str(), nullptr, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) throw std::runtime_error(fmt::format("--watch: cannot start {}: {}", name, std::strerror(error)));
}

MonitorWindow::~MonitorWindow() {
  if (status()) return;
  kill(process_, SIGTERM);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::optional<int> MonitorWindow::status() {
  int how = 0;
  if (!status_ && waitpid(process_, &how, WNOHANG) == process_)
    status_ = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
  return status_;
}

}  // namespace server
