// SPDX-License-Identifier: Apache-2.0
// commserver: starts agents on this machine for an engine that runs elsewhere. See docs/running.md.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <optional>

#include "commserver/comm_server.h"
#include "commserver/database/agent_database.h"
#include "commserver/guardian/guardian.h"
#include "commserver/host/descriptor_limit.h"
#include "commserver/host/log_folder.h"
#include "commserver/host/places.h"
#include "commserver/host/sandbox_choice.h"
#include "commserver/link/agent_host.h"
#include "commserver/link/handshake.h"
#include "commserver/link/link.h"
#include "spark/command_line/command_line.h"
#include "spark/command_line/option_values.h"
#include "spark/core/core.h"
#include "spark/core/log.h"
#include "spark/core/signal_dispositions.h"
#include "spark/core/standard_streams.h"
#include "spark/net/address_lookup.h"
#include "spark/net/loop.h"

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr milliseconds kBetweenTries{500};
constexpr milliseconds kHandshakeTakes{10000};
constexpr std::size_t kUsualAgents = 22;  ///< of a whole match
constexpr double kMaxWait = 1e9;          // s

volatile std::sig_atomic_t stop = 0;  ///< the signal by which this program is to stop

struct Options {
  std::string engine_host = "127.0.0.1";
  int engine_port = 12000;
  fs::path agent_database = "agentdb.xml";
  std::string name;
  fs::path log_folder;
  fs::path secret_file;
  double wait = 60.0;
  bool stay = false;
  commserver::GuardOptions guard{};
};

std::string host_name() {
  char name[65] = {};
  return ::gethostname(name, sizeof name - 1) == 0 && name[0] != '\0' ? name : "commserver";
}

/// Waits, but not when this program is to stop.
void nap() {
  ::poll(nullptr, 0, stop == 0 ? static_cast<int>(kBetweenTries.count()) : 0);
}

std::unique_ptr<commserver::Link> connect(spark::net::Loop& loop, const Options& options) {
  return commserver::connect_to(loop, options.engine_host, static_cast<std::uint16_t>(options.engine_port),
                                [] { return stop != 0; });
}

/// Speaks with whoever has been connected to. Throws if that does not answer: it may be an engine to which others talk.
commserver::CommServerHandshake::State shake_hands(commserver::Link& link, commserver::CommServerHandshake& handshake) {
  using State = commserver::CommServerHandshake::State;
  const auto deadline = std::chrono::steady_clock::now() + kHandshakeTakes;
  auto state = State::waiting;
  while (state == State::waiting && link.is_open() && stop == 0 && std::chrono::steady_clock::now() < deadline) {
    link.wait(milliseconds(50));
    link.attend([&](std::string_view message) {
      if (!message.empty() && static_cast<commserver::MessageKind>(message.front()) == commserver::MessageKind::alive)
        return true;
      state = handshake.take(message, link.outgoing());
      return false;
    });
  }
  if (state == State::waiting && stop == 0)
    throw std::runtime_error(fmt::format("no answer from the engine on {}: {}", link.peer(),
                                         link.problem().empty() ? "it does not answer" : link.problem()));
  return state;
}

struct Engine {
  std::unique_ptr<commserver::Link> link;
  commserver::LinkSettings settings;
};

/// Looks for the engine until it is there and has time for this commserver; nothing if this program is to stop. Throws
/// if it is not so in time, or refuses this commserver.
std::optional<Engine> find_engine(spark::net::Loop& loop, const Options& options, const commserver::Secret& secret,
                                  const std::vector<std::string>& types, spark::Log& log) {
  using State = commserver::CommServerHandshake::State;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(options.wait);
  std::string told;
  while (stop == 0) {
    commserver::CommServerHandshake handshake(secret, options.name, types);
    auto state = State::waiting;
    try {
      auto link = connect(loop, options);
      state = shake_hands(*link, handshake);
      if (state == State::done) return Engine{std::move(link), handshake.settings()};
    } catch (const std::exception& error) {
      if (!options.stay && stop == 0 && std::chrono::steady_clock::now() >= deadline) throw;
      if (told != error.what() && stop == 0) log.normal("{}; looking for it", error.what());
      told = error.what();
    }
    if (state == State::failed) throw std::runtime_error(handshake.problem());
    nap();
  }
  return std::nullopt;
}

/// One match. False if it ended badly.
bool serve(const Options& options, const commserver::Secret& secret, commserver::Guardian& guardian, spark::Log& log) {
  const commserver::Places places = commserver::find_places();
  const auto database =
      commserver::AgentDatabase::load(commserver::named_file("--agentdb", places.scripts, options.agent_database));
  std::vector<std::string> types;
  for (const commserver::AgentType& type : database.types()) types.push_back(type.name);

  // Else it would be refused when the match begins, and the engine be left alone.
  commserver::LogFolder::check(options.log_folder);
  spark::net::Loop loop;
  const auto engine = find_engine(loop, options, secret, types, log);
  if (!engine) return false;
  const auto& link = engine->link;
  const commserver::LinkSettings& settings = engine->settings;
  link->trust();
  log.normal("'{}' serves the engine on {}", options.name, link->peer());

  commserver::CommServer::Options agents;
  const auto choice = commserver::choose_sandbox(options.guard.sandbox, places.modules, guardian);
  log.normal("{}", choice.line);
  agents.sandbox = choice.sandbox;
  agents.limits = options.guard.limits;
  agents.keep_files = options.guard.keep_files;
  if (!options.secret_file.empty()) agents.secrets.push_back(options.secret_file);
  agents.log_folder = options.log_folder;
  agents.program_path = {places.programs};
  agents.think_limit = settings.think_limit;
  agents.rules = settings.rules;
  agents.timer = settings.timer;
  if (settings.record_think_times) agents.record_think_times = options.log_folder;
  const commserver::LogFolder log_folder(options.log_folder);
  commserver::CommServer comm_server(database, guardian, log, agents);
  const bool good = commserver::AgentHost(loop, *link, comm_server, log).serve(stop);
  if (!good) log.error("the match ended early: {}", link->problem());
  if (good) log.normal("the match is over; logs of the agents are in {}", options.log_folder.string());
  return good;
}

/// The same as the server (server/signals.h): a second one ends the program at once, and the guardian the agents;
/// but a terminal that goes away may say so twice, or is none of its affair (nohup).
void end_by_signals() {
  spark::begin_to_serve();
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT})
    if (signal != SIGHUP || !spark::is_ignored(SIGHUP))
      std::signal(signal, [](int which) {
        if (stop != 0 && which != SIGHUP) ::_exit(128 + which);
        if (stop == 0) stop = which;
      });
  for (const int signal : {SIGUSR1, SIGUSR2}) std::signal(signal, SIG_IGN);
}

int complain(std::string_view what, int status) {
  spark::print(STDERR_FILENO, "commserver: {}\n", what);
  return status;
}

/// The requested text: the help, or the version.
int answer(std::string_view text) {
  const int error = spark::write_text(STDOUT_FILENO, text);
  return error == 0 || error == EPIPE ? EXIT_SUCCESS : complain(std::strerror(error), EXIT_FAILURE);
}

int run(Options options) {
  commserver::need_descriptors(commserver::descriptors_for(kUsualAgents));
  const auto guardian = commserver::Guardian::start();
  spark::Log log;
  log.add_sink(spark::LogLevel::normal, [](spark::LogLevel level, std::string_view line) {
    spark::print(STDERR_FILENO, "commserver: {}{}\n", level >= spark::LogLevel::warning ? "warning: " : "", line);
  });
  if (options.name.empty()) options.name = host_name();
  if (options.log_folder.empty()) options.log_folder = "Logfiles-" + options.name;
  const commserver::Secret secret =
      options.secret_file.empty() ? commserver::Secret() : commserver::Secret::load(options.secret_file);
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
  } while (options.stay && stop == 0);
  if (stop != 0 && (options.stay || !good)) {
    log.normal("stopped by signal {}", static_cast<int>(stop));
    return 128 + stop;
  }
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) {
  spark::open_standard_streams();
  end_by_signals();
  CLI::App app(
      "Starts agents on this machine for a server (the engine) that runs elsewhere, and speaks with them for it.\n"
      "The engine needs --Spades.CommServersWanted N: it waits until that many commservers have connected.");
  app.name("commserver");
  app.set_help_flag("-h,--help", "show this text");
  app.set_version_flag("--version", "commserver " RCSS_VERSION, "show the version");
  Options options;
  app.add_option("--engine_host", options.engine_host, "where the engine runs (default 127.0.0.1)")->type_name("HOST");
  app.add_option("--engine_port", options.engine_port, "the engine's port for commservers (default 12000)")
      ->type_name("N");
  app.add_option("--agent_db_fn,--agentdb", options.agent_database,
                 "agent database: the agents this commserver can start (default agentdb.xml)")
      ->type_name("FILE");
  app.add_option("--name", options.name, "what the engine calls this commserver (default: the name of this machine)")
      ->type_name("NAME");
  app.add_option("--logfile_dir,--logdir", options.log_folder,
                 "folder for the agents' logs (default Logfiles-NAME; an earlier one is kept as DIR.1)")
      ->type_name("DIR");
  app.add_option("--secret_file", options.secret_file, "file with the secret shared with the engine")
      ->type_name("FILE");
  app.add_option("--wait", options.wait, "seconds to look for the engine (default 60)")->type_name("S");
  app.add_flag("--stay", options.stay, "serve one match after another until stopped");
  commserver::GuardOptionTexts guard;
  guard.add_to(app);
  app.footer(
      "SIGINT, SIGTERM, SIGHUP and SIGQUIT end it in order, a second one at once.\n"
      "Exit status: 0 after a match, 128 + the signal that ended it (143: SIGTERM), 2 for wrong usage, else 1.");
  try {
    spark::parse_command_line(app, argc, argv);
    options.engine_port = spark::read_port("--engine_port", std::to_string(options.engine_port), 1);
    options.wait = spark::read_number("--wait", fmt::format("{}", options.wait), 0, kMaxWait);
    options.guard = guard.read();
  } catch (const CLI::CallForHelp&) {
    return answer(app.help());
  } catch (const CLI::CallForVersion&) {
    return answer("commserver " RCSS_VERSION "\n");
  } catch (const std::exception& error) {
    return complain(fmt::format("{} (--help shows the options)", error.what()), 2);
  }
  try {
    return run(std::move(options));
  } catch (const std::exception& error) {
    return complain(error.what(), EXIT_FAILURE);
  }
}
