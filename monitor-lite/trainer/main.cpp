// SPDX-License-Identifier: Apache-2.0
// rcsstrainer3D: plays set plays on a running server. See docs/write/trainers.md.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "monitor-lite/client/commands.h"
#include "monitor-lite/trainer/options.h"
#include "monitor-lite/trainer/tally.h"
#include "monitor-lite/trainer/trainer.h"
#include "spark/command_line/run_program.h"
#include "spark/core/real_clock.h"
#include "spark/core/standard_streams.h"
#include "spark/net/secret.h"

namespace {

using namespace monitor;

volatile std::sig_atomic_t g_stopped = 0;

void stop(int) {
  g_stopped = 1;
}

void say(std::string_view text) {
  spark::write_text(STDOUT_FILENO, text);
}

template <typename... Args>
void complain(fmt::format_string<Args...> format, Args&&... args) {
  spark::print(STDERR_FILENO, "rcsstrainer3D: {}\n", fmt::format(format, std::forward<Args>(args)...));
}

/// The progress of the run: on a terminal a line that is overwritten.
class Progress {
 public:
  void show(int done, int all) {
    // Real time: the line of progress is written for a reader, at most five times a second.
    const spark::RealClock::Time now = spark::RealClock::system().now();
    if (!isatty(STDERR_FILENO) || (now < next_ && done < all)) return;
    next_ = now + std::chrono::milliseconds(200);
    spark::print(STDERR_FILENO, "\r\033[K{} of {} attempts{}", done, all, done == all ? "\r\033[K" : "");
  }
  ~Progress() {
    if (isatty(STDERR_FILENO)) spark::print(STDERR_FILENO, "\r\033[K");
  }

 private:
  spark::RealClock::Time next_{};
};

/// Describes the play, with the first attempt as an example.
std::string words_for(const SetPlay& play) {
  std::string text =
      fmt::format("{}: {} attempts from seed {}, {} s each, in mode {}, with a frame every {} steps\n", play.name,
                  play.repeat, play.seed, short_number(play.seconds, 3), play.mode, play.interval);
  text += "the first of them:\n";
  const Beginning first = begin_attempt(play, Game(), play.seed, 1);
  for (std::size_t i = 0; i < first.placed.size(); ++i) {
    const Placed& placed = first.placed[i];
    text += fmt::format("  {:8} at {}, {}, {}", words_for(play.placements[i]), short_number(placed.place.x, 3),
                        short_number(placed.place.y, 3), short_number(placed.place.z, 3));
    const Point& v = placed.velocity;
    if (v.x != 0 || v.y != 0 || v.z != 0)
      text += fmt::format(", with {}, {}, {} m/s", short_number(v.x, 3), short_number(v.y, 3), short_number(v.z, 3));
    if (placed.battery) text += fmt::format(", battery {}", short_number(*placed.battery, 3));
    text += '\n';
  }
  for (const Placement& each : play.awaited) text += fmt::format("  {:8} where the server puts it\n", words_for(each));
  return text + fmt::format("it can end as: {}\n", fmt::join(play.outcomes(), ", "));
}

/// Throws if the file of results cannot be written.
void write(const std::filesystem::path& file, const std::string& text, std::ios::openmode mode = std::ios::trunc) {
  if (file.empty()) return;
  std::ofstream stream(file, std::ios::binary | mode);
  stream << text;
  stream.close();
  if (!stream) throw std::runtime_error(fmt::format("{}: cannot be written: {}", file.string(), std::strerror(errno)));
}

/// An invalid path is reported before the attempts, not after them. The files keep their contents until then.
void check_files(const TrainerOptions& options) {
  for (const std::filesystem::path& file : {options.csv, options.json, options.plot}) write(file, "", std::ios::app);
}

void report(const TrainerOptions& options, const Tally::Run& run, const std::vector<Attempt>& attempts,
            const Game& game) {
  const Tally results = tally(run, attempts);
  say(table_of(run, results));
  write(options.csv, csv_of(attempts));
  write(options.json, json_of(run, results, attempts));
  write(options.plot, plot_of(run, results, attempts, game));
}

int train(const TrainerOptions& options, const SetPlay& play) {
  check_files(options);
  const std::chrono::milliseconds timeout(static_cast<std::int64_t>(options.timeout * 1000));
  Client client(options.server, options.port);
  client.on_trouble([](const std::string& line) { complain("{}", line); });
  if (!options.trainer_secret_file.empty())
    client.prove(std::make_shared<const spark::Secret>(spark::Secret::load(options.trainer_secret_file)));
  Trainer trainer(client, play, play.seed, timeout);
  std::vector<Attempt> attempts;
  std::string problem;
  try {
    trainer.prepare();
    Progress progress;
    for (int number = 1; number <= play.repeat && !g_stopped; ++number) {
      attempts.push_back(trainer.play(number));
      progress.show(number, play.repeat);
      if (number == 1 && !trainer.repeats())
        complain("the server has no reset: attempts follow each other, and are not repeatable");
    }
    if (options.end && client.run()) client.command(play_mode("GameOver"), timeout);
  } catch (const std::exception& error) {
    problem = error.what();
  }
  if (!attempts.empty())
    report(options, {play.name, play.seed, play.interval, trainer.repeats(), play.outcomes()}, attempts, client.game());
  if (!problem.empty()) complain("{}", problem);
  const bool is_whole = static_cast<int>(attempts.size()) == play.repeat;
  if (!is_whole) complain("{} of {} attempts have been played", attempts.size(), play.repeat);
  return is_whole && problem.empty() ? EXIT_SUCCESS : EXIT_FAILURE;
}

int work(const TrainerOptions& options) {
  SetPlay play;
  try {
    play = read_set_play(options.play);
    play.repeat = options.repeat.value_or(play.repeat);
    play.seed = options.seed.value_or(play.seed);
    if (options.check) {
      say(words_for(play));
      return EXIT_SUCCESS;
    }
  } catch (const std::exception& error) {
    complain("{}", error.what());
    return spark::kWrongUsageStatus;
  }
  std::signal(SIGINT, stop);
  std::signal(SIGTERM, stop);
  return train(options, play);
}

}  // namespace

int main(int argc, char** argv) {
  TrainerOptions options;
  return spark::run_program(
      "rcsstrainer3D", [&] { return read_options(argc, argv, options); }, [&] { return work(options); });
}
