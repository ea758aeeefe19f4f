// SPDX-License-Identifier: Apache-2.0
#include "commserver/host/guard_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "spark/command_line/option_values.h"
#include "spark/core/number_text.h"

namespace commserver {
namespace {

constexpr std::uint64_t kMegabyte = 1024 * 1024;
constexpr std::int64_t kMaxNumber = 1'000'000;
/// Less than that, and no program even starts.
constexpr std::int64_t kMinMemory = 16;

/// Whole, from `least` on; 0 stands for no limit where `may_be_none`.
std::uint64_t read_limit(const char* option, const std::string& text, std::int64_t least, bool may_be_none,
                         const char* none = "no limit") {
  std::int64_t number = 0;
  if (!spark::whole_integer(text, number) || number > kMaxNumber || (number < least && !(may_be_none && number == 0)))
    spark::refuse_value(option, text,
                        fmt::format("a whole number from {} to {}{}", least, kMaxNumber,
                                    may_be_none ? fmt::format(", or 0 for {}", none) : ""));
  return static_cast<std::uint64_t>(number);
}

GuardOptions::Sandbox read_sandbox(const std::string& text) {
  constexpr GuardOptions::Sandbox kChoices[] = {GuardOptions::Sandbox::on, GuardOptions::Sandbox::off,
                                                GuardOptions::Sandbox::automatic};
  return kChoices[spark::read_choice("--sandbox", text, {"on", "off", "auto"})];
}

}  // namespace

std::vector<std::pair<std::string, std::string>> GuardOptions::as_parameters() const {
  return {{"agent_memory", std::to_string(limits.memory / kMegabyte)},
          {"agent_cpu", std::to_string(limits.cpu_seconds)},
          {"agent_file_size", std::to_string(limits.file_size / kMegabyte)},
          {"agent_log_limit", std::to_string(limits.log_size / kMegabyte)},
          {"agent_files", std::to_string(limits.files / kMegabyte)},
          {"keep_agent_files", keep_files ? "1" : "0"},
          {"sandbox", sandbox == Sandbox::on    ? "on"
                      : sandbox == Sandbox::off ? "off"
                                                : "auto"}};
}

void GuardOptionTexts::add_to(CLI::App& app) {
  app.add_option("--agent_memory", memory_, "private memory for each process of an agent (default 0: no limit)")
      ->type_name("MB");
  app.add_option("--agent_cpu", cpu_, "CPU time for each process of an agent (default 0: no limit)")
      ->type_name("SECONDS");
  app.add_option("--agent_file_size", file_size_, "maximum size of each file that an agent writes (default 1024)")
      ->type_name("MB");
  app.add_option("--agent_log_limit", log_limit_,
                 "maximum size of each agent's log; beginning and end of a longer one are kept (default 16)")
      ->type_name("MB");
  app.add_option("--sandbox", sandbox_,
                 "whether agents run in a sandbox; auto (default): where this machine can make one")
      ->type_name("on|off|auto");
  app.add_option("--agent_files", files_,
                 "how much each agent may write into its working folder in a sandbox (default 64;\n"
                 "0: nothing); only the agent itself sees it, and it is gone at the end")
      ->type_name("MB");
  app.add_flag("--keep_agent_files", keep_files_,
               "keep what agents have written there, in agentN-files beside their logs");
}

GuardOptions GuardOptionTexts::read() const {
  GuardOptions options;
  options.limits.memory = kMegabyte * read_limit("--agent_memory", memory_, kMinMemory, true);
  options.limits.cpu_seconds = read_limit("--agent_cpu", cpu_, 1, true);
  options.limits.file_size = kMegabyte * read_limit("--agent_file_size", file_size_, 1, false);
  options.limits.log_size = kMegabyte * read_limit("--agent_log_limit", log_limit_, 1, false);
  options.limits.files = kMegabyte * read_limit("--agent_files", files_, 1, true, "a folder that is read-only");
  options.keep_files = keep_files_;
  options.sandbox = read_sandbox(sandbox_);
  return options;
}

}  // namespace commserver
