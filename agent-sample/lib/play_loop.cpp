// SPDX-License-Identifier: Apache-2.0
#include "agent-sample/lib/play_loop.h"

#include <charconv>
#include <cstdio>
#include <ctime>
#include <string_view>

#include "agent-sample/lib/world_model.h"

namespace rcss3d::agent {

namespace {

double cpu_ms() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

/// Removes a whole number and the blank after it from the beginning of the text; returns -1 if there is none.
long take_number(std::string_view& text) {
  long number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  return error == std::errc() ? number : -1;
}

class Loop {
 public:
  Loop(Connection& server, const Entry& entry, const Decide& decide, Drawing& drawing)
      : server_(server), entry_(entry), decide_(decide), drawing_(drawing), model_(entry.team_name) {}

  void run() {
    for (auto message = server_.receive(); !message.empty(); message = server_.receive()) {
      const char kind = server_.has_letters() ? message[0] : 'S';
      if (kind == 'X') return;
      if (server_.has_letters()) message.remove_prefix(1);
      if (kind == 'D') server_.send('I');
      if (kind == 'S') sense(message);
      if (kind == 'T') wake(take_number(message));
      if (kind == 'S' || kind == 'T') server_.send('D');  // these two open a think cycle; D closes it
      if (!server_.flush()) return;
    }
  }

 private:
  void sense(std::string_view text) {
    const double enough = entry_.think_ms > 0 ? cpu_ms() + entry_.think_ms : 0;
    Sensation sensation;
    if (server_.has_letters()) {
      sensation.made = take_number(text);
      sensation.arrives = arrival_ = take_number(text);
    }
    sensation.percepts = text;
    const World& world = model_.read(sensation);
    acts_.clear();
    drawing_.begin(world);
    if (world.ready) {
      decide_(world, acts_, drawing_);
      model_.acted(acts_);
      server_.send('A', acts_.text(0));
      if (!drawing_.text().empty()) server_.send(Drawing::kLetter, drawing_.text());
      for (int steps = 1; steps < Acts::kSteps && arrival_ >= 0; ++steps)
        if (!acts_.text(steps).empty()) server_.send('R', std::to_string(arrival_ + steps));
    } else {
      enter_game();
    }
    while (entry_.think_ms > 0 && cpu_ms() < enough) {
    }
  }

  /// Sends the acts that were planned for this time.
  void wake(long time) {
    const long steps = time - arrival_;
    if (steps > 0 && steps < Acts::kSteps) server_.send('A', acts_.text(static_cast<int>(steps)));
  }

  /// Creates the body, and sends number and team when the body exists. The server answers with the first game state.
  void enter_game() {
    ++sensations_;
    if (sensations_ == 1) server_.send('A', "(create)");
    const bool time_to_ask = sensations_ % 10 == 2;
    if (!time_to_ask) return;
    server_.send('A', "(init (unum " + std::to_string(entry_.number) + ")(teamname " + entry_.team_name + "))");
  }

  Connection& server_;
  const Entry& entry_;
  const Decide& decide_;
  Drawing& drawing_;
  WorldModel model_;
  Acts acts_;
  int sensations_ = 0;
  long arrival_ = -1;
};

}  // namespace

void play(Connection& server, const Entry& entry, const Decide& decide, Drawing& drawing) {
  if (!server.is_open())
    std::fprintf(stderr, "%s\n", Connection::kNoPipes);
  else
    Loop(server, entry, decide, drawing).run();
}

}  // namespace rcss3d::agent
