// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "spark/core/duration_histogram.h"

using spark::DurationHistogram;
using std::chrono::nanoseconds;

TEST_CASE("quantiles of durations are accurate to the resolution at any magnitude") {
  std::mt19937_64 random(7);
  for (const double magnitude : {1.0, 3.0, 5.0, 7.0, 9.0, 11.0}) {
    DurationHistogram histogram;
    std::vector<std::int64_t> all;
    std::lognormal_distribution<double> draw(magnitude * 2.3, 1.0);
    for (int i = 0; i < 5000; ++i) {
      all.push_back(static_cast<std::int64_t>(draw(random)));
      histogram.add(nanoseconds(all.back()));
    }
    std::sort(all.begin(), all.end());
    for (const double share : {0.01, 0.5, 0.99}) {
      const auto exact = static_cast<double>(all[static_cast<std::size_t>(share * 5000) - 1]);
      const auto found = static_cast<double>(histogram.quantile(share).count());
      CHECK(found >= exact);
      CHECK(found <= exact * (1 + 1.0 / 16) + 1);  // sixteen places for each power of two
    }
    CHECK(histogram.longest().count() == all.back());
    CHECK(histogram.quantile(1.0).count() == all.back());
    CHECK(histogram.count() == 5000);
  }
}

TEST_CASE("negative and maximal durations are accepted") {
  DurationHistogram histogram;
  CHECK(histogram.quantile(0.5).count() == 0);
  histogram.add(nanoseconds(-5));
  CHECK(histogram.quantile(0.5).count() == 0);
  histogram.add(nanoseconds::max());
  CHECK(histogram.quantile(1.0) == nanoseconds::max() - (nanoseconds::max() - histogram.quantile(1.0)));
  CHECK(histogram.longest() == nanoseconds::max());
}

TEST_CASE("a quantile is the shortest duration that its share of all does not exceed") {
  DurationHistogram histogram;
  for (const int one : {1, 2, 3, 4}) histogram.add(nanoseconds(one));
  CHECK(histogram.quantile(0.0) == nanoseconds(1));
  CHECK(histogram.quantile(0.25) == nanoseconds(1));
  CHECK(histogram.quantile(0.26) == nanoseconds(2));
  CHECK(histogram.quantile(0.5) == nanoseconds(2));
  CHECK(histogram.quantile(0.75) == nanoseconds(3));
  CHECK(histogram.quantile(1.0) == nanoseconds(4));
}

TEST_CASE("durations from 2^40 ns on count as one, the longest") {
  DurationHistogram histogram;
  for (const int power : {40, 41, 43}) histogram.add(nanoseconds(std::int64_t{1} << power));
  histogram.add(nanoseconds(5));
  CHECK(histogram.quantile(0.25) == nanoseconds(5));
  CHECK(histogram.quantile(0.5) == nanoseconds(std::int64_t{1} << 43));
  CHECK(histogram.longest() == nanoseconds(std::int64_t{1} << 43));
}
