// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/agent/program_starter.h"

/// Starts no programs.
class NoPrograms final : public spark::ProgramStarter {
 public:
  std::filesystem::path find(const std::string&, const std::filesystem::path&) override { return {}; }
  Started start(const spark::ProgramOrder&, spark::ProgramListener&) override { return {}; }
  void stop(spark::ProgramId, std::chrono::milliseconds) override {}
  bool wait(spark::ProgramListener&, std::chrono::milliseconds) override { return true; }
  void end(spark::ProgramListener&, std::chrono::milliseconds) override {}
  void hide(const std::filesystem::path&) override {}
};
