// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "commserver/guardian/guardian.h"
#include "commserver/starter/starter_options.h"
#include "spark/agent/program_starter.h"
#include "spark/core/descriptor.h"
#include "spark/core/log.h"

namespace commserver {

/// Turns an order into a program for the guardian, with its limits, in a sandbox if there is one, and opens the files
/// for its output. Starts nothing itself.
class ProgramMaker {
 public:
  struct Logs {
    spark::Descriptor output, error;
  };

  /// The log must outlive it.
  ProgramMaker(StarterOptions options, spark::Log& log) : options_(std::move(options)), log_(log) {}

  const StarterOptions& options() const { return options_; }
  std::filesystem::path find(const std::string& program, const std::filesystem::path& folder) const;
  /// Throws `std::runtime_error` if the order is invalid.
  static void check(const spark::ProgramOrder& order);
  /// Throws `std::runtime_error` if the program is not found or the log folder cannot be made.
  Guardian::Program program_of(const spark::ProgramOrder& order);
  /// Opens new, empty files; to be called after `program_of`, which creates the folder. A failure only costs a line in
  /// the log.
  Logs open_logs(const std::string& stem);
  /// The name of the file with the program's standard error; empty without a log folder.
  std::string error_log(const std::string& stem) const;
  /// The file with the program's standard output; empty without a log folder.
  std::filesystem::path output_log(const std::string& stem) const;
  /// Hides `path` from every program that does not need it.
  void hide(const std::filesystem::path& path) { hidden_.push_back(std::filesystem::absolute(path)); }
  /// Chooses the sandbox if that has not been done yet.
  void choose_sandbox();
  /// Removes everything that programs did not write from the folders with kept files. All programs must have ended.
  void tidy_up();
  /// Warns once about each folder and reason, "FOLDER: REASON".
  void warn_of_read_only(const std::string& folder_and_reason);
  /// Warns once about each reason for which programs run as the user of the server.
  void warn_of_shared_user(const std::string& reason);
  /// Warns once that agents have no control groups although one has been delegated.
  void warn_of_no_cgroups(const std::string& reason);
  /// Reports that a file with a program's output has ended early. Only the first one is named, so that a full disk
  /// costs two lines instead of one for each file of each agent.
  void report_failed_log(const std::string& name, int error);
  /// Logs the number of other files that have ended early since the last call; nothing if there are none.
  void report_further_failed_logs();

 private:
  void make_log_folder() const;
  spark::Descriptor open_log(const std::string& stem, const char* stream);
  Guardian::Program enclosed(const Guardian::Program& program);
  std::filesystem::path linked(const std::filesystem::path& folder, const std::filesystem::path& kept_in);

  const StarterOptions options_;
  spark::Log& log_;
  std::optional<Sandbox> sandbox_;
  bool sandbox_chosen_ = false;
  std::vector<std::filesystem::path> hidden_;
  std::set<std::string> used_stems_;
  std::vector<std::pair<std::filesystem::path, std::filesystem::path>> linked_;  ///< folders, and their links' targets
  std::set<std::string> warned_of_;
  int failed_logs_ = 0;
};

}  // namespace commserver
