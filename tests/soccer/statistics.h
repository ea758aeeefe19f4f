// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// `sample` without its first or without its last value: correlated with each other they show memory from draw to draw.
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

inline void check_normal(const Sample& sample, double expected_mean, double sigma) {
  const double n = static_cast<double>(sample.size());
  CHECK(std::abs(mean(sample) - expected_mean) < kBound * sigma / std::sqrt(n));
  CHECK(std::abs(deviation(sample) - sigma) < kBound * sigma / std::sqrt(2.0 * n));
  // The share within one sigma is 0.6827 for a normal distribution (0.577 for a uniform one of the same sigma); as a
  // binomial share its deviation is √(0.6827·0.3173/n).
  double within = 0.0;
  for (const double x : sample) within += std::abs(x - expected_mean) < sigma ? 1.0 : 0.0;
  CHECK(std::abs(within / n - 0.6827) < kBound * std::sqrt(0.6827 * 0.3173 / n));
  CHECK(std::abs(correlation(earlier(sample), later(sample))) < kBound / std::sqrt(n));
}

inline void check_independent(const Sample& a, const Sample& b) {
  CHECK(std::abs(correlation(a, b)) < kBound / std::sqrt(static_cast<double>(a.size())));
}

}  // namespace soccer::test
