// SPDX-License-Identifier: Apache-2.0
#include "spark/server/guard_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <stdexcept>

#include "spark/core/number_text.h"

namespace spark::server {
namespace {

constexpr std::uint64_t kMegabyte = 1024 * 1024;
constexpr std::int64_t kMost = 1'000'000;
/// Less than that, and no program even starts.
constexpr std::int64_t kLeastMemory = 16;

/// Whole, from `least` on; 0 stands for no limit where `may_be_none`.
std::uint64_t read_number(const char* option, const std::string& text, std::int64_t least, bool may_be_none,
                          const char* none = "no limit") {
  std::int64_t number = 0;
  if (!whole_integer(text, number) || number > kMost || (number < least && !(may_be_none && number == 0)))
    throw std::runtime_error(fmt::format("{} {}: expected a whole number from {} to {}{}", option, text, least, kMost,
                                         may_be_none ? fmt::format(", or 0 for {}", none) : ""));
  return static_cast<std::uint64_t>(number);
}

GuardOptions::Sandbox read_sandbox(const std::string& text) {
  if (text == "on") return GuardOptions::Sandbox::on;
  if (text == "off") return GuardOptions::Sandbox::off;
  if (text == "auto") return GuardOptions::Sandbox::automatic;
  throw std::runtime_error(fmt::format("--sandbox {}: expected on, off or auto", text));
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
  app.add_option("--agent_memory", memory_, "memory of its own a process of an agent may have (default 0: no limit)")
      ->type_name("MB");
  app.add_option("--agent_cpu", cpu_, "CPU time a process of an agent may use (default 0: no limit)")
      ->type_name("SECONDS");
  app.add_option("--agent_file_size", file_size_, "how large a file of an agent may become (default 1024)")
      ->type_name("MB");
  app.add_option("--agent_log_limit", log_limit_, "of longer output of agents beginning and end are kept (default 16)")
      ->type_name("MB");
  app.add_option("--sandbox", sandbox_, "agents reach nothing but the server; auto (default): where it is possible")
      ->type_name("on|off|auto");
  app.add_option(
         "--agent_files", files_,
         "what each agent may write into its working folder in a sandbox; no other agent sees it, and it is gone "
         "at the end (default 64; 0: nothing)")
      ->type_name("MB");
  app.add_flag("--keep_agent_files", keep_files_, "but put it into agentN-files beside its logs at the end");
}

GuardOptions GuardOptionTexts::read() const {
  GuardOptions options;
  options.limits.memory = kMegabyte * read_number("--agent_memory", memory_, kLeastMemory, true);
  options.limits.cpu_seconds = read_number("--agent_cpu", cpu_, 1, true);
  options.limits.file_size = kMegabyte * read_number("--agent_file_size", file_size_, 1, false);
  options.limits.log_size = kMegabyte * read_number("--agent_log_limit", log_limit_, 1, false);
  options.limits.files = kMegabyte * read_number("--agent_files", files_, 1, true, "a folder that is read-only");
  options.keep_files = keep_files_;
  options.sandbox = read_sandbox(sandbox_);
  return options;
}

}  // namespace spark::server
