// SPDX-License-Identifier: Apache-2.0
#include "server/verify/supervised.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
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
constexpr std::chrono::milliseconds kSilent{3000};    ///< nothing is shown of a shorter run
constexpr std::chrono::milliseconds kRedraw{500};     ///< on a terminal
constexpr std::chrono::milliseconds kBetween{10000};  ///< lines elsewhere
constexpr std::size_t kLongestLine = 1u << 20;

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

/// In the new process, between fork and exec.
[[noreturn]] void become(const char* file, char* const* arguments, const Pipe& out, const Pipe& err, pid_t parent) {
  // Signals of the terminal are for this program's parent, which ends it.
  ::setpgid(0, 0);
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

/// What it prints on one stream, line by line.
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
  Supervision(pid_t child, Pipe out, Pipe err, bool is_quiet)
      : child_(child), out_(std::move(out)), err_(std::move(err)), console_(is_quiet, false), is_quiet_(is_quiet) {}

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
    return ended();
  }

 private:
  using Time = RealClock::Time;
  // Real time: what is supervised is a real process.
  static Time now() { return RealClock::system().now(); }

  void take(const std::string& line) {
    if (line.starts_with(kProgressMark)) {
      started_ = true;
      progress_ = without_controls(line.substr(kProgressMark.size()));
    } else if (started_) {
      console_.show(LogLevel::normal, without_controls(line));
    } else if (refusal_.empty()) {
      refusal_ = without_controls(line);  // of who was to make the sandbox
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
    ::kill(-child_, SIGKILL);
    ::kill(child_, SIGKILL);
    reap();
    console_.clear_live_line();
    console_.show(LogLevel::normal, fmt::format("ended by {}: {}", name_of_signal(signals_.ending()), unfinished));
    return {128 + signals_.ending(), true, {}};
  }

  SupervisedEnd ended() {
    const int status = reap();
    console_.clear_live_line();
    if (!started_) return {EXIT_FAILURE, false, refusal_.empty() ? "it cannot be started" : refusal_};
    if (!WIFEXITED(status))
      throw std::runtime_error(
          fmt::format("its process was ended by {}", name_of_signal(WIFSIGNALED(status) ? WTERMSIG(status) : 0)));
    if (output_error_ != 0 && output_error_ != EPIPE)
      throw std::runtime_error(fmt::format("cannot write to standard output: {}", std::strerror(output_error_)));
    return {WEXITSTATUS(status), true, {}};
  }

  int reap() const {
    int status = 0;
    while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
  }

  const pid_t child_;
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

}  // namespace

SupervisedEnd supervise(const SupervisedRun& run, std::string_view unfinished) {
  const fs::path self = fs::read_symlink("/proc/self/exe");
  std::vector<std::string> program{self.string()};
  program.insert(program.end(), run.arguments.begin(), run.arguments.end());
  const bool has_sandbox = !run.bwrap.empty();
  std::vector<std::string> arguments = has_sandbox ? in_sandbox(run, program) : program;
  const std::string file = has_sandbox ? run.bwrap.string() : self.string();
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  Pipe out = Pipe::make(), err = Pipe::make();
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error(fmt::format("cannot start a process: {}", std::strerror(errno)));
  if (child == 0) become(file.c_str(), pointers.data(), out, err, parent);
  return Supervision(child, std::move(out), std::move(err), run.is_quiet).wait(unfinished);
}

}  // namespace server
