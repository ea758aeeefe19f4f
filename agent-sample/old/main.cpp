// SPDX-License-Identifier: Apache-2.0
// agenttest-0.1: one player of the sample team. The server starts it with two pipes, 3 to read from and 4 to write to.
#include <charconv>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <string>
#include <string_view>
#include <system_error>

#include "agent-sample/lib/connection.h"
#include "agent-sample/old/player.h"
#include "agent-sample/old/world_model.h"

namespace {

constexpr const char* kUsage =
    "agenttest-0.1 plays one player of the sample team as it was in release 0.1. The server starts it; on the command "
    "line it is of no use.\n"
    "  --teamname NAME  the team to join\n"
    "  --unum N         uniform number, 1 is the goalkeeper; 0 (default): the server chooses\n"
    "  --think MS       use at least so much CPU time for each sensation, in ms, as other teams do\n"
    "  --help           show this text\n"
    "  --version        show the version\n";

struct Options {
  std::string team_name = "sample";
  int number = 0;
  int think_ms = 0;
};

bool read_number(std::string_view text, int& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

/// Returns false if the agent should print its usage instead.
bool read_options(int argc, char** argv, Options& options) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i], value = argv[i + 1];
    if (name == "--teamname" && !value.empty())
      options.team_name = value;
    else if (!(name == "--unum" && read_number(value, options.number)) &&
             !(name == "--think" && read_number(value, options.think_ms)))
      return false;
  }
  return argc % 2 == 1;
}

/// The data of a sensation: the text after the letter and the two times.
std::string_view sensation_data(std::string_view message) {
  const auto first_blank = message.find(' ');
  const auto second_blank = message.find(' ', first_blank == message.npos ? first_blank : first_blank + 1);
  return second_blank == message.npos ? std::string_view() : message.substr(second_blank + 1);
}

/// Enters the game: creates the body, and sends number and team when the body exists. The server answers with the first
/// game state.
std::string enter_game(int sensation, const Options& options) {
  if (sensation == 1) return "(create)";
  const bool time_to_ask = sensation % 10 == 2;
  if (!time_to_ask) return {};
  return "(init (unum " + std::to_string(options.number) + ")(teamname " + options.team_name + "))";
}

double cpu_ms() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

void play(rcss3d::agent::Connection& server, const Options& options) {
  sample::WorldModel world(options.team_name);
  sample::Player player(world);
  int sensations = 0;
  for (auto message = server.receive(); !message.empty() && message[0] != 'X'; message = server.receive()) {
    const char kind = message[0];
    if (kind == 'D') server.send('I');
    if (kind == 'S') {
      const double enough = options.think_ms > 0 ? cpu_ms() + options.think_ms : 0;
      world.read(sensation_data(message));
      if (world.ready())
        server.send('A', player.decide());
      else if (const std::string act = enter_game(++sensations, options); !act.empty())
        server.send('A', act);
      while (options.think_ms > 0 && cpu_ms() < enough) {
      }
    }
    if (kind == 'S' || kind == 'T') server.send('D');  // these two open a think cycle; D closes it
    if (!server.flush()) return;
  }
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!read_options(argc, argv, options)) {
    const std::string_view asked = argc == 2 ? argv[1] : "";
    const bool is_answer = asked == "--help" || asked == "--version";
    std::fputs(asked == "--version" ? "agenttest-0.1 " RCSS_VERSION "\n" : kUsage, is_answer ? stdout : stderr);
    return is_answer ? 0 : 2;
  }
  std::signal(SIGPIPE, SIG_IGN);  // write() to a closed pipe shall fail instead of ending the program
  rcss3d::agent::Connection server;
  if (!server.is_open()) {
    std::fprintf(stderr, "%s\n", rcss3d::agent::Connection::kNoPipes);
    return 1;
  }
  play(server, options);
}
