// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "gateways/rctp/port/world_link.h"

namespace rctp {

/// Writes what has changed since the last state shown to a peer, as the contents of `world` records
/// (protocol/world_contents.h). A peer that was shown nothing for a long time gets the newest state, once.
class WorldPrinter {
 public:
  /// Borrows the world.
  ///   since: the count of changes of the state that the peer knows; 0: it knows none and gets everything
  ///   only: if given, only what belongs to this child of the scene is written
  ///   max_length: octets of one record
  WorldPrinter(const WorldState& world, std::uint64_t since, std::optional<std::uint64_t> only, std::size_t max_length)
      : world_(world), since_(since), only_(only), max_length_(max_length) {}

  /// Replaces `contents` by those of the next record. Returns false if there are no more.
  bool next(std::string& contents);

 private:
  void append(std::string& contents, std::size_t number) const;

  const WorldState& world_;
  const std::uint64_t since_;
  const std::optional<std::uint64_t> only_;
  const std::size_t max_length_;
  std::size_t number_ = 0;  ///< of the next node
};

}  // namespace rctp
