// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "commserver/host/guard_options.h"
#include "spark/command_line/option_table.h"

using commserver::GuardOptions;
using spark::NamedValues;

namespace {

struct Guard {
  Guard() { commserver::add_guard_options(table, options); }
  std::string refusal(const std::string& name, const std::string& value) {
    try {
      table.take({{name, value}}, [](const std::string& unknown, const std::string&) { FAIL(unknown); });
    } catch (const spark::WrongUsage& error) {
      return error.what();
    }
    return {};
  }
  GuardOptions options;
  spark::OptionTable table{{"program", "1", "", ""}};
};

constexpr std::uint64_t kMegabyte = 1024 * 1024;

}  // namespace

TEST_CASE("the options for sandbox, limits and files of agents have default values") {
  CHECK(Guard().table.in_force() == NamedValues{{"sandbox", "auto"},
                                                {"agent_memory", "0"},
                                                {"agent_cpu", "0"},
                                                {"agent_file_size", "1024"},
                                                {"agent_log_limit", "16"},
                                                {"agent_files", "64"},
                                                {"keep_agent_files", "0"}});
}

TEST_CASE("limits of agents are given in MB and seconds, kept in bytes, and printed as they were given") {
  Guard guard;
  const NamedValues given{{"sandbox", "on"},        {"agent_memory", "16"},   {"agent_cpu", "1000000"},
                          {"agent_file_size", "1"}, {"agent_log_limit", "2"}, {"agent_files", "3"},
                          {"keep_agent_files", "1"}};
  guard.table.take(given, [](const std::string& name, const std::string&) { FAIL(name); });
  CHECK(guard.table.in_force() == given);
  const commserver::AgentLimits& limits = guard.options.limits;
  CHECK(limits.memory == 16 * kMegabyte);
  CHECK(limits.cpu_seconds == 1'000'000);
  CHECK(limits.file_size == kMegabyte);
  CHECK(limits.log_size == 2 * kMegabyte);
  CHECK(limits.files == 3 * kMegabyte);
  CHECK(guard.options.keep_files);
  CHECK(guard.options.sandbox == GuardOptions::Sandbox::on);
  for (const char* without : {"agent_memory", "agent_cpu", "agent_files"}) CHECK(guard.refusal(without, "0").empty());
  CHECK((limits.memory == 0 && limits.cpu_seconds == 0 && limits.files == 0));
}

TEST_CASE("values that are not valid limits are refused") {
  Guard guard;
  CHECK(guard.refusal("agent_memory", "15") ==
        "--agent_memory 15: expected a whole number from 16 to 1000000, or 0 for no limit");
  CHECK(guard.refusal("agent_cpu", "1000001") ==
        "--agent_cpu 1000001: expected a whole number from 1 to 1000000, or 0 for no limit");
  CHECK(guard.refusal("agent_file_size", "0") == "--agent_file_size 0: expected a whole number from 1 to 1000000");
  CHECK(guard.refusal("agent_log_limit", "-1") == "--agent_log_limit -1: expected a whole number from 1 to 1000000");
  CHECK(guard.refusal("agent_files", "1.5") ==
        "--agent_files 1.5: expected a whole number from 1 to 1000000, or 0 for a folder that is read-only");
  CHECK(guard.refusal("sandbox", "perhaps") == "--sandbox perhaps: expected on, off or auto");
  CHECK(guard.table.in_force() == Guard().table.in_force());
}
