// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "gateways/sigverse/client/shape_base.h"
#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/recording/recording.h"
#include "gateways/sigverse/recording/serializer.h"

namespace sigverse::recording {

/// Implements `--record` of viewers: worlds with a new SIG time are written to a file. If that fails, one line is
/// reported, and recording ends. A file is about one world: it ends when the shape data base changes. Used by one
/// thread.
class Recorder {
 public:
  /// `interval`: SIG time between frames, s, > 0. Throws `std::runtime_error`, a line, if the file cannot be created.
  Recorder(const std::filesystem::path& file, double interval, Complain complain);
  /// Completes the file.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Records the world if its time has entered another interval since the last frame, or has gone back, as after a
  /// reset. `shapes` is the data base that the server has sent, without which no world may be recorded. `now`: seconds
  /// of a steady clock.
  void record(const client::World& world, const client::ShapeBase& shapes, double now);
  /// Called at least every second or so while no world comes: data that is a second old is then written to disk, though
  /// its block is not full.
  void advance(double now);

  bool is_recording() const { return serializer_ != nullptr; }
  std::size_t frames() const { return frames_; }
  const std::filesystem::path& file() const { return file_; }

 private:
  bool is_due(double time) const;
  void end(const std::string& why);

  std::filesystem::path file_;
  double interval_;
  Complain complain_;
  std::unique_ptr<Serializer> serializer_;  ///< null once the recording has ended
  client::ShapeBase shapes_;
  std::optional<double> last_time_;    ///< SIG time of the last frame
  std::optional<double> block_began_;  ///< in real time
  std::size_t frames_ = 0;
};

}  // namespace sigverse::recording
