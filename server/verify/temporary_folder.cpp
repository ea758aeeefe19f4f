// SPDX-License-Identifier: Apache-2.0
#include "server/verify/temporary_folder.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "commserver/guardian/pipe.h"
#include "spark/core/log.h"

namespace server {
namespace {

namespace fs = std::filesystem;

/// Runs in a separate session, which no terminal ends, and without the descriptors of this process, so that a program
/// which reads this process's output does not wait for it.
[[noreturn]] void remove_at_end_of(int process, const fs::path& folder) {
  ::setsid();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) std::signal(signal, SIG_IGN);
  ::dup2(process, STDIN_FILENO);
  ::close_range(STDIN_FILENO + 1, ~0U, 0);
  char unused = 0;
  while (::read(STDIN_FILENO, &unused, 1) < 0 && errno == EINTR) {
  }
  std::error_code error;
  fs::remove_all(folder, error);
  ::_exit(EXIT_SUCCESS);
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  commserver::Pipe pipe = commserver::Pipe::make();
  std::string folder = (fs::temp_directory_path() / "rcssserver3D.XXXXXX").string();
  if (!::mkdtemp(folder.data()))
    throw std::runtime_error(
        fmt::format("{}: cannot make this folder: {}", spark::printable(folder, 1000), std::strerror(errno)));
  path_ = folder;
  remover_ = ::fork();
  if (remover_ == 0) {
    pipe.write.close();
    remove_at_end_of(pipe.read.get(), path_);
  }
  alive_ = std::move(pipe.write);
  if (remover_ > 0) return;
  const int error = errno;
  fs::remove(path_);
  throw std::runtime_error(fmt::format("cannot start a process: {}", std::strerror(error)));
}

TemporaryFolder::~TemporaryFolder() {
  alive_.close();
  while (::waitpid(remover_, nullptr, 0) < 0 && errno == EINTR) {
  }
  std::error_code error;
  fs::remove_all(path_, error);  // in case someone has killed the other process
}

}  // namespace server
