// SPDX-License-Identifier: Apache-2.0
#include "spark/core/random.h"

#include "spark/core/check.h"
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

RandomStreams::Named& RandomStreams::named(std::string_view name) {
  auto it = streams_.find(name);
  if (it == streams_.end()) {
    const std::uint64_t name_hash = hash_name(name);
    it = streams_.emplace(std::string(name), Named{name_hash, fresh(name_hash)}).first;
  }
  return it->second;
}

RandomStream& RandomStreams::stream(std::string_view name) {
  Named& found = named(name);
  found.is_kept = true;
  return found.stream;
}

RandomStream& RandomStreams::borrow(std::string_view name) {
  Named& found = named(name);
  ++found.borrowers;
  return found.stream;
}

void RandomStreams::give_back(std::string_view name) {
  const auto it = streams_.find(name);
  SPARK_DEMAND(it != streams_.end() && it->second.borrowers > 0);
  if (--it->second.borrowers == 0 && !it->second.is_kept) streams_.erase(it);
}

RandomStream RandomStreams::fresh(std::uint64_t name_hash) const {
  std::uint64_t mixed = seed_;
  return RandomStream(split_mix(mixed) ^ name_hash);
}

void RandomStreams::restart(std::uint64_t seed) {
  seed_ = seed;
  for (auto& [name, named] : streams_) named.stream = fresh(named.name_hash);
}

void RandomStream::add_to(StateHash& hash) const {
  for (const std::uint64_t word : state_) hash.add(word);
  hash.add(has_spare_ ? spare_ : 0.0);
}

void RandomStreams::add_to(StateHash& hash) const {
  for (const auto& [name, named] : streams_) {
    hash.add(named.name_hash);
    named.stream.add_to(hash);
  }
}

}  // namespace spark
