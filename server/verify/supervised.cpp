// SPDX-License-Identifier: Apache-2.0
#include "server/verify/supervised.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>

#include "commserver/guardian/agent_paths.h"
#include "commserver/guardian/pipe.h"
#include "commserver/guardian/sandbox.h"
#include "server/engine/console.h"
#include "server/engine/signals.h"
#include "spark/core/real_clock.h"
#include "spark/core/standard_streams.h"

namespace server {

using namespace spark;
namespace {

namespace fs = std::filesystem;
using commserver::is_within;
using commserver::Pipe;
using commserver::resolved;

constexpr std::chrono::milliseconds kLook{100};
constexpr std::chrono::milliseconds kSilent{3000};    ///< no progress is shown before
constexpr std::chrono::milliseconds kRedraw{500};     ///< on a terminal
constexpr std::chrono::milliseconds kBetween{10000};  ///< between lines elsewhere
constexpr std::size_t kLongestLine = 1u << 20;

/// The memory limit of a process that runs someone else's scripts; it may not write files. Its time is not limited: the
/// user sees its progress and can end it.
#ifdef RCSS_SANITIZED
constexpr std::uint64_t kMemory = 0;  // sanitizers reserve more than any limit
#else
constexpr std::uint64_t kMemory = kMaxReplayMemory << 20;
#endif
constexpr commserver::AgentLimits kLimits{.memory = kMemory, .log_size = 0, .files = 0, .processes = 64};

/// The user's own folder, unless hiding it would hide the system.
std::vector<fs::path> hidden_folders() {
  std::vector<fs::path> hidden;
  std::error_code none;
  const char* home = std::getenv("HOME");
  for (const fs::path& folder : {fs::path(home ? home : ""), fs::path("/run")}) {
    const fs::path place = resolved(folder);
    if (folder.is_absolute() && fs::is_directory(place, none) && !is_within("/usr", place) && !is_within(place, "/usr"))
      hidden.push_back(place);
  }
  return hidden;
}

std::vector<std::string> in_sandbox(const SupervisedRun& run, const std::vector<std::string>& program) {
  std::vector<std::string> arguments = commserver::bwrap_arguments(false);
  const auto add = [&](std::initializer_list<std::string> more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
  };
  std::vector<fs::path> covered = hidden_folders();
  for (const fs::path& folder : covered) add({"--size", "1048576", "--tmpfs", folder.string()});
  for (const char* folder : commserver::kFoldersInMemory) covered.emplace_back(folder);
  for (const fs::path& each : run.visible) {
    const fs::path path = resolved(each);
    if (std::ranges::any_of(covered, [&](const fs::path& folder) { return is_within(path, folder); }))
      add({"--ro-bind-try", path.string(), path.string()});
  }
  add({"--chdir", "/", "--"});
  arguments.insert(arguments.end(), program.begin(), program.end());
  return arguments;
}

/// Called in the new process, between fork and exec.
[[noreturn]] void become(const char* file, char* const* arguments, const Pipe& out, const Pipe& err, pid_t parent) {
  // The terminal's signals go to this program's parent, which ends it. Scripts have no terminal to read from.
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(EXIT_FAILURE);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(null, STDIN_FILENO);
  ::dup2(out.write.get(), STDOUT_FILENO);
  ::dup2(err.write.get(), STDERR_FILENO);
  ::execv(file, arguments);
  ::_exit(EXIT_FAILURE);
}

/// The supervised process and everything that it has started.
class Child {
 public:
  struct End {
    int wait_status = 0;
    std::string lost;  ///< why there is no status: it was not started, or its sandbox was killed
  };

  Child() = default;
  virtual ~Child() = default;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  virtual void kill() = 0;
  /// How it ended; nothing if it still runs after a short wait.
  virtual std::optional<End> look_for_end() = 0;
};

/// A process that this program has forked.
class ForkedChild final : public Child {
 public:
  explicit ForkedChild(pid_t pid) : pid_(pid), process_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))) {}

  void kill() override {
    ::kill(-pid_, SIGKILL);
    ::kill(pid_, SIGKILL);
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
  }

  std::optional<End> look_for_end() override {
    pollfd input{process_.get(), POLLIN, 0};  // old kernels give no descriptor; then this is a pause
    ::poll(&input, 1, static_cast<int>(kLook.count()));
    End end;
    if (::waitpid(pid_, &end.wait_status, WNOHANG) != pid_) return std::nullopt;
    return end;
  }

 private:
  const pid_t pid_;
  const Descriptor process_;
};

/// A process that a guardian has started like an agent.
class GuardedChild final : public Child {
 public:
  GuardedChild(commserver::Guardian& guardian, int number) : guardian_(guardian), number_(number) {}

  void kill() override { guardian_.signal(number_, SIGKILL); }

  std::optional<End> look_for_end() override {
    using Reported = commserver::GuardianReport::Kind;
    guardian_.wait_for_report(kLook);
    while (const auto report = guardian_.next_report()) {
      if (report->child != number_) continue;
      if (report->kind == Reported::exited) return End{report->value, {}};
      if (report->kind == Reported::not_started) return End{0, commserver::describe(*report)};
    }
    if (guardian_.is_gone()) throw std::runtime_error("the guardian of its process is gone");
    return std::nullopt;
  }

 private:
  commserver::Guardian& guardian_;
  const int number_;
};

/// Its output on one stream, read line by line.
class Stream {
 public:
  explicit Stream(Pipe pipe) : pipe_(std::move(pipe)) {
    pipe_.write.close();
    commserver::make_non_blocking(pipe_.read);
  }
  int descriptor() const { return pipe_.read.get(); }
  bool is_open() const { return static_cast<bool>(pipe_.read); }

  void read(auto take) {
    char piece[16384];
    while (is_open()) {
      const ssize_t count = ::read(descriptor(), piece, sizeof piece);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return;
      if (count == 0) pipe_.read.close();
      text_.append(piece, static_cast<std::size_t>(std::max<ssize_t>(0, count)));
      for (std::size_t end; (end = text_.find('\n')) != text_.npos; text_.erase(0, end + 1)) take(text_.substr(0, end));
      if (!is_open() && !text_.empty()) take(std::exchange(text_, {}));
      if (text_.size() > kLongestLine) text_.clear();
    }
  }

 private:
  Pipe pipe_;
  std::string text_;
};

std::string without_controls(std::string line) {
  std::ranges::replace_if(
      line, [](char c) { return (c >= 0 && c < ' ' && c != '\t') || c == '\x7f'; }, '?');
  return line;
}

class Supervision {
 public:
  Supervision(std::unique_ptr<Child> child, Pipe out, Pipe err, bool is_quiet)
      : child_(std::move(child)),
        out_(std::move(out)),
        err_(std::move(err)),
        console_(is_quiet, false),
        is_quiet_(is_quiet) {}

  SupervisedEnd wait(std::string_view unfinished) {
    while (out_.is_open() || err_.is_open()) {
      if (signals_.ending() != 0) return stop(unfinished);
      pollfd inputs[] = {{out_.descriptor(), POLLIN, 0}, {err_.descriptor(), POLLIN, 0}};
      ::poll(inputs, 2, static_cast<int>(kLook.count()));
      err_.read([this](const std::string& line) { take(line); });
      out_.read([this](const std::string& line) {
        console_.clear_live_line();
        if (const int error = print(STDOUT_FILENO, "{}\n", without_controls(line)); error != 0) output_error_ = error;
      });
      show();
    }
    // The process may have closed its streams and still be running.
    while (true) {
      if (const auto end = child_->look_for_end()) return ended(*end);
      if (signals_.ending() != 0) return stop(unfinished);
      show();
    }
  }

 private:
  using Time = RealClock::Time;
  // Real time: a real process is supervised.
  static Time now() { return RealClock::system().now(); }

  void take(const std::string& line) {
    if (line.starts_with(kProgressMark)) {
      started_ = true;
      progress_ = without_controls(line.substr(kProgressMark.size()));
    } else if (started_) {
      console_.show(LogLevel::normal, without_controls(line));
    } else if (refusal_.empty()) {
      refusal_ = without_controls(line);  // of the program that makes the sandbox
    }
  }

  void show() {
    const Time time = now();
    if (is_quiet_ || !started_ || time - begun_ < kSilent || time < next_) return;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time - begun_).count();
    const std::string text = fmt::format("{} (after {} s)", progress_, seconds);
    if (console_.has_live_line())
      console_.show_live_line(text);
    else
      console_.show(LogLevel::normal, text);
    next_ = time + (console_.has_live_line() ? kRedraw : kBetween);
  }

  SupervisedEnd stop(std::string_view unfinished) {
    child_->kill();
    console_.clear_live_line();
    console_.show(LogLevel::normal, fmt::format("ended by {}: {}", name_of_signal(signals_.ending()), unfinished));
    return {128 + signals_.ending(), true, {}};
  }

  SupervisedEnd ended(const Child::End& end) {
    console_.clear_live_line();
    if (!started_) {
      const std::string why = refusal_.empty() ? end.lost : refusal_;
      return {EXIT_FAILURE, false, why.empty() ? "it cannot be started" : why};
    }
    if (!end.lost.empty()) throw std::runtime_error(fmt::format("its process is lost: {}", end.lost));
    const int status = end.wait_status;
    if (!WIFEXITED(status))
      throw std::runtime_error(
          fmt::format("its process was ended by {}", name_of_signal(WIFSIGNALED(status) ? WTERMSIG(status) : 0)));
    if (output_error_ != 0 && output_error_ != EPIPE)
      throw std::runtime_error(fmt::format("cannot write to standard output: {}", std::strerror(output_error_)));
    return {WEXITSTATUS(status), true, {}};
  }

  const std::unique_ptr<Child> child_;
  Stream out_, err_;
  Console console_;
  const bool is_quiet_;
  Signals signals_;
  const Time begun_ = now();
  Time next_{};
  bool started_ = false;
  int output_error_ = 0;
  std::string progress_, refusal_;
};

std::unique_ptr<Child> fork_child(const SupervisedRun& run, const std::vector<std::string>& program, const Pipe& out,
                                  const Pipe& err) {
  const bool has_sandbox = !run.bwrap.empty();
  std::vector<std::string> arguments = has_sandbox ? in_sandbox(run, program) : program;
  const std::string file = has_sandbox ? run.bwrap.string() : program.front();
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error(fmt::format("cannot start a process: {}", std::strerror(errno)));
  if (child == 0) become(file.c_str(), pointers.data(), out, err, parent);
  return std::make_unique<ForkedChild>(child);
}

std::unique_ptr<Child> guarded_child(const SupervisedRun& run, const std::vector<std::string>& arguments,
                                     const Pipe& out, const Pipe& err) {
  commserver::Guardian::Program program;
  program.file = arguments.front();
  program.arguments = arguments;
  program.working_folder = "/";
  program.input_fd = program.output_fd = -1;
  program.limits = kLimits;
  if (run.sandbox) {
    program.working_folder = run.sandbox->first.parent_path();
    program.needs = run.visible;
    program.emptied = hidden_folders();
    program.emptied.insert(program.emptied.end(), std::begin(commserver::kFoldersInMemory),
                           std::end(commserver::kFoldersInMemory));
    program = run.sandbox->enclose(program, {});
  }
  const Descriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  return std::make_unique<GuardedChild>(
      *run.guardian, run.guardian->start(program, {null.get(), null.get(), out.write.get(), err.write.get()}));
}

}  // namespace

SupervisedEnd supervise(const SupervisedRun& run, std::string_view unfinished) {
  std::vector<std::string> program{fs::read_symlink("/proc/self/exe").string()};
  program.insert(program.end(), run.arguments.begin(), run.arguments.end());
  Pipe out = Pipe::make(), err = Pipe::make();
  auto child = run.guardian ? guarded_child(run, program, out, err) : fork_child(run, program, out, err);
  return Supervision(std::move(child), std::move(out), std::move(err), run.is_quiet).wait(unfinished);
}

}  // namespace server
