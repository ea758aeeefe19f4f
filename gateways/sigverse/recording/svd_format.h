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

// The format of .svd files. The file's own numbers are little-endian; embedded parts of the protocol (replies, records)
// are encoded as in the protocol. Texts are octets.
//
//     "SVD1" | u32 version | u32 octets | the data of an X3DDB reply, followed, for each object that needs it, by the
//         data of a GET_PART_SHAPES reply
//     blocks: "BLK1" | u32 octets stored | u32 octets unpacked | u32 frames | f64 first time | f64 last time |
//         zlib data
//         unpacked, for each frame: f64 time | u16 objects changed | their records | u16 objects gone | their u32 ids
//     "IDX1" | u32 blocks | u64 offset of each | u64 offset of "IDX1" | "SVDE"
//
// The first frame of a block has all objects, with all attributes and parts. A record in a later frame has only the
// attributes and parts that have changed; objects and parts are matched by id, attributes by name. Times within a block
// never go back: a reset of the server begins a new block. The file of a recorder that was killed has no index; it is
// scanned block by block.
namespace sigverse::recording {

inline constexpr std::string_view kFileTag = "SVD1", kBlockTag = "BLK1", kIndexTag = "IDX1", kEndTag = "SVDE";
inline constexpr std::uint32_t kVersion = 1;

/// The maximum SIG time, s, that a block covers, and that is lost if the recorder is killed.
inline constexpr double kMaxBlockSeconds = 1.0;
/// A block is complete when it reaches this size, so that it can be unpacked within a few hundredths of a second.
inline constexpr std::size_t kFullBlock = 4 << 20;
/// Limits for files being read. A complete frame of the largest world that `client::SimServer` accepts fits.
inline constexpr std::size_t kMaxUnpacked = 65 << 20;
inline constexpr std::size_t kMaxHeader = 16 << 20;
inline constexpr std::size_t kMaxFramesOfBlock = 10'000;
inline constexpr std::size_t kMaxObjects = 65'535;
inline constexpr double kMaxTime = 1e9;  ///< s; a later time means that the file is damaged

/// Appends a number in little-endian order.
template <typename Unsigned>
void append_number(std::string& out, Unsigned value) {
  for (std::size_t i = 0; i != sizeof(Unsigned); ++i) out += static_cast<char>(value >> 8 * i);
}
void append_real(std::string& out, double value);
/// These read numbers at a position that is known to exist.
template <typename Unsigned>
Unsigned number_at(std::string_view octets, std::size_t at) {
  Unsigned value = 0;
  for (std::size_t i = sizeof(Unsigned); i-- != 0;)
    value = static_cast<Unsigned>(value << 8 | static_cast<unsigned char>(octets[at + i]));
  return value;
}
double real_at(std::string_view octets, std::size_t at);
bool is_time(double time);

/// The beginning of a file.
struct FileFront {
  static constexpr std::size_t kOctets = 12;
  std::uint32_t header = 0;  ///< octets of the header that follows

  void append_to(std::string& out) const;
  /// `octets`: the first `kOctets` of a file of `size` octets, or all that it has. Returns an empty text for a readable
  /// recording, otherwise the error, for users.
  std::string read(std::string_view octets, std::uint64_t size);
};

/// The head of a block, before its zlib data.
struct BlockHead {
  static constexpr std::size_t kOctets = 32;
  std::uint32_t stored = 0, unpacked = 0;  ///< size of the zlib data, packed and unpacked
  std::uint32_t frames = 0;
  double first_time = 0.0, last_time = 0.0;  ///< SIG time, s

  void append_to(std::string& out) const;
  /// `octets`: at least `kOctets`. Returns false if it is not a valid head.
  bool read(std::string_view octets);
};

/// The data of a world, apart from its frames, that a viewer needs.
struct Header {
  client::ShapeBase shapes;
  /// The poses of shapes in their parts, by object name and part id; shapes that are missing here are at the part's
  /// frame. Can contain only objects of the first frame.
  std::map<std::string, std::map<std::uint32_t, wire::ShapePlace>, std::less<>> places;

  static Header of(client::ShapeBase shapes, const client::World& world);
  std::string octets() const;
  /// Returns false if it cannot be read.
  bool read(std::string_view octets);
  /// Sets the poses of an object's shapes, if they are valid.
  void place_shapes(client::Object& object) const;
};

}  // namespace sigverse::recording
