// SPDX-License-Identifier: Apache-2.0
#include "tests/match/server_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <regex>

#include "tests/support/files.h"
#include "tests/support/folders.h"

ServerProcess::ServerProcess(const TemporaryFolder& folder, std::vector<std::string> arguments)
    : out_(folder / "out"), err_(folder / "err") {
  arguments.insert(arguments.begin(), {build_folder() + "/bin/rcssserver3D", "--strict", "--home", "off"});
  if (std::find(arguments.begin(), arguments.end(), "--logdir") == arguments.end())
    arguments.insert(arguments.end(), {"--logdir", (folder / "logs").string()});
  std::vector<char*> argv;
  for (auto& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const int out = open(out_.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0644);
  const int err = open(err_.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0644);
  pid_ = fork();
  if (pid_ == 0) {
    // The tests may run in the background of a shell that ignores some.
    for (const int signal : {SIGINT, SIGHUP, SIGQUIT, SIGTERM}) ::signal(signal, SIG_DFL);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    if (chdir(folder.path().c_str()) == 0) execv(argv[0], argv.data());
    _exit(127);
  }
  close(out);
  close(err);
}

ServerProcess::~ServerProcess() {
  if (has_ended()) return;
  send(SIGKILL);
  wait();
}

void ServerProcess::send(int signal) const {
  kill(pid_, signal);
}

bool ServerProcess::has_ended() {
  if (status_ >= 0) return true;
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) != pid_) return false;
  status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return true;
}

int ServerProcess::wait(std::chrono::seconds deadline) {
  wait_until([&] { return has_ended(); }, deadline);
  return status_;
}

std::string ServerProcess::out() const {
  return content(out_);
}
std::string ServerProcess::err() const {
  return content(err_);
}

bool ServerProcess::wait_for_message(const std::string& text, std::chrono::seconds deadline) {
  wait_until([&] { return has_ended() || err().find(text) != std::string::npos; }, deadline);
  return err().find(text) != std::string::npos;
}

int ServerProcess::monitor_port(std::chrono::seconds deadline) {
  if (!wait_for_message("monitor port ", deadline)) return 0;
  std::smatch found;
  const std::string text = err();
  return std::regex_search(text, found, std::regex("monitor port (\\d+)")) ? std::stoi(found[1]) : 0;
}
