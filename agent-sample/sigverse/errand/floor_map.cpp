// SPDX-License-Identifier: Apache-2.0
#include "floor_map.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>

namespace errand {
namespace {

/// One observation that shows a square occupied outweighs three that show it free.
constexpr int kOccupied = 3, kFree = -1, kMaxWeight = 12, kMinWeight = -3;
constexpr double kFarthest = 100.0;  ///< cm; clearances are not measured beyond
constexpr int kDirections = 8, kBeside = 4;
constexpr int kStepX[kDirections] = {1, -1, 0, 0, 1, 1, -1, -1}, kStepZ[kDirections] = {0, 0, 1, -1, 1, -1, 1, -1};
/// Shorter edges are the shadows of table legs and the like.
constexpr std::size_t kShortestEdge = 6;
constexpr double kSeenFrom = 60.0;  ///< cm

double step_length(int direction) {
  return direction < kBeside ? 1.0 : std::sqrt(2.0);
}

}  // namespace

double distance(const FloorPlace& a, const FloorPlace& b) {
  return std::hypot(a.x - b.x, a.z - b.z);
}

FloorMap::FloorMap()
    : squares_(kCount * kCount), clearances_(squares_.size()), costs_(squares_.size()), from_(squares_.size()) {
  begin({});
}

void FloorMap::begin(const FloorPlace& robot) {
  corner_ = {robot.x - kCount * kSquare / 2.0, robot.z - kCount * kSquare / 2.0};
  std::fill(squares_.begin(), squares_.end(), Square());
  std::fill(clearances_.begin(), clearances_.end(), kFarthest);
  std::fill(costs_.begin(), costs_.end(), -1.0);
  looked_at_.clear();
  for (double x = -kRadius; x <= kRadius; x += kSquare)
    for (double z = -kRadius; z <= kRadius; z += kSquare)
      if (std::hypot(x, z) <= kRadius) see_free({robot.x + x, robot.z + z});
  finish_look();
}

int FloorMap::index(const FloorPlace& place) const {
  const double x = std::floor((place.x - corner_.x) / kSquare), z = std::floor((place.z - corner_.z) / kSquare);
  // Also false for NaN.
  if (!(x >= 0.0 && x < kCount && z >= 0.0 && z < kCount)) return kNone;
  return static_cast<int>(z) * kCount + static_cast<int>(x);
}

FloorPlace FloorMap::place(int index) const {
  return {corner_.x + (index % kCount + 0.5) * kSquare, corner_.z + (index / kCount + 0.5) * kSquare};
}

int FloorMap::neighbour(int index, int direction) const {
  const int x = index % kCount + kStepX[direction], z = index / kCount + kStepZ[direction];
  return x < 0 || x >= kCount || z < 0 || z >= kCount ? kNone : z * kCount + x;
}

void FloorMap::see_free(const FloorPlace& place) {
  const int at = index(place);
  if (at == kNone || squares_[at].was_free) return;
  squares_[at].was_free = true;
  looked_at_.push_back(at);
}

void FloorMap::see_occupied(const FloorPlace& place) {
  const int at = index(place);
  if (at == kNone || squares_[at].was_occupied) return;
  squares_[at].was_occupied = true;
  looked_at_.push_back(at);
}

void FloorMap::finish_look() {
  for (const int at : looked_at_) {
    Square& square = squares_[at];
    if (!square.was_free && !square.was_occupied) continue;  // counted already
    const int weight = square.weight + (square.was_occupied ? kOccupied : kFree);
    square.weight = static_cast<signed char>(std::clamp(weight, kMinWeight, kMaxWeight));
    square.is_known = true;
    square.was_free = square.was_occupied = false;
  }
  looked_at_.clear();
}

/// Passes over the map twice, in opposite directions, and computes each distance from those of the neighbours: the
/// result is exact within 8 %.
void FloorMap::measure_clearance() {
  for (std::size_t i = 0; i < squares_.size(); ++i) clearances_[i] = squares_[i].is_occupied() ? 0.0 : kFarthest;
  const auto shorten = [this](int at) {
    for (int direction = 0; direction < kDirections; ++direction)
      if (const int next = neighbour(at, direction); next != kNone)
        clearances_[at] = std::min(clearances_[at], clearances_[next] + step_length(direction) * kSquare);
  };
  const int count = static_cast<int>(squares_.size());
  for (int at = 0; at < count; ++at) shorten(at);
  for (int at = count - 1; at >= 0; --at) shorten(at);
}

double FloorMap::factor(int index, const FloorPlace& robot) const {
  constexpr double kNarrow = 20.0, kUnknown = 1.3;
  const double clearance = clearances_[index];
  if (clearance < kBody && distance(place(index), robot) > kRadius) return 0.0;
  if (squares_[index].is_occupied()) return 0.0;
  if (clearance < kRadius) return kNarrow;
  const double room = clearance < kRoom ? 1.0 + 2.0 * (kRoom - clearance) / (kRoom - kRadius) : 1.0;
  return squares_[index].is_known ? room : room * kUnknown;
}

/// Finds the cheapest paths by Dijkstra's algorithm.
void FloorMap::plan(const FloorPlace& robot) {
  measure_clearance();
  std::fill(costs_.begin(), costs_.end(), -1.0);
  const int start = index(robot);
  if (start == kNone) return;
  using Entry = std::pair<double, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  costs_[start] = 0.0;
  from_[start] = kNone;
  open.emplace(0.0, start);
  while (!open.empty()) {
    const auto [cost, at] = open.top();
    open.pop();
    if (cost > costs_[at]) continue;
    for (int direction = 0; direction < kDirections; ++direction) {
      const int next = neighbour(at, direction);
      if (next == kNone) continue;
      const double dear = factor(next, robot);
      if (dear == 0.0) continue;
      const double sum = cost + dear * step_length(direction) * kSquare;
      if (costs_[next] >= 0.0 && costs_[next] <= sum) continue;
      costs_[next] = sum;
      from_[next] = at;
      open.emplace(sum, next);
    }
  }
}

std::optional<double> FloorMap::cost(const FloorPlace& goal) const {
  const int at = index(goal);
  if (at == kNone || costs_[at] < 0.0) return std::nullopt;
  return costs_[at];
}

std::vector<FloorPlace> FloorMap::path(const FloorPlace& goal) const {
  std::vector<FloorPlace> path;
  if (!cost(goal)) return path;
  for (int at = index(goal); at != kNone; at = from_[at]) path.push_back(place(at));
  std::reverse(path.begin(), path.end());
  return path;
}

double FloorMap::clearance(const FloorPlace& place) const {
  const int at = index(place);
  return at == kNone ? 0.0 : clearances_[at];
}

bool FloorMap::is_edge(int index) const {
  const Square& square = squares_[index];
  if (!square.is_known || square.is_dismissed || square.is_occupied()) return false;
  for (int direction = 0; direction < kBeside; ++direction)
    if (const int next = neighbour(index, direction); next != kNone && !squares_[next].is_known) return true;
  return false;
}

std::vector<int> FloorMap::edge_from(int index, std::vector<bool>& seen) const {
  std::vector<int> edge{index};
  seen[index] = true;
  for (std::size_t i = 0; i < edge.size(); ++i)
    for (int direction = 0; direction < kDirections; ++direction) {
      const int next = neighbour(edge[i], direction);
      if (next == kNone || seen[next] || !is_edge(next)) continue;
      seen[next] = true;
      edge.push_back(next);
    }
  return edge;
}

int FloorMap::reachable_near(int index, double reach) const {
  const FloorPlace middle = place(index);
  int best = kNone;
  for (double x = -reach; x <= reach; x += kSquare)
    for (double z = -reach; z <= reach; z += kSquare) {
      const int at = this->index({middle.x + x, middle.z + z});
      if (at == kNone || costs_[at] < 0.0 || clearances_[at] < kRadius) continue;
      if (best == kNone || costs_[at] < costs_[best]) best = at;
    }
  return best;
}

std::optional<FloorPlace> FloorMap::nearest_unknown() const {
  std::vector<bool> seen(squares_.size());
  int best = kNone;
  for (int at = 0; at < static_cast<int>(squares_.size()); ++at) {
    if (seen[at] || !is_edge(at)) continue;
    const std::vector<int> edge = edge_from(at, seen);
    if (edge.size() < kShortestEdge) continue;
    // The viewpoints are spaced along the edge, not one at each of its squares.
    for (std::size_t i = edge.size() % kShortestEdge / 2; i < edge.size(); i += kShortestEdge)
      if (const int near = reachable_near(edge[i], kSeenFrom);
          near != kNone && (best == kNone || costs_[near] < costs_[best]))
        best = near;
  }
  if (best == kNone) return std::nullopt;
  return place(best);
}

void FloorMap::dismiss_unknown(const FloorPlace& place) {
  constexpr double kAround = kSeenFrom * 1.5;
  for (double x = -kAround; x <= kAround; x += kSquare)
    for (double z = -kAround; z <= kAround; z += kSquare)
      if (const int at = index({place.x + x, place.z + z}); at != kNone) squares_[at].is_dismissed = true;
}

}  // namespace errand
