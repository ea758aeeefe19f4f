// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/columns.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

namespace monitor {
namespace {

constexpr std::int64_t kMaxTime = 1'000'000'000'000;
constexpr std::int64_t kMaxPlayers = 254;
constexpr std::int64_t kMaxBodies = 65536;
constexpr std::int64_t kBodiesFollow = 1;  // follows the players, in a world without a game
using Key = std::pair<Side, int>;

[[noreturn]] void refuse() {
  throw std::runtime_error("the packed log is damaged");
}

/// The linear extrapolation of a number from its last two values.
class Prediction {
 public:
  std::int64_t value() const { return known_ > 1 ? 2 * last_ - before_ : last_; }
  void see(std::int64_t value) {
    before_ = last_;
    last_ = value;
    ++known_;
  }

 private:
  std::int64_t last_ = 0, before_ = 0, known_ = 0;
};

/// One moving object, frame after frame; after a frame in which it is missing its place is written in full.
struct Mover {
  std::array<Prediction, 3> axes{};

  void write(NumberWriter& to, const PageFrame::Place& place) {
    for (std::size_t i = 0; i < axes.size(); ++i) {
      to.add(place[i] - axes[i].value());
      axes[i].see(place[i]);
    }
  }
  PageFrame::Place read(NumberReader& from) {
    constexpr std::int64_t kRange = 32768;
    PageFrame::Place place{};
    for (std::size_t i = 0; i < axes.size(); ++i) {
      const std::int64_t value = axes[i].value() + from.next(-4 * kRange, 4 * kRange);
      if (value < -kRange || value >= kRange) refuse();
      axes[i].see(value);
      place[i] = static_cast<std::int32_t>(value);
    }
    return place;
  }
};

/// A body of a world without a game: its place and rotation, in the same way.
struct MovingBody {
  std::array<Prediction, 7> numbers{};

  void write(NumberWriter& to, const PageFrame::Pose& pose) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::int64_t value = i < 3 ? pose.place[i] : pose.turn[i - 3];
      to.add(value - numbers[i].value());
      numbers[i].see(value);
    }
  }
  PageFrame::Pose read(NumberReader& from, int number) {
    constexpr std::int64_t kPlaces = std::numeric_limits<std::int32_t>::max(), kTurns = 32767;
    PageFrame::Pose pose{.number = number};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::int64_t range = i < 3 ? kPlaces : kTurns,
                         value = numbers[i].value() + from.next(-4 * range, 4 * range);
      if (value < -range || value > range) refuse();
      numbers[i].see(value);
      (i < 3 ? pose.place[i] : pose.turn[i - 3]) = static_cast<std::int32_t>(value);
    }
    return pose;
  }
};

/// Values that rarely change: the number of frames for which they stay the same, and the new values.
template <std::size_t Count>
using State = std::array<int, Count>;

State<4> game_state(const PageFrame& frame) {
  return {frame.half, frame.score_left, frame.score_right, frame.play_mode};
}

template <std::size_t Count, typename Of>
void write_runs(NumberWriter& to, std::size_t frames, Of of) {
  for (std::size_t at = 0; at < frames;) {
    const State<Count> state = of(at);
    std::size_t end = at + 1;
    while (end < frames && of(end) == state) ++end;
    to.add(static_cast<std::int64_t>(end - at));
    for (const int number : state) to.add(number);
    at = end;
  }
}

template <std::size_t Count, typename Take>
void read_runs(NumberReader& from, std::size_t frames, int most, Take take) {
  for (std::size_t at = 0; at < frames;) {
    const auto count = static_cast<std::size_t>(from.next(1, static_cast<std::int64_t>(frames - at)));
    State<Count> state{};
    for (int& number : state) number = static_cast<int>(from.next(0, most));
    for (std::size_t i = 0; i < count; ++i) take(at + i, state);
    at += count;
  }
}

const PageFrame::Man* find(const PageFrame& frame, const Key& key) {
  const auto found =
      std::ranges::find(frame.players, key, [](const PageFrame::Man& man) { return Key(man.side, man.number); });
  return found == frame.players.end() ? nullptr : &*found;
}

const PageFrame::Pose* find_body(const PageFrame& frame, int number) {
  const auto found = std::ranges::lower_bound(frame.bodies, number, {}, &PageFrame::Pose::number);
  return found == frame.bodies.end() || found->number != number ? nullptr : &*found;
}

void write_bodies(NumberWriter& to, const std::vector<PageFrame>& frames) {
  std::set<int> numbers;
  for (const PageFrame& frame : frames)
    for (const PageFrame::Pose& pose : frame.bodies) numbers.insert(pose.number);
  to.add(kBodiesFollow);
  to.add(static_cast<std::int64_t>(numbers.size()));
  for (const int number : numbers) {
    to.add(number);
    write_runs<1>(to, frames.size(), [&](std::size_t at) { return State<1>{find_body(frames[at], number) ? 1 : 0}; });
    std::optional<MovingBody> body;
    for (const PageFrame& frame : frames) {
      const PageFrame::Pose* pose = find_body(frame, number);
      if (!pose) {
        body.reset();
        continue;
      }
      if (!body) body.emplace();
      body->write(to, *pose);
    }
  }
}

void read_bodies(NumberReader& from, std::vector<PageFrame>& frames) {
  int last = -1;
  from.next(kBodiesFollow, kBodiesFollow);
  for (PageFrame& frame : frames) frame.has_bodies = true;
  for (std::int64_t bodies = from.next(0, kMaxBodies); bodies > 0; --bodies) {
    const int number = static_cast<int>(from.next(last + 1, kMaxBodies - 1));
    last = number;
    std::vector<char> states(frames.size());
    read_runs<1>(from, frames.size(), 1,
                 [&](std::size_t at, const State<1>& state) { states[at] = static_cast<char>(state[0]); });
    std::optional<MovingBody> body;
    for (std::size_t at = 0; at < frames.size(); ++at) {
      if (states[at] == 0) {
        body.reset();
        continue;
      }
      if (!body) body.emplace();
      frames[at].bodies.push_back(body->read(from, number));
    }
  }
}

}  // namespace

void NumberWriter::add(std::int64_t number) {
  auto rest = static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63);
  for (; rest >= 0x80; rest >>= 7) octets_.push_back(static_cast<char>(rest | 0x80));
  octets_.push_back(static_cast<char>(rest));
}

std::int64_t NumberReader::next() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 63; shift += 7) {
    if (rest_.empty()) refuse();
    const auto octet = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    value |= static_cast<std::uint64_t>(octet & 0x7fU) << shift;
    if (octet < 0x80) return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1));
  }
  refuse();
}

std::int64_t NumberReader::next(std::int64_t least, std::int64_t most) {
  const std::int64_t number = next();
  if (number < least || number > most) refuse();
  return number;
}

std::string columns_of(const std::vector<PageFrame>& frames) {
  NumberWriter to;
  to.add(static_cast<std::int64_t>(frames.size()));
  Prediction time;
  for (const PageFrame& frame : frames) {
    to.add(frame.time - time.value());
    time.see(frame.time);
  }
  write_runs<4>(to, frames.size(), [&](std::size_t at) { return game_state(frames[at]); });
  Mover ball;
  for (const PageFrame& frame : frames) ball.write(to, frame.ball);
  std::map<Key, int> men;
  for (const PageFrame& frame : frames)
    for (const PageFrame::Man& man : frame.players) men[{man.side, man.number}] = 0;
  to.add(static_cast<std::int64_t>(men.size()));
  for (const auto& entry : men) {
    const Key& key = entry.first;
    to.add(static_cast<std::int64_t>(key.first));
    to.add(key.second);
    // 0: absent, 1: present, 2: present and the last player to touch the ball.
    write_runs<1>(to, frames.size(), [&](std::size_t at) {
      const PageFrame::Man* man = find(frames[at], key);
      return State<1>{!man ? 0 : man->last_toucher ? 2 : 1};
    });
    std::optional<Mover> mover;
    for (const PageFrame& frame : frames) {
      const PageFrame::Man* man = find(frame, key);
      if (!man) {
        mover.reset();
        continue;
      }
      if (!mover) mover.emplace();
      mover->write(to, man->place);
    }
  }
  if (frames.front().has_bodies) write_bodies(to, frames);
  return to.take();
}

std::vector<PageFrame> frames_of(std::string_view columns, std::size_t most) {
  NumberReader from(columns);
  const auto count = static_cast<std::size_t>(from.next(1, static_cast<std::int64_t>(most)));
  // Each frame has at least four octets, so an announced count cannot take more memory than the data themselves.
  if (count > columns.size()) refuse();
  std::vector<PageFrame> frames(count);
  Prediction time;
  for (PageFrame& frame : frames) {
    frame.time = time.value() + from.next(-4 * kMaxTime, 4 * kMaxTime);
    if (frame.time < 0 || frame.time > kMaxTime) refuse();
    time.see(frame.time);
  }
  read_runs<4>(from, count, PageFrame::kMaxScore, [&](std::size_t at, const State<4>& state) {
    PageFrame& frame = frames[at];
    if (state[0] > PageFrame::kMaxOctet || state[3] > PageFrame::kMaxOctet) refuse();
    frame.half = state[0];
    frame.score_left = state[1];
    frame.score_right = state[2];
    frame.play_mode = state[3];
  });
  Mover ball;
  for (PageFrame& frame : frames) frame.ball = ball.read(from);
  Key last{Side::none, 0};
  for (std::int64_t men = from.next(0, kMaxPlayers); men > 0; --men) {
    const auto side = static_cast<Side>(from.next(1, 2));
    const Key key(side, static_cast<int>(from.next(1, 127)));
    if (key <= last) refuse();
    last = key;
    std::vector<char> states(count);
    read_runs<1>(from, count, 2,
                 [&](std::size_t at, const State<1>& state) { states[at] = static_cast<char>(state[0]); });
    std::optional<Mover> mover;
    for (std::size_t at = 0; at < count; ++at) {
      if (states[at] == 0) {
        mover.reset();
        continue;
      }
      if (!mover) mover.emplace();
      frames[at].players.push_back({key.first, key.second, states[at] == 2, mover->read(from)});
    }
  }
  if (!from.is_done()) read_bodies(from, frames);
  if (!from.is_done()) refuse();
  return frames;
}

}  // namespace monitor
