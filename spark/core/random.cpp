// SPDX-License-Identifier: Apache-2.0
#include "spark/core/random.h"

namespace spark {
namespace {

std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

std::uint64_t hash_name(std::string_view name) {  // FNV-1a, 64 bit
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const unsigned char c : name) hash = (hash ^ c) * 0x100000001b3ULL;
  return hash;
}

}  // namespace

RandomStream::RandomStream(std::uint64_t seed) {
  for (auto& word : state_) word = splitmix64(seed);
}

double RandomStream::exponential(double lambda) {
  return -std::log1p(-uniform()) / lambda;
}

RandomStream& RandomStreams::stream(std::string_view name) {
  auto it = streams_.find(name);
  if (it == streams_.end()) {
    std::uint64_t mixed = seed_;
    const std::uint64_t seed = splitmix64(mixed) ^ hash_name(name);
    it = streams_.emplace(std::string(name), std::make_unique<RandomStream>(seed)).first;
  }
  return *it->second;
}

}  // namespace spark
