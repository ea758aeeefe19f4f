// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "spark/agent/program_starter.h"
#include "tests/support/waiting.h"

namespace picture_test {

/// Starts the camera program as the server does, without guardian and sandbox; one at a time.
class CameraStarter final : public spark::ProgramStarter {
 public:
  ~CameraStarter() override {
    if (process > 0) ::kill(process, SIGKILL), ::waitpid(process, nullptr, 0);
  }

  std::filesystem::path find(const std::string& program, const std::filesystem::path&) override {
    // No Catch2 assertion in this class: workers of the gateway may call it.
    if (program != "rctp-camera") throw std::logic_error("asked for " + program);
    if (is_missing) throw std::runtime_error("cannot find program 'rctp-camera'");
    return RCTP_CAMERA;
  }
  Started start(const spark::ProgramOrder& order, spark::ProgramListener& listener) override {
    orders.push_back(order);
    listener_ = &listener;
    int down[2], up[2];
    if (::pipe2(down, O_CLOEXEC) != 0 || ::pipe2(up, O_CLOEXEC) != 0) throw std::runtime_error("no pipes");
    process = ::fork();
    if (process == 0) {
      // Above the numbers that it gets, so that none is overwritten before it has been copied.
      const int reads = ::fcntl(down[0], F_DUPFD, 100), writes = ::fcntl(up[1], F_DUPFD, 100);
      ::dup2(reads, order.reads_from);
      ::dup2(writes, order.writes_to);
      ::close(reads);
      ::close(writes);
      if (!variable.empty()) {
        ::setenv(variable.c_str(), "/dev/null", 1);
        ::dup2(::open("/dev/null", O_WRONLY), STDERR_FILENO);  // its output there would look like a skipped test
      }
      if (instead.empty())
        ::execl(RCTP_CAMERA, "rctp-camera", order.arguments[0].c_str(), order.arguments[1].c_str(), nullptr);
      else
        ::execl("/bin/sh", "sh", "-c", instead.c_str(), nullptr);
      ::_exit(127);
    }
    ::close(down[0]);
    ::close(up[1]);
    ::fcntl(down[1], F_SETFL, O_NONBLOCK);
    ::fcntl(up[0], F_SETFL, O_NONBLOCK);
    return {static_cast<spark::ProgramId>(orders.size()), spark::Descriptor(down[1]), spark::Descriptor(up[0])};
  }
  void stop(spark::ProgramId program, std::chrono::milliseconds) override {
    if (process > 0 && program == static_cast<spark::ProgramId>(orders.size())) ::kill(process, SIGKILL);
  }
  bool wait(spark::ProgramListener&, std::chrono::milliseconds timeout) override {
    return wait_until([this] { return has_ended(); }, timeout);
  }
  void end(spark::ProgramListener& listener, std::chrono::milliseconds timeout) override {
    if (wait(listener, timeout)) return;
    ::kill(process, SIGKILL);
    wait(listener, kTimeout);
  }
  void hide(const std::filesystem::path&) override {}

  /// Notifies the listener of the program's end, as the server does; true if it has ended.
  bool has_ended() {
    int status = 0;
    if (process <= 0 || ::waitpid(process, &status, WNOHANG) == 0) return process <= 0;
    process = 0;
    listener_->program_ended(static_cast<spark::ProgramId>(orders.size()),
                             {.exit_status = {}, .signal = {}, .how = "ended by a test"});
    return process <= 0;
  }

  bool is_missing = false;
  std::string variable;  ///< of the environment, which is /dev/null there
  std::string instead;   ///< for the shell
  std::vector<spark::ProgramOrder> orders;
  pid_t process = 0;

 private:
  spark::ProgramListener* listener_ = nullptr;
};

}  // namespace picture_test
