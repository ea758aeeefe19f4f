// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

namespace soccer::test {

using Sample = std::vector<double>;

inline double mean(const Sample& sample) {
  double sum = 0.0;
  for (const double x : sample) sum += x;
  return sum / static_cast<double>(sample.size());
}

inline double covariance(const Sample& a, const Sample& b) {
  const double mean_a = mean(a);
  const double mean_b = mean(b);
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - mean_a) * (b[i] - mean_b);
  return sum / static_cast<double>(a.size());
}

inline double deviation(const Sample& sample) {
  return std::sqrt(covariance(sample, sample));
}

inline double correlation(const Sample& a, const Sample& b) {
  return covariance(a, b) / (deviation(a) * deviation(b));
}

/// `sample` without its first or without its last value: a correlation of the two is one between successive draws.
inline Sample later(const Sample& sample) {
  return {sample.begin() + 1, sample.end()};
}
inline Sample earlier(const Sample& sample) {
  return {sample.begin(), sample.end() - 1};
}

// Bounds. Of n independent normal values with deviation s the mean has the deviation s/√n, the deviation about s/√(2n),
// and the correlation of two independent samples about 1/√n. Five of these are passed once in 1.7 million checks if the
// generator is right; the seeds are fixed, so a check that passes once passes always.
constexpr double kBound = 5.0;

/// The Kolmogorov-Smirnov statistic: the largest distance between the sample's distribution function and `expected`.
template <typename Distribution>
double largest_distance(Sample sample, Distribution expected) {
  std::sort(sample.begin(), sample.end());
  const double n = static_cast<double>(sample.size());
  double distance = 0.0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double share = expected(sample[i]);
    const double below = static_cast<double>(i) / n;
    distance = std::max({distance, share - below, below + 1.0 / n - share});
  }
  return distance;
}

/// Checks the shape. For large n the distance times √n exceeds x with probability 2·exp(-2·x²) for any distribution;
/// for 1 in 1.7 million, as above, x = √(ln(2 · 1.7e6)/2) = 2.74. (A uniform distribution of the same deviation is
/// 0.057 from the normal one: a sample of 4000 values shows that with √n·0.057 = 3.6.)
template <typename Distribution>
void check_shape(const Sample& sample, Distribution expected) {
  const double bound = std::sqrt(std::log(2 * 1.7e6) / 2.0);
  CHECK(largest_distance(sample, expected) * std::sqrt(static_cast<double>(sample.size())) < bound);
}

/// Checks that no draw is correlated with the next one or with the one after it.
inline void check_forgetful(const Sample& sample) {
  const double n = static_cast<double>(sample.size());
  CHECK(std::abs(correlation(earlier(sample), later(sample))) < kBound / std::sqrt(n));
  CHECK(std::abs(correlation(earlier(earlier(sample)), later(later(sample)))) < kBound / std::sqrt(n));
}

/// Uniform in `min` … `max`: the deviation of one value is the width over √12, and by the kurtosis of 1.8 that of
/// the sample's deviation is √(0.2/n) of it.
inline void check_uniform(const Sample& sample, double min, double max) {
  const double n = static_cast<double>(sample.size());
  const double sigma = (max - min) / std::sqrt(12.0);
  CHECK(*std::min_element(sample.begin(), sample.end()) >= min);
  CHECK(*std::max_element(sample.begin(), sample.end()) <= max);
  CHECK(std::abs(mean(sample) - (min + max) / 2) < kBound * sigma / std::sqrt(n));
  CHECK(std::abs(deviation(sample) - sigma) < kBound * sigma * std::sqrt(0.2 / n));
  check_shape(sample, [=](double x) { return std::clamp((x - min) / (max - min), 0.0, 1.0); });
  check_forgetful(sample);
}

/// `count` of `n` independent draws had a property of this probability; the deviation of the count is √(n·p·(1-p)).
inline void check_share(double count, double n, double probability) {
  CHECK(std::abs(count - n * probability) < kBound * std::sqrt(n * probability * (1.0 - probability)));
}

inline void check_normal(const Sample& sample, double expected_mean, double sigma) {
  const double n = static_cast<double>(sample.size());
  CHECK(std::abs(mean(sample) - expected_mean) < kBound * sigma / std::sqrt(n));
  CHECK(std::abs(deviation(sample) - sigma) < kBound * sigma / std::sqrt(2.0 * n));
  check_shape(sample, [=](double x) { return 0.5 * std::erfc((expected_mean - x) / (sigma * std::sqrt(2.0))); });
  check_forgetful(sample);
}

/// How far each value is from the mean, either way.
inline Sample distances(const Sample& sample) {
  const double middle = mean(sample);
  Sample result;
  for (const double x : sample) result.push_back(std::abs(x - middle));
  return result;
}

/// Neither the values nor their distances from the mean are correlated: ±z of one draw would be uncorrelated but not
/// independent.
inline void check_independent(const Sample& a, const Sample& b) {
  const double bound = kBound / std::sqrt(static_cast<double>(a.size()));
  CHECK(std::abs(correlation(a, b)) < bound);
  CHECK(std::abs(correlation(distances(a), distances(b))) < bound);
}

}  // namespace soccer::test
