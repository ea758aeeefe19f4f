// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>

#include "monitor-lite/trainer/set_play.h"
#include "spark/core/log.h"
#include "spark/core/number_text.h"
#include "spark/sexp/reader.h"

namespace monitor {
namespace {

using spark::sexp::Expression;

constexpr spark::sexp::Limits kLimits{256 * 1024, 16, 16 * 1024};
constexpr std::size_t kMaxName = 40;

/// Reads one file; each of its functions throws with the line of the error.
class SetPlayReader {
 public:
  explicit SetPlayReader(std::string file) : file_(std::move(file)), reader_(kLimits) {}
  SetPlay read(std::string_view text);

 private:
  template <typename... Args>
  [[noreturn]] void fail(const Expression& at, fmt::format_string<Args...> format, Args&&... args) const {
    throw std::runtime_error(
        fmt::format("{}:{}: {}", file_, reader_.line_of(at), fmt::format(format, std::forward<Args>(args)...)));
  }
  /// Throws because the expression is not `what` it should be.
  [[noreturn]] void refuse(const Expression& at, std::string_view what) const {
    const std::string_view found = at.is_atom() ? at.text() : at.name();
    fail(at, "'{}': expected {}", spark::printable(found), what);
  }
  void read_part(const Expression& part);
  void read_ball(const Expression& part);
  void read_player(const Expression& part);
  void read_end(const Expression& part);
  void read_placement(const Expression& part, std::size_t first, Placement& placement);
  Condition condition(const Expression& item) const;
  Condition::Area area(const Expression& item, std::size_t first) const;
  Drawn drawn(const Expression& item, double least, double most) const;
  double number(const Expression& item, double least, double most) const;
  std::int64_t whole(const Expression& item, std::int64_t least, std::int64_t most) const;
  std::string word(const Expression& item) const;
  Side side(const Expression& item) const;
  void need(const Expression& list, std::size_t least, std::size_t most, std::string_view form) const {
    if (list.size() < least || list.size() > most) fail(list, "expected {}", form);
  }

  const std::string file_;
  spark::sexp::Reader reader_;
  SetPlay play_;
};

SetPlay SetPlayReader::read(std::string_view text) {
  if (!reader_.read(text)) throw std::runtime_error(fmt::format("{}: {}", file_, reader_.error()));
  if (reader_.size() != 1 || reader_[0].name() != "play" || reader_.is_cut())
    throw std::runtime_error(fmt::format("{}: expected one (play \"name\" ...){}", file_,
                                         reader_.is_cut() ? ", and a bracket for each bracket" : ""));
  const Expression play = reader_[0];
  if (play.size() < 2 || !play[1].is_atom()) fail(play, "expected its name: (play \"name\" ...)");
  play_.name = word(play[1]);
  for (std::size_t i = 2; i < play.size(); ++i) read_part(play[i]);
  if (play_.placements.empty() && play_.awaited.empty()) fail(play, "it places neither ball nor players");
  std::ranges::stable_sort(play_.placements, std::less<>(),
                           [](const Placement& each) { return each.side != Side::none; });
  return std::move(play_);
}

void SetPlayReader::read_part(const Expression& part) {
  const std::string_view name = part.name();
  const auto need_one = [&](std::string_view form) { need(part, 2, 2, form); };
  if (name == "repeat") {
    need_one("(repeat N)");
    play_.repeat = static_cast<int>(whole(part[1], 1, SetPlay::kMaxRepeat));
  } else if (name == "seed") {
    need_one("(seed N)");
    play_.seed = whole(part[1], 0, SetPlay::kMaxSeed);
  } else if (name == "interval") {
    need_one("(interval STEPS)");
    play_.interval = static_cast<int>(whole(part[1], 1, 1000));
  } else if (name == "time") {
    need_one("(time SECONDS)");
    play_.seconds = number(part[1], 0.01, SetPlay::kMaxSeconds);
  } else if (name == "mode") {
    need_one("(mode NAME)");
    play_.mode = word(part[1]);
  } else if (name == "ball") {
    read_ball(part);
  } else if (name == "player") {
    read_player(part);
  } else if (name == "await") {
    need(part, 3, 3, "(await Left|Right NUMBER)");
    Placement& player = play_.awaited.emplace_back();
    player.side = side(part[1]);
    player.number = static_cast<int>(whole(part[2], 1, 11));
  } else if (name == "end") {
    read_end(part);
  } else {
    refuse(part, "repeat, seed, interval, time, mode, ball, player, await or end");
  }
}

void SetPlayReader::read_ball(const Expression& part) {
  if (std::ranges::any_of(play_.placements, [](const Placement& each) { return each.side == Side::none; }))
    fail(part, "there is one ball");
  Placement ball;
  read_placement(part, 1, ball);
  play_.placements.push_back(std::move(ball));
}

void SetPlayReader::read_player(const Expression& part) {
  if (part.size() < 4) fail(part, "expected (player Left|Right NUMBER (at X Y) ...)");
  Placement player;
  player.side = side(part[1]);
  player.number = static_cast<int>(whole(part[2], 1, 11));
  for (const Placement& each : play_.placements)
    if (each.side == player.side && each.number == player.number) fail(part, "{} is placed twice", words_for(player));
  read_placement(part, 3, player);
  play_.placements.push_back(std::move(player));
}

void SetPlayReader::read_placement(const Expression& part, std::size_t first, Placement& placement) {
  bool has_place = false;
  for (std::size_t i = first; i < part.size(); ++i) {
    const Expression item = part[i];
    const auto coordinate = [&](std::size_t index) {
      return drawn(item[index], -SetPlay::kMaxPlace, SetPlay::kMaxPlace);
    };
    if (item.name() == "at") {
      need(item, 3, 4, "(at X Y) or (at X Y Z)");
      placement.place = {coordinate(1), coordinate(2)};
      if (item.size() == 4) placement.height = coordinate(3);
      has_place = true;
    } else if (item.name() == "speed") {
      need(item, 3, 4, "(speed X Y) or (speed X Y Z)");
      placement.velocity = {coordinate(1), coordinate(2), item.size() == 4 ? coordinate(3) : Drawn()};
    } else if (item.name() == "battery" && placement.side != Side::none) {
      need(item, 2, 2, "(battery B)");
      placement.battery = drawn(item[1], 0, 100);
    } else {
      refuse(item, placement.side == Side::none ? "(at X Y) or (speed X Y)" : "(at X Y), (speed X Y) or (battery B)");
    }
  }
  if (!has_place) fail(part, "it is nowhere: (at X Y) is missing");
}

void SetPlayReader::read_end(const Expression& part) {
  need(part, 3, 3, "(end NAME CONDITION)");
  if (play_.ends.size() >= SetPlay::kMaxEnds) fail(part, "there are more than {} ends", SetPlay::kMaxEnds);
  play_.ends.push_back({word(part[1]), condition(part[2])});
}

Condition SetPlayReader::condition(const Expression& item) const {
  using Kind = Condition::Kind;
  Condition made;
  const std::string_view name = item.name();
  if (name == "and" || name == "or" || name == "not") {
    made.kind = name == "and" ? Kind::all : name == "or" ? Kind::any : Kind::none;
    need(item, 2, name == "not" ? 2 : 100, name == "not" ? "(not CONDITION)" : "conditions within it");
    for (std::size_t i = 1; i < item.size(); ++i) made.parts.push_back(condition(item[i]));
  } else if (name == "score" || name == "leads") {
    need(item, 2, 2, name == "score" ? "(score Left|Right)" : "(leads Left|Right)");
    made.kind = name == "score" ? Kind::score : Kind::leads;
    made.side = side(item[1]);
  } else if (name == "mode") {
    need(item, 2, 100, "(mode NAME ...)");
    made.kind = Kind::mode;
    for (std::size_t i = 1; i < item.size(); ++i) made.words.push_back(word(item[i]));
  } else if (name == "touched") {
    need(item, 2, 3, "(touched Left|Right) or (touched Left|Right NUMBER)");
    made.kind = Kind::touched;
    made.side = side(item[1]);
    if (item.size() == 3) made.number = static_cast<int>(whole(item[2], 1, 11));
  } else if (name == "ball_in") {
    need(item, 5, 5, "(ball_in X1 X2 Y1 Y2)");
    made.kind = Kind::ball_in;
    made.area = area(item, 1);
  } else if (name == "player_in") {
    need(item, 7, 7, "(player_in Left|Right NUMBER X1 X2 Y1 Y2)");
    made.kind = Kind::player_in;
    made.side = side(item[1]);
    made.number = static_cast<int>(whole(item[2], 1, 11));
    made.area = area(item, 3);
  } else if (name == "ball_faster" || name == "ball_slower") {
    need(item, 2, 2, "a speed in m/s");
    made.kind = name == "ball_faster" ? Kind::ball_faster : Kind::ball_slower;
    made.limit = number(item[1], 0, SetPlay::kMaxPlace);
  } else if (name == "after") {
    need(item, 2, 2, "(after SECONDS)");
    made.kind = Kind::after;
    made.limit = number(item[1], 0, SetPlay::kMaxSeconds);
  } else {
    refuse(item,
           "(score ...), (leads ...), (mode ...), (touched ...), (ball_in ...), (player_in ...), (ball_faster ...), "
           "(ball_slower ...), "
           "(after ...), (and ...), (or ...) or (not ...)");
  }
  return made;
}

Condition::Area SetPlayReader::area(const Expression& item, std::size_t first) const {
  const auto side_of = [&](std::size_t index) {
    return number(item[first + index], -SetPlay::kMaxPlace, SetPlay::kMaxPlace);
  };
  const Condition::Area found{side_of(0), side_of(1), side_of(2), side_of(3)};
  if (found.left > found.right || found.lower > found.upper) fail(item, "the area is empty: X1 <= X2 and Y1 <= Y2");
  return found;
}

Drawn SetPlayReader::drawn(const Expression& item, double least, double most) const {
  if (item.is_atom()) return {Drawn::Kind::fixed, {number(item, least, most)}, least, most};
  Drawn found;
  found.least = least;
  found.most = most;
  found.numbers.clear();
  for (std::size_t i = 1; i < item.size(); ++i) found.numbers.push_back(number(item[i], least, most));
  if (item.name() == "uniform" && item.size() == 3) {
    found.kind = Drawn::Kind::uniform;
  } else if (item.name() == "normal" && item.size() == 3 && found.numbers[1] >= 0) {
    found.kind = Drawn::Kind::normal;
  } else if (item.name() == "choice" && item.size() >= 2) {
    found.kind = Drawn::Kind::choice;
  } else {
    refuse(item, "a number, (uniform FROM TO), (normal MEAN DEVIATION) or (choice A B ...)");
  }
  return found;
}

double SetPlayReader::number(const Expression& item, double least, double most) const {
  double value = 0;
  if (!item.is_atom() || !spark::whole_number(item.text(), value) || !(value >= least && value <= most))
    refuse(item, fmt::format("a number from {} to {}", least, most));
  return value;
}

std::int64_t SetPlayReader::whole(const Expression& item, std::int64_t least, std::int64_t most) const {
  std::int64_t value = 0;
  if (!item.is_atom() || !spark::whole_integer(item.text(), value) || value < least || value > most)
    refuse(item, fmt::format("a whole number from {} to {}", least, most));
  return value;
}

std::string SetPlayReader::word(const Expression& item) const {
  const std::string_view text = item.is_atom() ? item.text() : std::string_view();
  const bool is_printable = std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
  if (text.empty() || text.size() > kMaxName || !is_printable)
    refuse(item, fmt::format("a name of 1 to {} characters of ASCII", kMaxName));
  return std::string(text);
}

Side SetPlayReader::side(const Expression& item) const {
  const std::string_view text = item.is_atom() ? item.text() : std::string_view();
  if (text == "Left" || text == "L") return Side::left;
  if (text == "Right" || text == "R") return Side::right;
  refuse(item, "Left or Right");
}

}  // namespace

SetPlay read_set_play(std::string_view text, const std::string& file) {
  return SetPlayReader(file).read(text);
}

SetPlay read_set_play(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text(kLimits.bytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!stream.is_open() || (stream.bad() || (stream.gcount() == 0 && !stream.eof())))
    throw std::runtime_error(fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno)));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return read_set_play(text, file.string());
}

std::vector<std::string> SetPlay::outcomes() const {
  std::vector<std::string> all;
  const auto add = [&](std::string_view outcome) {
    if (std::ranges::find(all, outcome) == all.end()) all.emplace_back(outcome);
  };
  for (const End& end : ends)
    if (end.outcome != kTimeIsUp) add(end.outcome);
  add(kTimeIsUp);
  return all;
}

std::string words_for(const Placement& placement) {
  if (placement.side == Side::none) return "ball";
  return fmt::format("{} {}", placement.side == Side::left ? "Left" : "Right", placement.number);
}

}  // namespace monitor
