// SPDX-License-Identifier: Apache-2.0
#include "commserver/program/service.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <utility>

#include "commserver/agent_database.h"
#include "commserver/comm_server.h"
#include "commserver/guardian/guardian.h"
#include "commserver/host/descriptor_limit.h"
#include "commserver/host/home_folder.h"
#include "commserver/host/log_folder.h"
#include "commserver/host/places.h"
#include "commserver/host/sandbox_choice.h"
#include "commserver/link/agent_host.h"
#include "commserver/program/engine_search.h"
#include "commserver/program/stop_signal.h"
#include "commserver/starter/guarded_programs.h"
#include "spark/core/log.h"
#include "spark/core/standard_streams.h"
#include "spark/net/address_lookup.h"
#include "spark/net/loop.h"

namespace commserver {
namespace {

constexpr std::size_t kUsualAgents = 22;  ///< in a whole match

std::string host_name() {
  char name[65] = {};
  return ::gethostname(name, sizeof name - 1) == 0 && name[0] != '\0' ? name : "commserver";
}

/// Serves one match. False if it did not end well.
bool serve(const ProgramOptions& options, const Secret& secret, Guardian& guardian, spark::Log& log) {
  const Places places = find_places();
  const HomeFolder home = chosen_home_folder(options.home);
  std::vector<std::filesystem::path> database_folders{places.scripts};
  if (!home.folder.empty()) database_folders.insert(database_folders.begin(), home.folder);
  const auto database_file = named_file("--agentdb", database_folders, options.agent_database);
  const auto database = AgentDatabase::load(database_file);
  if (!home.folder.empty() && database_file.parent_path() == home.folder)
    log.normal("agent database: {} (home folder)", database_file.string());
  std::vector<std::string> types;
  for (const AgentType& type : database.types()) types.push_back(type.name);

  // Otherwise the folder would be refused only when the match begins, and the engine would wait in vain.
  LogFolder::check(options.log_folder);
  spark::net::Loop loop;
  const auto engine = find_engine(loop, options, secret, types, log);
  if (!engine) return false;
  const auto& link = engine->link;
  const LinkSettings& settings = engine->settings;
  link->trust();
  log.normal("'{}' serves the engine on {}", options.name, link->peer());

  const auto choice = choose_sandbox("agents", options.guard.sandbox, places.modules, guardian);
  log.normal("{}", choice.line);
  StarterOptions how;
  how.choose_sandbox = [&choice] { return choice.sandbox; };
  how.limits = options.guard.limits;
  how.keep_files = options.guard.keep_files;
  if (!options.secret_file.empty()) how.secrets.push_back(options.secret_file);
  how.log_folder = options.log_folder;
  how.program_path = {places.programs};
  CommServer::Options agents;
  agents.think_limit = settings.think_limit;
  agents.rules = settings.rules;
  agents.timer = settings.timer;
  if (settings.record_think_times) agents.record_think_times = options.log_folder;
  const LogFolder log_folder(options.log_folder);
  GuardedPrograms programs(guardian, loop.clock(), log, std::move(how));
  CommServer comm_server(database, programs, loop.clock(), log, agents);
  const bool good = AgentHost(loop, *link, comm_server, log).serve(stop_signal);
  if (!good) log.error("the match ended early: {}", link->problem());
  if (good) log.normal("the match is over; logs of the agents are in {}", options.log_folder.string());
  return good;
}

}  // namespace

int serve_matches(ProgramOptions options) {
  need_descriptors(descriptors_for(kUsualAgents));
  const auto guardian = Guardian::start();
  spark::Log log;
  log.add_sink(spark::LogLevel::normal, [](spark::LogLevel level, std::string_view line) {
    spark::print(STDERR_FILENO, "commserver: {}{}\n", level >= spark::LogLevel::warning ? "warning: " : "", line);
  });
  if (options.name.empty()) options.name = host_name();
  if (options.log_folder.empty()) options.log_folder = "Logfiles-" + options.name;
  const Secret secret = options.secret_file.empty() ? Secret() : Secret::load(options.secret_file);
  if (secret.is_public() && !spark::net::is_loopback(options.engine_host))
    throw std::runtime_error(
        fmt::format("an engine on another machine ({}) needs a --secret_file", options.engine_host));
  bool good = false;
  do {
    try {
      good = serve(options, secret, *guardian, log);
    } catch (const std::exception& error) {
      if (!options.stay) throw;
      log.error("{}", error.what());
      good = false;
      nap();
    }
  } while (options.stay && stop_signal == 0);
  if (stop_signal != 0 && (options.stay || !good)) {
    log.normal("stopped by signal {}", static_cast<int>(stop_signal));
    return 128 + stop_signal;
  }
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace commserver
