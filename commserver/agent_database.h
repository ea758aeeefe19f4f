// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "commserver/think/timer.h"

namespace commserver {

/// A kind of agent and how it is started.
struct AgentType {
  std::string name;
  int input_fd = 3;   ///< descriptor from which the agent reads, 0 to 255
  int output_fd = 4;  ///< descriptor to which it writes, 0 to 255, not `input_fd`
  Timer timer;
  std::filesystem::path working_folder;  ///< absolute
  std::vector<std::string> command;      ///< program and arguments; empty only with `awaited`
  std::string commserver;                ///< name of the commserver that must start it; empty: any
  /// How its agents reach the match.
  enum class Connects {
    no,      ///< they do not: they are started with pipes
    each,    ///< they connect: `command` is started for each of them, outside of the sandbox
    all,     ///< they connect: `command` is started once for all of them, outside of the sandbox
    awaited  ///< they connect: the user starts them
  };
  Connects connects = Connects::no;
  int port = 0;  ///< the port to which they connect; 0: any free one
};

/// The agent types that a server knows: the XML file `agentdb.xml` (protocol; version 0.91).
///
///     <agent_type_external name="foo" commserver="lab2">
///       <inputfd>3</inputfd> <outputfd>4</outputfd> <timer>fixed 0</timer>
///       <working_dir>./</working_dir> <exec_line>program --name foo</exec_line>
///     </agent_type_external>
///
/// A relative working_dir starts at the folder of the database. Only the name is required, and exec_line unless the
/// user starts the agents (`awaited`). `commserver` names the commserver that starts agents of that type; "integrated"
/// is the server itself. `<connects>` says that they connect by themselves: each, all or awaited
/// (`AgentType::Connects`), and `<port>` to which port.
class AgentDatabase {
 public:
  /// Throws `std::runtime_error` with one line that names the file if it cannot be read or is invalid.
  static AgentDatabase load(const std::filesystem::path& file);

  /// Null if there is no such type.
  const AgentType* find(std::string_view name) const;
  /// The type, or `std::runtime_error`: "no agent type 'x' in FILE (it has: foo, bar)".
  const AgentType& get(std::string_view name) const;
  const std::vector<AgentType>& types() const { return types_; }
  /// Parts of the file that were ignored, one line each, for the log.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  friend class AgentDatabaseReader;
  std::filesystem::path file_;
  std::vector<AgentType> types_;
  std::vector<std::string> warnings_;
};

/// The absolute path of an agent type's program, found by `find_program` of commserver/guardian. Its exceptions are
/// thrown again with the type in front of the text.
std::filesystem::path find_program(const AgentType& type, const std::vector<std::filesystem::path>& folders);

}  // namespace commserver
