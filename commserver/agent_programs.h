// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "commserver/comm_server_options.h"
#include "commserver/database/agent_database.h"
#include "commserver/guardian/guardian.h"
#include "spark/agent/agent_gateway.h"
#include "spark/core/descriptor.h"
#include "spark/core/log.h"

namespace commserver {

/// What the guardian is to start for an agent: the program of its type with the limits of the match, in a sandbox if
/// there is one, and the files for what it prints. Borrows all it is made of.
class AgentPrograms {
 public:
  struct Logs {
    spark::Descriptor output, error;
  };

  /// Makes the log folder; throws `std::runtime_error` if that is not possible.
  AgentPrograms(const AgentDatabase& database, const CommServerOptions& options, spark::Log& log);

  /// Throws `std::runtime_error` if the type's program is nowhere.
  Guardian::Program program_of(spark::AgentId agent, const AgentType& type);
  /// Throws `std::runtime_error` if they cannot be written.
  Logs open_logs(spark::AgentId agent) const;
  /// Warns once for each folder and reason, "FOLDER: REASON".
  void tell_of_read_only(const std::string& folder_and_reason);

 private:
  spark::Descriptor open_log(spark::AgentId agent, const char* stream) const;

  const AgentDatabase& database_;
  const CommServerOptions& options_;
  spark::Log& log_;
  std::vector<std::string> read_only_told_of_;
};

}  // namespace commserver
