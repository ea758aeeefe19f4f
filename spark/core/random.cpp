// SPDX-License-Identifier: Apache-2.0
#include "spark/core/random.h"

#include "spark/core/state_hash.h"

namespace spark {
namespace {

std::uint64_t hash_name(std::string_view name) {  // FNV-1a, 64 bit
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const unsigned char c : name) hash = (hash ^ c) * 0x100000001b3ULL;
  return hash;
}

}  // namespace

RandomStream::RandomStream(std::uint64_t seed) {
  for (auto& word : state_) word = split_mix(seed);
}

double RandomStream::exponential(double lambda) {
  return -std::log1p(-uniform()) / lambda;
}

RandomStream& RandomStreams::stream(std::string_view name) {
  auto it = streams_.find(name);
  if (it == streams_.end()) it = streams_.emplace(std::string(name), std::make_unique<RandomStream>(fresh(name))).first;
  return *it->second;
}

RandomStream RandomStreams::fresh(std::string_view name) const {
  std::uint64_t mixed = seed_;
  return RandomStream(split_mix(mixed) ^ hash_name(name));
}

void RandomStreams::restart(std::uint64_t seed) {
  seed_ = seed;
  for (auto& [name, stream] : streams_) *stream = fresh(name);
}

void RandomStream::add_to(StateHash& hash) const {
  for (const std::uint64_t word : state_) hash.add(word);
  hash.add(has_spare_ ? spare_ : 0.0);
}

void RandomStreams::add_to(StateHash& hash) const {
  for (const auto& [name, stream] : streams_) {
    hash.add(name);
    stream->add_to(hash);
  }
}

}  // namespace spark
