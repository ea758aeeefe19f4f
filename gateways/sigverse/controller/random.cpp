// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/random.h"

namespace sigverse {

Random::Random(std::uint64_t seed, std::string_view agent) : state_(0xcbf29ce484222325) {
  // FNV-1a of the seed, followed by the name.
  for (int i = 0; i < 8; ++i) state_ = (state_ ^ ((seed >> (8 * i)) & 0xff)) * 0x100000001b3;
  for (const char c : agent) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  first_ = state_;
}

double Random::next() {
  // SplitMix64; the upper 53 bits become a number from 0 up to but not including 1.
  state_ += 0x9e3779b97f4a7c15;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  mixed ^= mixed >> 31;
  return static_cast<double>(mixed >> 11) * 0x1.0p-53;
}

}  // namespace sigverse
