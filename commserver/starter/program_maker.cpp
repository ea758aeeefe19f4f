// SPDX-License-Identifier: Apache-2.0
#include "commserver/starter/program_maker.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "commserver/guardian/agent_paths.h"
#include "commserver/guardian/program_search.h"
#include "commserver/starter/linked_folder.h"
#include "commserver/starter/log_stem.h"

namespace commserver {
namespace {

namespace fs = std::filesystem;
using spark::ProgramOrder;

constexpr int kMaxNumber = 255;

[[noreturn]] void refuse(const ProgramOrder& order, std::string_view why) {
  throw std::runtime_error(fmt::format("cannot start program '{}': {}", spark::printable(order.program, 200), why));
}

bool is_one_text(std::string_view text) {
  return text.find('\0') == text.npos;
}

bool is_possible(int number) {
  return number >= 0 ? number <= kMaxNumber : number == ProgramOrder::kNone;
}

AgentLimits limits_of(const spark::ProgramLimits& own, AgentLimits limits) {
  limits.memory = own.memory.value_or(limits.memory);
  limits.cpu_seconds = own.cpu_seconds.value_or(limits.cpu_seconds);
  limits.file_size = own.file_size.value_or(limits.file_size);
  limits.files = own.files.value_or(limits.files);
  limits.processes = own.processes.value_or(limits.processes);
  return limits;
}

}  // namespace

void ProgramMaker::check(const ProgramOrder& order) {
  if (order.program.empty()) refuse(order, "it has no name");
  if (order.folder.empty()) refuse(order, "it has no working folder");
  if (!is_log_stem(order.log_stem))
    refuse(order, fmt::format("its logs cannot be named '{}': expected agentN, or program-NAME of letters, digits, "
                              "'_', '-' and '.'",
                              spark::printable(order.log_stem)));
  if (!is_possible(order.reads_from) || !is_possible(order.writes_to) ||
      (order.reads_from == order.writes_to && order.reads_from != ProgramOrder::kNone))
    refuse(order, fmt::format("it cannot read from {} and write to {}: expected two descriptors from 0 to {}",
                              order.reads_from, order.writes_to, kMaxNumber));
  bool is_text = is_one_text(order.program) && is_one_text(order.folder.native());
  for (const std::string& argument : order.arguments) is_text = is_text && is_one_text(argument);
  for (const fs::path& path : order.needs) is_text = is_text && is_one_text(path.native());
  for (const auto& [name, value] : order.environment) {
    is_text = is_text && is_one_text(name) && is_one_text(value);
    if (name.empty() || name.find('=') != name.npos)
      refuse(order, fmt::format("'{}' is not a name of an environment variable", spark::printable(name)));
  }
  if (!is_text) refuse(order, "an argument or a variable of its environment contains a NUL");
}

fs::path ProgramMaker::find(const std::string& program, const fs::path& folder) const {
  return find_program(program, folder.empty() ? folder : fs::absolute(folder), options_.program_path);
}

void ProgramMaker::choose_sandbox() {
  if (sandbox_chosen_) return;
  if (options_.choose_sandbox) sandbox_ = options_.choose_sandbox();
  sandbox_chosen_ = true;
}

Guardian::Program ProgramMaker::program_of(const ProgramOrder& order) {
  Guardian::Program program;
  program.file = find(order.program, order.folder);
  make_log_folder();  // only an existing folder can be hidden
  program.working_folder = fs::absolute(order.folder);
  program.arguments = order.arguments;
  program.arguments.insert(program.arguments.begin(), order.program);
  program.input_fd = order.reads_from;
  program.output_fd = order.writes_to;
  for (const auto& [name, value] : order.environment) program.environment.push_back(fmt::format("{}={}", name, value));
  program.limits = limits_of(order.limits, options_.limits);
  if (options_.log_folder.empty()) program.limits.log_size = 0;
  const bool has_logs = !options_.log_folder.empty();
  const fs::path files = has_logs ? fs::absolute(options_.log_folder) / (order.log_stem + "-files") : fs::path();
  if (!sandbox_ || !order.in_sandbox) {
    if (order.keeps_files && has_logs) program.working_folder = linked(program.working_folder, files);
    return program;
  }
  for (const fs::path& path : order.needs) program.needs.push_back(fs::absolute(path));
  if (options_.keep_files || order.keeps_files) program.kept_in = files;
  return enclosed(program);
}

/// Used without a sandbox, where no folder can be mounted over another: links take the place of the original entries.
fs::path ProgramMaker::linked(const fs::path& folder, const fs::path& kept_in) {
  make_linked_folder(kept_in, folder);
  linked_.emplace_back(kept_in, folder);
  return kept_in;
}

void ProgramMaker::tidy_up() {
  for (const auto& [folder, original] : linked_) remove_links(folder, original);
  linked_.clear();
}

Guardian::Program ProgramMaker::enclosed(const Guardian::Program& program) {
  if (program.limits.files > 0) {
    std::string why = why_read_only(program);
    if (why.empty()) why = sandbox_->no_mounts_because;
    // The folder's own name, with or without a slash at the end of the path.
    if (!why.empty())
      warn_of_read_only((program.working_folder / ".").lexically_normal().parent_path().string() + ": " + why);
  }
  if (!sandbox_->no_users_because.empty()) warn_of_shared_user(sandbox_->no_users_because);
  if (!sandbox_->no_cgroups_because.empty()) warn_of_no_cgroups(sandbox_->no_cgroups_because);
  std::vector<fs::path> foreign = options_.secrets;
  if (!options_.log_folder.empty()) foreign.push_back(options_.log_folder);
  foreign.insert(foreign.end(), hidden_.begin(), hidden_.end());
  return sandbox_->enclose(program, hideable(foreign, program));
}

void ProgramMaker::make_log_folder() const {
  if (options_.log_folder.empty()) return;
  std::error_code error;
  fs::create_directories(options_.log_folder, error);
  if (error)
    throw std::runtime_error(
        fmt::format("cannot make the folder {}: {}", options_.log_folder.string(), error.message()));
}

ProgramMaker::Logs ProgramMaker::open_logs(const std::string& stem) {
  if (options_.log_folder.empty()) return {open_log(stem, "stdout"), open_log(stem, "stderr")};
  std::error_code error;
  if (!used_stems_.insert(stem).second)
    // A process that an earlier program has left behind may still print, but to its own file.
    for (const char* stream : {"stdout", "stderr"})
      fs::remove(options_.log_folder / fmt::format("{}-{}.log", stem, stream), error);
  return {open_log(stem, "stdout"), open_log(stem, "stderr")};
}

std::string ProgramMaker::error_log(const std::string& stem) const {
  return options_.log_folder.empty() ? std::string() : fmt::format("{}-stderr.log", stem);
}

fs::path ProgramMaker::output_log(const std::string& stem) const {
  return options_.log_folder.empty() ? fs::path() : options_.log_folder / fmt::format("{}-stdout.log", stem);
}

void ProgramMaker::warn_of_read_only(const std::string& folder_and_reason) {
  if (!warned_of_.insert(folder_and_reason).second) return;
  log_.warning("agents cannot write into their working folder {}", folder_and_reason);
}

void ProgramMaker::warn_of_shared_user(const std::string& reason) {
  if (warned_of_.insert(reason).second)
    log_.warning("agents run as the user of the server, and share its limits: {}", reason);
}

void ProgramMaker::warn_of_no_cgroups(const std::string& reason) {
  if (warned_of_.insert(reason).second) log_.warning("agents have no control groups of their own: {}", reason);
}

void ProgramMaker::report_failed_log(const std::string& name, int error) {
  if (failed_logs_++ == 0)
    log_.error("cannot write {}: {}; this log ends here", (options_.log_folder / name).string(), std::strerror(error));
}

void ProgramMaker::report_further_failed_logs() {
  const int further = std::exchange(failed_logs_, 0) - 1;
  if (further > 0)
    log_.error("{} more log{} of agents could not be written to {}", further, further == 1 ? "" : "s",
               options_.log_folder.string());
}

/// If the log cannot be opened, the program is started all the same.
spark::Descriptor ProgramMaker::open_log(const std::string& stem, const char* stream) {
  const auto open = [](const fs::path& file) {
    return spark::Descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  };
  if (!options_.log_folder.empty()) {
    const std::string name = fmt::format("{}-{}.log", stem, stream);
    if (spark::Descriptor file = open(options_.log_folder / name)) return file;
    report_failed_log(name, errno);
  }
  spark::Descriptor nowhere = open("/dev/null");
  if (!nowhere) throw std::runtime_error(fmt::format("cannot open /dev/null: {}", std::strerror(errno)));
  return nowhere;
}

}  // namespace commserver
