// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/world/file_source.h"
#include "gateways/sigverse/world/world_plan.h"
#include "spark/core/random.h"

namespace sigverse {

/// What becomes of an object whose class file cannot be found, or one that this needs: the start ends, or the object is
/// a grey box of 10 cm.
enum class MissingClass { error, box };

inline constexpr std::size_t kMaxObjects = 10000;
inline constexpr std::size_t kMaxWorldBytes = std::size_t{64} << 20;  ///< of all files of a world together
inline constexpr std::size_t kMaxName = 255;                          ///< of an object, in octets

/// Reads a world file and all files that it names. Throws `WorldFileError`. Numbers "[a, b]" are drawn from the stream
/// of their object and attribute ("sigverse ball x"), so each is the same for one seed, whatever else the world has.
WorldPlan read_world(const std::string& file, const FileSource& files, MissingClass missing,
                     spark::RandomStreams& random);

}  // namespace sigverse
