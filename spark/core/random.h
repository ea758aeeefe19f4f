// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace spark {

/// One stream of random numbers (xoshiro256++). The distributions are our own, so that a match repeats with any
/// standard library.
class RandomStream {
 public:
  explicit RandomStream(std::uint64_t seed);

  std::uint64_t next();
  double uniform();                         ///< [0, 1)
  double uniform(double low, double high);  ///< [low, high)
  double normal();                          ///< mean 0, standard deviation 1 (polar method)
  double normal(double mean, double sigma);
  double exponential(double lambda);  ///< mean 1/lambda

 private:
  std::uint64_t state_[4];
  double spare_ = 0.0;
  bool has_spare_ = false;
};

/// The named streams of one match seed.
///
/// Each name is a stream of its own, derived from (seed, name) alone: drawing more from one stream changes no other, so
/// a new noise source or a lost agent leaves everybody else's numbers as they were. Streams live as long as this
/// object.
class RandomStreams {
 public:
  explicit RandomStreams(std::uint64_t seed) : seed_(seed) {}

  std::uint64_t seed() const { return seed_; }
  RandomStream& stream(std::string_view name);

 private:
  std::uint64_t seed_;
  std::map<std::string, std::unique_ptr<RandomStream>, std::less<>> streams_;
};

}  // namespace spark
