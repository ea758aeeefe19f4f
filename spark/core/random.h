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

/// SplitMix64 (Steele, Lea, Flood 2014): advances the state; every bit of the result depends on every bit of it.
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
  /// Skips the next result of `normal()`, without computing its logarithm and root: later numbers stay the same.
  void skip_normal();
  /// The bound of |normal()|: the polar method's squared radii are at least 2^-104, so that sqrt(208 ln 2) = 12.008 is
  /// the largest result.
  static constexpr double kMaxNormal = 12.1;
  double normal(double mean, double sigma);
  double exponential(double lambda);  ///< mean 1/lambda

  /// Adds the state on which all further numbers depend.
  void add_to(StateHash& hash) const;

 private:
  /// A point within the unit circle: the polar method makes two numbers from it.
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

/// The named random streams of a match.
///
/// Each name is a separate stream, derived from (seed, name) alone: drawing more from one stream changes no other, so a
/// new noise source or a lost agent does not change the numbers of others. Streams live as long as this object, or as
/// long as they are borrowed.
class RandomStreams {
 public:
  explicit RandomStreams(std::uint64_t seed) : match_seed_(seed), seed_(seed) {}

  /// The seed of the match.
  std::uint64_t seed() const { return match_seed_; }
  /// Restarts all streams, in place, with that seed.
  void restart(std::uint64_t seed);
  RandomStream& stream(std::string_view name);
  /// The same for a temporary borrower: when all borrowers of a stream have returned it, and it was not requested
  /// otherwise, it is as if it had never existed. To be returned as often as it is borrowed.
  RandomStream& borrow(std::string_view name);
  void give_back(std::string_view name);
  /// Adds all streams in use, in the order of their names.
  void add_to(StateHash& hash) const;

 private:
  struct Named {
    std::uint64_t name_hash;
    RandomStream stream;
    bool is_kept = false;  ///< was requested without borrowing
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
