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

/// The one place from which programs are started, by the commserver and by every other gateway: owns the use of the
/// guardian, reads its reports and hands each to whoever started that program.
///
/// Somebody has to call `receive` whenever its descriptor polls readable; the commserver does, and where there is none
/// the server. Real time decides only when a program that was stopped is killed.
class GuardedPrograms final : public spark::ProgramStarter {
 public:
  /// Guardian, clock and log must outlive it, and nobody else may use the guardian meanwhile. Throws
  /// `std::runtime_error` if the system is out of descriptors.
  GuardedPrograms(Guardian& guardian, spark::RealClock& clock, spark::Log& log, StarterOptions options);
  /// Kills everything that still runs. No listener is called.
  ~GuardedPrograms() override;

  std::filesystem::path find(const std::string& program, const std::filesystem::path& folder) override;
  Started start(const spark::ProgramOrder& order, spark::ProgramListener& listener) override;
  void stop(spark::ProgramId program, std::chrono::milliseconds patience) override;
  bool wait(spark::ProgramListener& listener, std::chrono::milliseconds patience) override;
  void end(spark::ProgramListener& listener, std::chrono::milliseconds patience) override;
  void hide(const std::filesystem::path& path) override { maker_.hide(path); }

  /// Chooses the sandbox now, if it has not been needed yet. Throws what that choice throws.
  void choose_sandbox() { maker_.choose_sandbox(); }
  /// Polls readable when there is something to `receive`.
  int poll_descriptor() const { return polls_.descriptor(); }
  /// Tells the listeners what has become of their programs.
  void receive();
  /// Kills everything that is left of all programs, without telling anybody. Afterwards all logs are complete, and what
  /// is kept of files is there. Costs nothing if nothing has been started since it was called last.
  void end_all();

 private:
  struct Running {
    spark::ProgramListener* listener;
    std::string log_stem;
    std::optional<spark::RealClock::Time> kill_at{};
  };
  /// What a listener has yet to be told.
  struct News {
    spark::ProgramListener* listener;
    spark::ProgramId program;
    pid_t process;
    std::optional<spark::ProgramEnd> end;  ///< none: it runs
  };

  void read_reports();
  void take(const GuardianReport& report);
  void add_end(std::map<int, Running>::iterator program, spark::ProgramEnd end);
  void kill_overdue();
  void tell(const spark::ProgramListener* only);
  bool has_running(const spark::ProgramListener& listener) const;
  void kill_all(spark::ProgramListener& listener);

  Guardian& guardian_;
  spark::RealClock& clock_;
  spark::Log& log_;
  ProgramMaker maker_;
  spark::PollSet polls_;
  Alarm alarm_;
  std::map<int, Running> running_;  ///< by the guardian's number
  std::deque<News> news_;
  const spark::ProgramListener* ending_ = nullptr;  ///< whose programs are being ended
  bool guardian_gone_ = false;
  bool used_ = false;         ///< since everything was ended
  bool keeps_files_ = false;  ///< of any program that was started since
};

}  // namespace commserver
