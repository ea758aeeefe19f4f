// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <poll.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "commserver/starter/guarded_programs.h"
#include "tests/commserver/sandbox_trial.h"
#include "tests/support/files.h"
#include "tests/support/log_lines.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/waiting.h"

using commserver::GuardedPrograms;
using commserver::Guardian;
using spark::Descriptor;
using spark::ProgramEnd;
using spark::ProgramId;
using spark::ProgramOrder;
using std::chrono::milliseconds;
namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

/// A gateway's listener, which records the ends of its programs.
struct Owner final : spark::ProgramListener {
  void program_started(ProgramId program, pid_t process) override { processes[program] = process; }
  void program_ended(ProgramId program, const ProgramEnd& end) override {
    CHECK(ended.emplace(program, end).second);
    if (on_end) on_end(program);
  }
  std::map<ProgramId, pid_t> processes;
  std::map<ProgramId, ProgramEnd> ended;
  std::function<void(ProgramId)> on_end;
};

/// A program starter for which the test replaces the server, with a log folder, and a working folder for its programs.
struct Stage {
  explicit Stage(bool closed = false, commserver::StarterOptions options = {}) {
    keep_levels_and_lines(log, lines);
    fs::create_directory(home);
    options.log_folder = folder / "logs";
    options.choose_sandbox = [this, closed] {
      ++choices;
      return closed ? std::optional(sandbox()) : std::nullopt;
    };
    programs.emplace(*guardian, spark::RealClock::system(), log, options);
  }
  /// An order to run a script with bash; its logs are named "agent0" and so on.
  ProgramOrder order(const std::string& script) {
    ProgramOrder result;
    result.program = "bash";
    result.arguments = {"-c", script};
    result.folder = home;
    result.log_stem = "agent" + std::to_string(count++);
    return result;
  }
  ProgramId start(const ProgramOrder& wanted, Owner& by) {
    started = programs->start(wanted, by);
    return started.id;
  }
  ProgramId start(const ProgramOrder& wanted) { return start(wanted, owner); }
  template <typename Condition>
  bool until(Condition condition) {
    return wait_until([&] {
      pollfd input{programs->poll_descriptor(), POLLIN, 0};
      if (::poll(&input, 1, 0) > 0) programs->receive();
      return condition();
    });
  }
  const ProgramEnd& end_of(ProgramId program) {
    REQUIRE(until([&] { return owner.ended.contains(program); }));
    return owner.ended[program];
  }
  /// All output of the last program to its pipe, until its end.
  std::string heard() {
    std::string text;
    REQUIRE(until([&] {
      char bytes[4096];
      const ssize_t read = ::read(started.from_program.get(), bytes, sizeof bytes);
      if (read > 0) text.append(bytes, static_cast<std::size_t>(read));
      return read == 0;
    }));
    return text;
  }
  std::string logged(const std::string& name) const { return content(folder / "logs" / name); }

  TemporaryFolder folder;
  fs::path home = folder / "home";
  std::unique_ptr<Guardian> guardian = Guardian::start();
  spark::Log log;
  Texts lines;
  int choices = 0;
  int count = 0;
  Owner owner;
  std::optional<GuardedPrograms> programs;
  spark::ProgramStarter::Started started;
};
