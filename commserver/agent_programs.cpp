// SPDX-License-Identifier: Apache-2.0
#include "commserver/agent_programs.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "commserver/database/program_search.h"
#include "commserver/sandbox/agent_paths.h"

namespace commserver {
namespace fs = std::filesystem;

AgentPrograms::AgentPrograms(const AgentDatabase& database, const CommServerOptions& options, spark::Log& log)
    : database_(database), options_(options), log_(log) {
  if (options_.log_folder.empty()) return;
  std::error_code error;
  fs::create_directories(options_.log_folder, error);
  if (error)
    throw std::runtime_error(
        fmt::format("cannot make the folder {}: {}", options_.log_folder.string(), error.message()));
}

Guardian::Program AgentPrograms::program_of(spark::AgentId agent, const AgentType& type) {
  Guardian::Program program;
  program.file = find_program(type, options_.program_path);
  program.working_folder = type.working_folder;
  program.arguments = type.command;
  program.input_fd = type.input_fd;
  program.output_fd = type.output_fd;
  program.limits = options_.limits;
  if (options_.log_folder.empty()) program.limits.log_size = 0;
  if (!options_.sandbox) return program;
  if (options_.keep_files && !options_.log_folder.empty())
    program.kept_in = fs::absolute(options_.log_folder) / fmt::format("agent{}-files", agent);
  if (program.limits.files > 0) {
    std::string why = why_read_only(program);
    if (why.empty()) why = options_.sandbox->no_mounts_because;
    // As a folder's own name, whether or not it was given with a slash behind it.
    if (!why.empty())
      tell_of_read_only((program.working_folder / ".").lexically_normal().parent_path().string() + ": " + why);
  }
  std::vector<fs::path> foreign = options_.secrets;
  if (!options_.log_folder.empty()) foreign.push_back(options_.log_folder);
  for (const AgentType& other : database_.types()) foreign.push_back(other.working_folder);
  return options_.sandbox->enclose(program, hideable(foreign, program));
}

AgentPrograms::Logs AgentPrograms::open_logs(spark::AgentId agent) const {
  return {open_log(agent, "stdout"), open_log(agent, "stderr")};
}

void AgentPrograms::tell_of_read_only(const std::string& folder_and_reason) {
  if (std::ranges::find(read_only_told_of_, folder_and_reason) != read_only_told_of_.end()) return;
  read_only_told_of_.push_back(folder_and_reason);
  log_.warning("agents cannot write into their working folder {}", folder_and_reason);
}

spark::Descriptor AgentPrograms::open_log(spark::AgentId agent, const char* stream) const {
  const fs::path file = options_.log_folder.empty()
                            ? fs::path("/dev/null")
                            : options_.log_folder / fmt::format("agent{}-{}.log", agent, stream);
  spark::Descriptor descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!descriptor) throw std::runtime_error(fmt::format("cannot write {}: {}", file.string(), std::strerror(errno)));
  return descriptor;
}

}  // namespace commserver
