// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "commserver/guardian/agent_limits.h"

namespace CLI {
class App;
}

namespace commserver {

/// The limits of agents.
struct GuardOptions {
  enum class Sandbox { on, off, automatic };
  AgentLimits limits{.log_size = 16ULL * 1024 * 1024};
  Sandbox sandbox = Sandbox::automatic;
  bool keep_files = false;

  /// Names without dashes and values, as on the command line.
  std::vector<std::pair<std::string, std::string>> as_parameters() const;
};

/// These options while the command line is parsed.
class GuardOptionTexts {
 public:
  /// This object must live as long as `app` parses.
  void add_to(CLI::App& app);
  /// Throws `std::runtime_error` with one line.
  GuardOptions read() const;

 private:
  std::string memory_ = "0";
  std::string cpu_ = "0";
  std::string file_size_ = "1024";
  std::string log_limit_ = "16";
  std::string sandbox_ = "auto";
  std::string files_ = "64";
  bool keep_files_ = false;
};

}  // namespace commserver
