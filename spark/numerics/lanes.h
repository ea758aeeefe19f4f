// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>

// Numbers of four bodies or contacts side by side: vectors of GCC and Clang, which every processor computes with the
// same bits (-ffp-contract=off), and AVX2 four at a time. Everything is inlined, so that a function compiled for AVX2
// uses AVX2 throughout. Only for sources of this room, which are compiled with -Wno-psabi because no vector is passed
// between functions that are not inlined. Structures with lanes are alignas(sizeof(Lane)): outside of functions for
// AVX2 the compiler aligns them to half of that.

#define SPARK_INLINE [[gnu::always_inline]] inline

namespace spark {

/// The number of doubles in a register of AVX2, and in ODE's padded vectors. With eight lanes the intermediate results
/// would not fit into the registers.
constexpr std::size_t kLanes = 4;
/// One number for each of several bodies.
using Lane = double __attribute__((vector_size(kLanes * sizeof(double))));
/// The result of comparing lanes: all bits of a lane set, or none.
using Choice = decltype(Lane() < Lane());

struct Lane3 {
  Lane x, y, z;
};

SPARK_INLINE Lane3 operator*(const Lane3& a, const Lane& b) {
  return {a.x * b, a.y * b, a.z * b};
}
SPARK_INLINE Lane3 operator+(const Lane3& a, const Lane3& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
SPARK_INLINE Lane3 operator-(const Lane3& a, const Lane3& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
SPARK_INLINE Lane dot(const Lane3& a, const Lane3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
SPARK_INLINE Lane3 cross(const Lane3& a, const Lane3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// Lane by lane: `a` where `first` is true, else `b`.
SPARK_INLINE Lane3 choose(const Choice& first, const Lane3& a, const Lane3& b) {
  return {first ? a.x : b.x, first ? a.y : b.y, first ? a.z : b.z};
}
/// Four adjacent numbers, such as ODE's padded vectors.
SPARK_INLINE Lane load(const double* from) {
  Lane numbers;
  std::memcpy(&numbers, from, sizeof numbers);
  return numbers;
}
SPARK_INLINE void store(const Lane& numbers, double* to) {
  std::memcpy(to, &numbers, sizeof numbers);
}

/// Transposes a 4x4 matrix: from a vector for each of four bodies to the four numbers of each axis, and back. Loading
/// the numbers one by one would take longer.
SPARK_INLINE void transpose(Lane& a, Lane& b, Lane& c, Lane& d) {
  const Lane ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6), ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7),
             cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6), cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  a = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
  c = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
  d = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
}

struct Lane4 {
  Lane x, y, z, w;
};
/// Loads four vectors, and returns the four numbers of each axis.
SPARK_INLINE Lane4 gather(const double* a, const double* b, const double* c, const double* d) {
  Lane4 lanes{load(a), load(b), load(c), load(d)};
  transpose(lanes.x, lanes.y, lanes.z, lanes.w);
  return lanes;
}
SPARK_INLINE Lane3 first_three(const Lane4& lanes) {
  return {lanes.x, lanes.y, lanes.z};
}

/// Whether this processor has AVX2.
inline bool has_avx2() {
#ifdef __x86_64__
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

}  // namespace spark
