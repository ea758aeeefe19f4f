// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/speech/julius_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wordexp.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "spark/core/descriptor.h"

namespace sigverse::speech {
namespace {

/// The words of a command, in the form that `execvp` expects.
class Words {
 public:
  explicit Words(const std::string& command) {
    const int failure = ::wordexp(command.c_str(), &words_, WRDE_NOCMD);
    if (failure == 0 && words_.we_wordc != 0) return;
    ::wordfree(&words_);
    throw std::runtime_error(fmt::format("--julius {}: {}", command,
                                         failure == WRDE_BADCHAR  ? "one command without | & ; < > ( ) { } is expected"
                                         : failure == WRDE_CMDSUB ? "$(...) and `...` are not carried out"
                                         : failure == WRDE_SYNTAX ? "a quote without its end"
                                                                  : "there is no command"));
  }
  ~Words() { ::wordfree(&words_); }
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;
  char** all() const { return words_.we_wordv; }

 private:
  wordexp_t words_{};
};

/// Runs in the child. If the program cannot be executed, writes the error to `failures` and exits.
[[noreturn]] void become_julius(char** words, int output, int failures, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // the parent died before the line above
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::dup2(::open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  ::execvp(words[0], words);
  const int error = errno;
  [[maybe_unused]] const ssize_t written = ::write(failures, &error, sizeof error);
  ::_exit(127);
}

spark::Descriptor opened(const std::filesystem::path& log) {
  const char* const name = log.empty() ? "/dev/null" : log.c_str();
  spark::Descriptor output(::open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (output.get() < 0) throw std::runtime_error(fmt::format("cannot write {}: {}", name, std::strerror(errno)));
  return output;
}

}  // namespace

JuliusProcess::JuliusProcess(const std::string& command, const std::filesystem::path& log) {
  const Words words(command);
  const spark::Descriptor output = opened(log);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error(fmt::format("no pipe: {}", std::strerror(errno)));
  const spark::Descriptor failures(ends[0]);
  spark::Descriptor report(ends[1]);
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ == 0) become_julius(words.all(), output.get(), report.get(), parent);
  int error = errno;
  if (pid_ > 0) {
    // Executing the program closes this end; until then it reports errors.
    report.close();
    ssize_t count;
    do {
      count = ::read(failures.get(), &error, sizeof error);
    } while (count < 0 && errno == EINTR);
    // Both parent and child do this, because either may run first.
    ::setpgid(pid_, pid_);
    if (count != sizeof error) return;
    ::waitpid(pid_, nullptr, 0);
  }
  throw std::runtime_error(fmt::format("cannot start {}: {}", words.all()[0], std::strerror(error)));
}

JuliusProcess::~JuliusProcess() {
  // julius has no data to save.
  ::kill(-pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::optional<std::string> JuliusProcess::how_it_ended() const {
  // The child is not reaped here, so that its process group, which may outlive it, keeps its number.
  siginfo_t end{};
  if (::waitid(P_PID, static_cast<id_t>(pid_), &end, WEXITED | WNOHANG | WNOWAIT) != 0 || end.si_pid == 0)
    return std::nullopt;
  return fmt::format("{} {}", end.si_code == CLD_EXITED ? "with status" : "by signal", end.si_status);
}

}  // namespace sigverse::speech
