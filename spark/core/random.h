// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace spark {

class StateHash;

/// SplitMix64 (Steele, Lea, Flood 2014): every bit of the result depends on every bit of the state, which moves on.
inline std::uint64_t split_mix(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

/// One stream of random numbers (xoshiro256++). The distributions are our own, so that a match repeats with any
/// standard library.
class RandomStream {
 public:
  explicit RandomStream(std::uint64_t seed);

  std::uint64_t next();
  double uniform();                         ///< [0, 1)
  double uniform(double low, double high);  ///< [low, high)
  double normal();                          ///< mean 0, standard deviation 1 (polar method)
  /// Leaves out what `normal()` would return next, without its logarithm and root: the numbers behind it stay the same.
  void skip_normal();
  /// No `normal()` is larger than this or smaller than its negative: the polar method's squares of radii are at least
  /// 2^-104, so that sqrt(208 ln 2) = 12.008 is the largest.
  static constexpr double kMaxNormal = 12.1;
  double normal(double mean, double sigma);
  double exponential(double lambda);  ///< mean 1/lambda

  /// What it will draw from now on.
  void add_to(StateHash& hash) const;

 private:
  /// A point within the unit circle: the polar method makes two numbers of it.
  struct Point {
    double u, v, square;
  };
  Point draw_point();
  static double scale_of(double square) { return std::sqrt(-2.0 * std::log(square) / square); }

  std::uint64_t state_[4];
  double spare_ = 0.0;
  double spare_square_ = 0.0;  ///< of the point, if `spare_` is still to be scaled; otherwise 0
  bool has_spare_ = false;
};

/// The named streams of one match seed.
///
/// Each name is a stream of its own, derived from (seed, name) alone: drawing more from one stream changes no other, so
/// a new noise source or a lost agent leaves everybody else's numbers as they were. Streams live as long as this
/// object, or as long as somebody has borrowed them.
class RandomStreams {
 public:
  explicit RandomStreams(std::uint64_t seed) : match_seed_(seed), seed_(seed) {}

  /// The match's.
  std::uint64_t seed() const { return match_seed_; }
  /// All streams begin again, in place, as those of that seed do.
  void restart(std::uint64_t seed);
  RandomStream& stream(std::string_view name);
  /// The same, for a borrower that will leave: when all that have borrowed a stream have given it back, and none has
  /// asked for it otherwise, it is as if it had never been there. To be given back as often as it is borrowed.
  RandomStream& borrow(std::string_view name);
  void give_back(std::string_view name);
  /// All streams that have been asked for, in the order of their names.
  void add_to(StateHash& hash) const;

 private:
  struct Named {
    std::uint64_t name_hash;
    RandomStream stream;
    bool is_kept = false;  ///< has been asked for other than by borrowing
    std::size_t borrowers = 0;
  };
  Named& named(std::string_view name);
  RandomStream fresh(std::uint64_t name_hash) const;

  std::uint64_t match_seed_;
  std::uint64_t seed_;  ///< that of the match, or of its last reset
  std::map<std::string, Named, std::less<>> streams_;
};

// Inline, as vision draws or skips three normal numbers for every object and agent.

inline std::uint64_t RandomStream::next() {
  const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
  const std::uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

inline double RandomStream::uniform() {
  return static_cast<double>(next() >> 11) * 0x1.0p-53;
}

inline double RandomStream::uniform(double low, double high) {
  return low + (high - low) * uniform();
}

inline RandomStream::Point RandomStream::draw_point() {
  Point point{};
  do {
    point.u = 2.0 * uniform() - 1.0;
    point.v = 2.0 * uniform() - 1.0;
    point.square = point.u * point.u + point.v * point.v;
  } while (point.square >= 1.0 || point.square == 0.0);
  return point;
}

inline double RandomStream::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_square_ == 0.0 ? spare_ : spare_ * scale_of(spare_square_);
  }
  const Point point = draw_point();
  const double scale = scale_of(point.square);
  spare_ = point.v * scale;
  spare_square_ = 0.0;
  has_spare_ = true;
  return point.u * scale;
}

inline void RandomStream::skip_normal() {
  has_spare_ = !has_spare_;
  if (!has_spare_) return;
  const Point point = draw_point();
  spare_ = point.v;
  spare_square_ = point.square;
}

inline double RandomStream::normal(double mean, double sigma) {
  return mean + sigma * normal();
}

}  // namespace spark
