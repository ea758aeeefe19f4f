// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "gateways/sigverse/client/shape_base.h"
#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/wire/messages.h"

// What a .svd file consists of. All numbers of the file itself have the least significant octet first; what is quoted
// from the protocol (replies, records) is as on the wire. Texts are octets.
//
//     "SVD1" | u32 version | u32 octets | the data of an X3DDB reply, and behind its entries, for each object that
//     needs
//         it, the data of a GET_PART_SHAPES reply
//     blocks: "BLK1" | u32 octets stored | u32 octets unpacked | u32 frames | f64 first time | f64 last time | zlib
//     data
//         unpacked, for each frame: f64 time | u16 objects changed | their records | u16 objects gone | their u32 ids
//     "IDX1" | u32 blocks | u64 offset of each | u64 offset of "IDX1" | "SVDE"
//
// The first frame of a block has all objects, with all attributes and parts. A record in a later one has only the
// attributes and parts that have changed; objects are the same if their ids are, parts likewise, attributes by name.
// The times within a block never go back: a reset of the server begins a block. A file whose recorder was killed has no
// index; its blocks are walked.
namespace sigverse::recording {

inline constexpr std::string_view kFileTag = "SVD1", kBlockTag = "BLK1", kIndexTag = "IDX1", kEndTag = "SVDE";
inline constexpr std::uint32_t kVersion = 1;

/// SIG time, s, that a block covers at most: what is lost if the recorder is killed.
inline constexpr double kMaxBlockSeconds = 1.0;
/// A block is complete from this size on, so that it can be unpacked within a few hundredths of a second.
inline constexpr std::size_t kFullBlock = 4 << 20;
/// Limits of files that are read. A frame with all of the largest world that `client::SimServer` takes fits.
inline constexpr std::size_t kMaxUnpacked = 65 << 20;
inline constexpr std::size_t kMaxHeader = 16 << 20;
inline constexpr std::size_t kMaxFramesOfBlock = 10'000;
inline constexpr std::size_t kMaxObjects = 65'535;
inline constexpr double kMaxTime = 1e9;  ///< s; greater times are damage

/// Appends a number, the least significant octet first.
template <typename Unsigned>
void append_number(std::string& out, Unsigned value) {
  for (std::size_t i = 0; i != sizeof(Unsigned); ++i) out += static_cast<char>(value >> 8 * i);
}
void append_real(std::string& out, double value);
/// Numbers at a place that is known to be there.
template <typename Unsigned>
Unsigned number_at(std::string_view octets, std::size_t at) {
  Unsigned value = 0;
  for (std::size_t i = sizeof(Unsigned); i-- != 0;)
    value = static_cast<Unsigned>(value << 8 | static_cast<unsigned char>(octets[at + i]));
  return value;
}
double real_at(std::string_view octets, std::size_t at);
bool is_time(double time);

/// What a file begins with.
struct FileFront {
  static constexpr std::size_t kOctets = 12;
  std::uint32_t header = 0;  ///< octets of the header, which stands behind it

  void append_to(std::string& out) const;
  /// `octets`: the first `kOctets` of a file of `size`, or all it has. Empty if they are a recording's that can be
  /// read, else what is wrong, for people.
  std::string read(std::string_view octets, std::uint64_t size);
};

/// What stands before the zlib data of a block.
struct BlockHead {
  static constexpr std::size_t kOctets = 32;
  std::uint32_t stored = 0, unpacked = 0;  ///< octets of the zlib data, and of what is in it
  std::uint32_t frames = 0;
  double first_time = 0.0, last_time = 0.0;  ///< SIG time, s

  void append_to(std::string& out) const;
  /// `octets`: at least `kOctets`. False if it is no head, or no block can be like that.
  bool read(std::string_view octets);
};

/// What a viewer has to know of a world besides its frames.
struct Header {
  client::ShapeBase shapes;
  /// Where in their parts the shapes are, by the names of objects and the ids of parts; what is not in it is at the
  /// part's frame. Only the objects of the first frame can be in it.
  std::map<std::string, std::map<std::uint32_t, wire::ShapePlace>, std::less<>> places;

  static Header of(client::ShapeBase shapes, const client::World& world);
  std::string octets() const;
  /// False if it cannot be read.
  bool read(std::string_view octets);
  /// Puts the shapes of an object where they are, if that makes sense.
  void place_shapes(client::Object& object) const;
};

}  // namespace sigverse::recording
