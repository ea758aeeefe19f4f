// SPDX-License-Identifier: Apache-2.0
#include "tests/gateways/rtm/corba/other_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <stdexcept>

#include "tests/support/processes.h"
#include "tests/support/waiting.h"

namespace {

constexpr int kHurry = 20;
constexpr const char* kRole = "what the other process does";
constexpr std::array kTheirPorts{"Theirs0.in", "Theirs0.out"};

/// Empty at the end.
std::string read_line(int fd) {
  std::string line;
  char letter = 0;
  while (::read(fd, &letter, 1) == 1 && letter != '\n') line += letter;
  return line;
}

void write_line(int fd, const std::string& line) {
  const std::string text = line + "\n";
  if (::write(fd, text.data(), text.size()) != static_cast<ssize_t>(text.size())) throw std::runtime_error("pipe");
}

/// One command of `OtherProcess::ask` and its answer.
std::string obey(OmgStage& stage, const std::string& line) {
  const std::string port = line.substr(5, line.find(' ', 5) - 5);
  const auto component = stage.component(port.substr(0, port.find('.')));
  const std::string name = port.substr(port.find('.') + 1);
  if (line.starts_with("put  ")) {
    component->out_port(name)->put(rtm::Value(std::stof(line.substr(line.rfind(' ')))));
    return "done";
  }
  rtm::Value value;
  return component->in_port(name)->take(value) ? to_text(value) : "";
}

}  // namespace

// This test is hidden. Only OtherProcess runs it, in another process: commands come from the standard input.
TEST_CASE(kRole, "[.]") {
  HurriedClock clock;
  OmgStage stage(std::chrono::milliseconds(std::stoi(read_line(STDIN_FILENO))), &clock);
  stage.add("Theirs0", [](Ported& made) {
    made.add_in_port("in");
    made.add_out_port("out");
  });
  for (const char* const port : kTheirPorts) write_line(STDOUT_FILENO, stage.text(stage.port(port).in()));
  for (std::string line = read_line(STDIN_FILENO); !line.empty(); line = read_line(STDIN_FILENO))
    write_line(STDOUT_FILENO, obey(stage, line));
  ::_exit(0);
}

OtherProcess::OtherProcess(std::chrono::milliseconds call_timeout) {
  if (::pipe2(commands_, O_CLOEXEC) != 0 || ::pipe2(answers_, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  start();
  ::close(commands_[0]);
  ::close(answers_[1]);
  write_line(commands_[1], std::to_string(call_timeout.count()));
  for (const char* const port : kTheirPorts) {
    references_[port] = read_line(answers_[0]);
    if (references_[port].empty()) throw std::runtime_error("the other process does not start");
  }
}

OtherProcess::~OtherProcess() {
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  ::close(commands_[1]);
  ::close(answers_[0]);
}

void OtherProcess::start() {
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("no process");
  if (pid_ > 0) return;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::dup2(commands_[0], STDIN_FILENO);
  ::dup2(answers_[1], STDOUT_FILENO);
  ::execl("/proc/self/exe", "other_process", kRole, "--out", "/dev/null", nullptr);
  ::_exit(127);
}

void OtherProcess::signal(int number) {
  ::kill(pid_, number);
  const auto is_done = [&] {
    const char state = process_state(pid_);
    if (number == SIGSTOP) return state == 'T';
    if (number == SIGCONT) return state != 'T';
    return state == 'Z' || state == ' ';
  };
  if (!wait_until(is_done)) throw std::runtime_error("the process ignores a signal");
}

std::string OtherProcess::ask(const std::string& line) {
  write_line(commands_[1], line);
  return read_line(answers_[0]);
}

void OtherProcess::put(const std::string& port, double number) {
  if (ask("put  " + port + " " + std::to_string(number)) != "done") throw std::runtime_error("the process is gone");
}

std::string OtherProcess::take(const std::string& port) {
  return ask("take " + port);
}

spark::RealClock::Time HurriedClock::now() const {
  return Time(system().now().time_since_epoch() * kHurry);
}

void HurriedClock::wait(Duration longest, const Block& block) {
  system().wait(longest / kHurry, block);
}
