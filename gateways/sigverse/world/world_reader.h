// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/world/file_source.h"
#include "gateways/sigverse/world/world_plan.h"
#include "spark/core/random.h"

namespace sigverse {

/// What happens to an object whose class file, or a file that the class file needs, is missing: the start fails; the
/// object becomes a grey box of 10 cm; or it gets the shape of a file with nearly the same name as the class
/// (lost_shapes.h), and becomes a grey box only if there is none. If the file of its shape is refused and its class has
/// no other shape, the start fails as well, or the object becomes a grey box.
enum class MissingClass { error, box, shape };

inline constexpr std::size_t kMaxObjects = 10000;
inline constexpr std::size_t kMaxWorldBytes = std::size_t{64} << 20;  ///< of all XML files of a world
inline constexpr std::size_t kMaxWorldParts = 100000;                 ///< of all objects together
inline constexpr std::size_t kMaxName = 255;                          ///< of an object, in octets

/// Reads a world file and all files that it names. Throws `WorldFileError`. Numbers "[a, b]" are drawn from a random
/// stream per object and attribute ("sigverse ball x"), so each number depends only on the seed, whatever else the
/// world contains.
WorldPlan read_world(const std::string& file, FileSource& files, MissingClass missing, spark::RandomStreams& random);

}  // namespace sigverse
