// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gateways/sigverse/client/shape_base.h"
#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/recording/block_builder.h"
#include "gateways/sigverse/recording/recording.h"
#include "gateways/sigverse/recording/svd_file.h"

namespace sigverse::recording {

/// Writes and reads recordings of worlds (.svd). To write:
///
///     Serializer se;
///     se.set_shapes(shapes);
///     for (…) se.serializeWorld(world.time, world);
///     se.writeToFile("sample.svd");
///
/// or with `writeToFile` first: each block, of at most one second, is then written to disk as soon as it is complete,
/// and does not stay in memory. The file is complete after `writeToFile`, and when the Serializer is destroyed. To
/// read:
///
///     Serializer se;
///     se.readFromFile("sample.svd");
///     const client::World* world = se.deserializeWorld(0, time);
///
/// Errors are `std::runtime_error` with a line for users. Used by one thread at a time.
class Serializer {
 public:
  Serializer() = default;
  /// Completes the file if possible.
  ~Serializer();
  Serializer(const Serializer&) = delete;
  Serializer& operator=(const Serializer&) = delete;

  /// Appends the world at a SIG time, s, as the next frame. Times may go back.
  void serializeWorld(double time, const client::World& world);
  /// Creates the file of this recording. Existing frames are written, and the file is then complete; later frames are
  /// appended block by block, and another call with the same file completes it again.
  void writeToFile(const std::filesystem::path& file);
  /// Opens a recording. Unreadable frames are omitted, as by `Recording`; `problems` has the lines about them.
  void readFromFile(const std::filesystem::path& file);
  /// Frame `index`, from 0, of the recording, and its SIG time. Null if there is none, or if it cannot be read. Valid
  /// until the next call.
  const client::World* deserializeWorld(std::size_t index, double& time);

  /// Sets the shape database of the world; must be called before its first frame.
  void set_shapes(client::ShapeBase shapes) { shapes_ = std::move(shapes); }
  /// Ends the current block, so that it is on disk.
  void flush();
  /// Frames that are not yet in a complete block.
  std::size_t frames_of_block() const { return builder_.frames(); }
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  void put_header(const client::World& world);
  void put(std::string block);

  client::ShapeBase shapes_;
  std::string header_;  ///< empty until there is a frame
  BlockBuilder builder_;
  std::vector<std::string> blocks_;  ///< complete blocks, until there is a file
  std::unique_ptr<SvdFile> file_;
  std::unique_ptr<Recording> recording_;
  std::vector<std::string> problems_;
};

}  // namespace sigverse::recording
