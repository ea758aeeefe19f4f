// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/generators.h"

namespace engine_test {
namespace {

namespace gen = rc::gen;
using Kind = Move::Kind;
using spark::AgentTiming;

/// A number from `first` to `last`, for any size of the case.
rc::Gen<int> number(int first, int last) {
  return gen::resize(rc::kNominalSize, gen::inRange(first, last + 1));
}

/// Lists and their elements grow with the size of the case, the elements independently of the list.
template <typename T>
rc::Gen<std::vector<T>> list(int longest, rc::Gen<T> element) {
  return gen::withSize([=](int size) {
    const int scaled = (size * longest + rc::kNominalSize - 1) / rc::kNominalSize;
    return gen::resize(scaled, gen::container<std::vector<T>>(gen::resize(size, element)));
  });
}

/// True once in `times` times; shrinks to false.
rc::Gen<bool> seldom(int times) {
  return gen::map(number(0, times - 1), [times](int n) { return n == times - 1; });
}

rc::Gen<Move> move(rc::Gen<Kind> kind, int max_times) {
  // Mostly one request, mostly near the present, and sometimes 20 at once.
  const auto times = gen::weightedOneOf<int>({{8, gen::just(1)}, {2, number(1, 3)}, {1, number(1, max_times)}});
  const auto offset = gen::weightedOneOf<int>({{3, gen::just(0)}, {6, number(0, 30)}, {2, number(-40, 80)}});
  return gen::apply(
      [](Kind what, int offset_steps, int choice, int how_often) {
        return Move{what, what == Kind::request ? offset_steps : choice, how_often};
      },
      std::move(kind), offset, number(0, 9), times);
}

rc::Gen<CycleScript> cycle(rc::Gen<Move> within) {
  const auto behind = move(gen::element(Kind::note, Kind::request, Kind::ask, Kind::done, Kind::garbage), 3);
  const auto afterwards =
      gen::weightedOneOf<std::vector<Move>>({{5, gen::just(std::vector<Move>{})}, {1, list<Move>(3, behind)}});
  return gen::apply(
      [](std::vector<Move> moves, std::vector<Move> after) {
        return CycleScript{std::move(moves), std::move(after)};
      },
      list<Move>(8, std::move(within)), afterwards);
}

rc::Gen<CycleScript> on_sensation() {
  return cycle(move(gen::weightedElement<Kind>({{4, Kind::note},
                                                {1, Kind::notes},
                                                {1, Kind::grow},
                                                {2, Kind::leaf},
                                                {1, Kind::empty},
                                                {1, Kind::broken},
                                                {4, Kind::request},
                                                {2, Kind::ask},
                                                {1, Kind::garbage}}),
                    20));
}

/// A notify seldom requests further ones, as otherwise most agents would do nothing else.
rc::Gen<CycleScript> on_notify() {
  const auto kinds = [](std::size_t requests) {
    return gen::weightedElement<Kind>({{6, Kind::note},
                                       {1, Kind::notes},
                                       {1, Kind::grow},
                                       {2, Kind::leaf},
                                       {1, Kind::broken},
                                       {requests, Kind::request},
                                       {2, Kind::ask},
                                       {1, Kind::garbage}});
  };
  return gen::weightedOneOf<CycleScript>(
      {{5, cycle(move(gen::element(Kind::note, Kind::leaf, Kind::ask), 3))}, {2, cycle(move(kinds(2), 2))}});
}

/// Messages handed over per call; one of them is not 0.
rc::Gen<std::vector<int>> pace() {
  const auto count =
      gen::weightedOneOf<int>({{4, gen::just(0)}, {3, gen::just(1)}, {2, number(0, 4)}, {1, gen::just(99)}});
  return gen::map(list<int>(static_cast<int>(AgentScript::kMaxPace) - 1, count), [](std::vector<int> counts) {
    counts.push_back(1);
    return counts;
  });
}

rc::Gen<Step> latency() {
  return gen::cast<Step>(
      gen::weightedOneOf<int>({{2, gen::just(10)}, {1, gen::just(0)}, {2, number(1, 4)}, {2, number(1, 25)}}));
}

rc::Gen<Step> interval() {
  return gen::cast<Step>(gen::weightedOneOf<int>({{3, gen::just(20)}, {1, number(1, 4)}, {3, number(1, 30)}}));
}

rc::Gen<AgentTiming> timing() {
  return gen::build<AgentTiming>(gen::set(&AgentTiming::sense_interval, interval()),
                                 gen::set(&AgentTiming::sense_latency, latency()),
                                 gen::set(&AgentTiming::action_latency, latency()));
}

/// The timing of one agent: seldom its own, and then often the shortest.
rc::Gen<std::optional<AgentTiming>> own_timing() {
  using Own = std::optional<AgentTiming>;
  const auto own = gen::map(timing(), [](AgentTiming one) { return Own(one); });
  return gen::weightedOneOf<Own>({{6, gen::just(Own())}, {2, own}, {1, gen::just(Own(AgentTiming{1, 0, 0}))}});
}

rc::Gen<AgentScript> agent() {
  using Start = AgentScript::Start;
  const auto start =
      gen::weightedElement<Start>({{24, Start::at_once}, {6, Start::slow}, {1, Start::never}, {1, Start::dies}});
  const auto least = gen::weightedOneOf<int>({{3, gen::just(0)}, {2, number(0, 12)}});
  const auto charge = gen::weightedOneOf<int>({{4, gen::just(0)}, {3, number(0, 5)}, {2, number(0, 40)}});
  const auto charges =
      gen::weightedOneOf<std::vector<int>>({{1, gen::just(std::vector<int>{})}, {1, list<int>(9, charge)}});
  const auto death = gen::weightedOneOf<int>({{3, gen::just(-1)}, {1, number(-1, 12)}});
  const auto closing = gen::weightedOneOf<int>({{5, gen::just(-1)}, {1, number(-1, 12)}});
  return gen::build<AgentScript>(
      gen::set(&AgentScript::start, start), gen::set(&AgentScript::timing, own_timing()),
      gen::set(&AgentScript::rude, seldom(8)), gen::set(&AgentScript::least, gen::cast<Step>(least)),
      gen::set(&AgentScript::charges, charges),
      gen::set(&AgentScript::on_sensation, list<CycleScript>(4, on_sensation())),
      gen::set(&AgentScript::on_notify, list<CycleScript>(6, on_notify())),
      gen::set(&AgentScript::dies_in_cycle, death), gen::set(&AgentScript::dies_after_said, number(0, 8)),
      gen::set(&AgentScript::closes_input_in_cycle, closing),
      gen::set(&AgentScript::closes_input_after_said, number(0, 8)), gen::set(&AgentScript::pace, pace()),
      gen::set(&AgentScript::served_at_once, gen::arbitrary<bool>()));
}

/// 1 to 6 agents; a case of size 0 has one.
rc::Gen<std::vector<AgentScript>> agents() {
  return gen::apply(
      [](AgentScript first, std::vector<AgentScript> others) {
        others.insert(others.begin(), std::move(first));
        return others;
      },
      agent(), list<AgentScript>(5, agent()));
}

}  // namespace

rc::Gen<Match> any_match() {
  const auto notes = gen::weightedOneOf<int>({{4, gen::just(100000)}, {1, number(1, 200)}});
  const auto thinking = gen::weightedOneOf<int>({{2, gen::just(1000)}, {1, number(5, 45)}});
  return gen::build<Match>(
      gen::set(&Match::timing, timing()), gen::set(&Match::last_step, gen::cast<Step>(number(1, 150))),
      gen::set(&Match::max_notes, notes), gen::set(&Match::max_thinking, gen::cast<Step>(thinking)),
      gen::set(&Match::tells_think_times, gen::arbitrary<bool>()),
      gen::set(&Match::service, gen::cast<unsigned>(number(0, 1000))), gen::set(&Match::agents, agents()));
}

}  // namespace engine_test
