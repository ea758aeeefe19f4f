// SPDX-License-Identifier: Apache-2.0
// rcssmonitor3D-lite: what a match was, or is, as text. See docs/clients.md.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "monitor-lite/client/client.h"
#include "monitor-lite/client/events.h"
#include "monitor-lite/client/log_file.h"
#include "monitor-lite/heatmap.h"
#include "monitor-lite/match_table.h"

namespace {

struct Options {
  std::string server = "127.0.0.1";
  int port = 12001;
  std::string log_file;
  bool text = false;
  bool stats = false;
  std::string heatmap;
};

void print(const monitor::Event& event) {
  fmt::print("{:9.2f} s  {}\n", event.time, event.text);
  std::fflush(stdout);
}

void print(const monitor::MatchTable& table) {
  for (const std::string& line : table.lines()) fmt::print("{}\n", line);
}

int show_log(const Options& options) {
  monitor::LogFile log(options.log_file);
  if (const std::string problem = log.problem(); !problem.empty())
    fmt::print(stderr, "rcssmonitor3D-lite: {}: {}\n", options.log_file, problem);
  if (options.text)
    for (const auto& mark : log.marks()) print(mark.event);
  if (options.stats && log.size() > 0) {
    if (options.text) fmt::print("\n");
    monitor::MatchTable table;
    for (std::size_t i = 0; i < log.size(); ++i) table.add(log.game(), log.at(i));
    print(table);
  }
  if (!options.heatmap.empty() && log.size() > 0) {
    monitor::Heatmap heatmap(log.game());
    for (std::size_t i = 0; i < log.size(); ++i) heatmap.add(log.at(i));
    heatmap.write_png(options.heatmap);
  }
  return log.size() > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int show_live(const Options& options) {
  monitor::Client client(options.server, static_cast<std::uint16_t>(options.port));
  monitor::EventFinder finder;
  monitor::MatchTable table;
  std::string told;
  while (client.state() != monitor::Client::State::over) {
    client.poll(std::chrono::milliseconds(500), [&](const monitor::Snapshot& snapshot) {
      for (const monitor::Event& event : finder.next(client.game(), snapshot))
        if (options.text) print(event);
      table.add(client.game(), snapshot);
    });
    if (client.state() == monitor::Client::State::over || client.problem() == told) continue;
    told = client.problem();
    if (!told.empty()) fmt::print(stderr, "rcssmonitor3D-lite: {}\n", told);
  }
  if (options.stats) print(table);
  return EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Tells a match as text: from a log of the server, or live from its monitor port.\n"
      "The window with the field is not there yet (docs/roadmap.md).");
  app.name("rcssmonitor3D-lite");
  app.set_help_flag("-h,--help", "show this text");
  app.set_version_flag("--version", "rcssmonitor3D-lite " RCSS_VERSION, "show the version");
  Options options;
  app.add_option("--server", options.server, "where the server runs (default 127.0.0.1)")->type_name("HOST");
  app.add_option("--port", options.port, "its monitor port (default 12001)")->type_name("N");
  app.add_option("--logfile", options.log_file, "a monitor.log, plain or .zst, instead of a server")->type_name("FILE");
  app.add_flag("--text", options.text, "one line per event: kick-off, goal, restart, offside, half, end");
  app.add_flag("--stats", options.stats, "a table of the match at its end");
  app.add_option("--heatmap", options.heatmap, "of a log: where teams and ball have been, as a picture")
      ->type_name("FILE.png");
  app.footer(
      "Without --text, --stats and --heatmap: --text. Exit status: 0, 1 if there is nothing to tell, 2 for wrong "
      "usage.");
  try {
    app.parse(argc, argv);
    if (options.port < 1 || options.port > 65535) throw CLI::ValidationError("--port", "must be from 1 to 65535");
    if (!options.heatmap.empty() && options.log_file.empty())
      throw CLI::ValidationError("--heatmap", "needs a --logfile");
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app.help());
    return EXIT_SUCCESS;
  } catch (const CLI::CallForVersion&) {
    fmt::print("rcssmonitor3D-lite " RCSS_VERSION "\n");
    return EXIT_SUCCESS;
  } catch (const CLI::Error& error) {
    fmt::print(stderr, "rcssmonitor3D-lite: {} (--help shows the options)\n", error.what());
    return 2;
  }
  options.text = options.text || (!options.stats && options.heatmap.empty());
  try {
    return options.log_file.empty() ? show_live(options) : show_log(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "rcssmonitor3D-lite: {}\n", error.what());
    return EXIT_FAILURE;
  }
}
