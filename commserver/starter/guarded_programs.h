// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <string>

#include "commserver/guardian/guardian.h"
#include "commserver/starter/program_maker.h"
#include "commserver/starter/starter_options.h"
#include "commserver/think/alarm.h"
#include "spark/agent/program_starter.h"
#include "spark/core/log.h"
#include "spark/core/poll_set.h"
#include "spark/core/real_clock.h"

namespace commserver {

/// Starts all programs, for the commserver and for every other gateway. It alone uses the guardian: it reads the
/// guardian's reports and passes each to the listener that started the program.
///
/// The commserver has to call `receive` whenever the descriptor polls readable, or the server if it has no commserver.
/// Real time affects only when a stopped program is killed.
class GuardedPrograms final : public spark::ProgramStarter {
 public:
  /// Guardian, clock and log must outlive it, and only it may use the guardian. Throws `std::runtime_error` if the
  /// system is out of descriptors.
  GuardedPrograms(Guardian& guardian, spark::RealClock& clock, spark::Log& log, StarterOptions options);
  /// Kills all processes that still run. No listener is called.
  ~GuardedPrograms() override;

  std::filesystem::path find(const std::string& program, const std::filesystem::path& folder) override;
  Started start(const spark::ProgramOrder& order, spark::ProgramListener& listener) override;
  void stop(spark::ProgramId program, std::chrono::milliseconds timeout) override;
  bool wait(spark::ProgramListener& listener, std::chrono::milliseconds timeout) override;
  void end(spark::ProgramListener& listener, std::chrono::milliseconds timeout) override;
  void hide(const std::filesystem::path& path) override { maker_.hide(path); }

  /// The options that apply to all programs.
  const StarterOptions& options() const { return maker_.options(); }
  /// The file with the standard output of a program; empty if there is none.
  std::filesystem::path output_log(const std::string& log_stem) const { return maker_.output_log(log_stem); }
  /// Chooses the sandbox now, if it has not been needed yet. Throws what `StarterOptions::choose_sandbox` throws.
  void choose_sandbox() { maker_.choose_sandbox(); }
  /// Polls readable when there is something to `receive`.
  int poll_descriptor() const { return polls_.descriptor(); }
  /// Notifies listeners of the starts and ends of their programs.
  void receive();
  /// Kills all processes that are left of any program, without notifying a listener. Afterwards all logs are complete,
  /// and kept files are in their places. Costs nothing if nothing has been started since the last call.
  void end_all();

 private:
  struct Running {
    spark::ProgramListener* listener;
    std::string log_stem;
    std::optional<spark::RealClock::Time> kill_at{};
  };
  /// A start or an end that a listener has not been notified of yet.
  struct Event {
    spark::ProgramListener* listener;
    spark::ProgramId program;
    pid_t process;
    std::optional<spark::ProgramEnd> end;  ///< none: it is running
  };

  void read_reports();
  void take(const GuardianReport& report);
  void add_end(std::map<int, Running>::iterator program, spark::ProgramEnd end);
  void kill_overdue();
  void notify(const spark::ProgramListener* only);
  bool has_running(const spark::ProgramListener& listener) const;
  void kill_all(spark::ProgramListener& listener);

  Guardian& guardian_;
  spark::RealClock& clock_;
  spark::Log& log_;
  ProgramMaker maker_;
  spark::PollSet polls_;
  Alarm alarm_;
  std::map<int, Running> running_;  ///< by the guardian's number
  std::deque<Event> events_;
  const spark::ProgramListener* ending_ = nullptr;  ///< the listener whose programs are being ended
  bool guardian_gone_ = false;
  bool used_ = false;         ///< something was started since everything was ended
  bool keeps_files_ = false;  ///< at least one program that was started since then keeps files
};

}  // namespace commserver
