// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace rcss3d::agent {

/// An estimate of N numbers with their covariances: the state of a Kalman filter. Measurements are applied one number
/// after the other, so no matrix is inverted.
template <std::size_t N>
struct Gaussian {
  using Row = std::array<double, N>;
  using Matrix = std::array<Row, N>;

  Row mean{};
  Matrix covariance{};

  /// The prediction step: the state becomes F·state plus noise of the covariance Q on the diagonal. The caller advances
  /// the mean. F is upper triangular (a velocity changes a place, never the other way round): the rest is not read.
  void propagate(const Matrix& f, const Row& noise) {
    Matrix half{}, whole{};
    for (std::size_t i = 0; i < N; ++i)
      for (std::size_t j = 0; j < N; ++j)
        for (std::size_t k = i; k < N; ++k) half[i][j] += f[i][k] * covariance[k][j];
    for (std::size_t i = 0; i < N; ++i)
      for (std::size_t j = 0; j < N; ++j)
        for (std::size_t k = j; k < N; ++k) whole[i][j] += half[i][k] * f[j][k];
    covariance = whole;
    for (std::size_t i = 0; i < N; ++i) covariance[i][i] += noise[i];
  }

  /// Applies a measured number that is `h`·state plus noise. `innovation` is its difference from the expected one.
  /// Returns the square of the innovation in standard deviations; infinity, without any change, if the numbers are
  /// invalid.
  double update(const Row& h, double innovation, double noise_variance) {
    Row ph{};
    double s = noise_variance;
    for (std::size_t i = 0; i < N; ++i) {
      for (std::size_t j = 0; j < N; ++j) ph[i] += covariance[i][j] * h[j];
      s += h[i] * ph[i];
    }
    return take(ph, s, innovation);
  }

  /// The same for a measurement of the first number of the state.
  double update_first(double innovation, double noise_variance) {
    Row ph;
    for (std::size_t i = 0; i < N; ++i) ph[i] = covariance[i][0];
    return take(ph, noise_variance + ph[0], innovation);
  }

  /// Resets these numbers to `value`, with that variance and without correlations.
  void reset(std::size_t i, double value, double variance) {
    mean[i] = value;
    for (std::size_t j = 0; j < N; ++j) covariance[i][j] = covariance[j][i] = 0;
    covariance[i][i] = variance;
  }

 private:
  /// Adds K·innovation to the mean and subtracts K·phᵀ from the covariance, with the gain K = ph/s. `ph`: covariances
  /// of the state with the measured number; `s`: variance of the innovation.
  double take(const Row& ph, double s, double innovation) {
    if (!(s > 0) || !std::isfinite(innovation / s)) return std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < N; ++i) {
      mean[i] += ph[i] * innovation / s;
      covariance[i][i] -= ph[i] * ph[i] / s;
      for (std::size_t j = 0; j < i; ++j) {
        const double both = ph[i] * ph[j] / s;
        covariance[i][j] -= both;
        covariance[j][i] -= both;
      }
    }
    return innovation * innovation / s;
  }
};

}  // namespace rcss3d::agent
