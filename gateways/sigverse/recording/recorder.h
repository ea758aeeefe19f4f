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

/// Implements `--record` of viewers: writes each world with a new SIG time to a file. If that fails, one line is
/// reported, and recording ends. A file describes a single world: recording ends when the shape database changes. Used
/// by one thread.
class Recorder {
 public:
  /// `interval`: SIG time between frames, s, > 0. Throws `std::runtime_error`, with a one-line message, if the file
  /// cannot be created.
  Recorder(const std::filesystem::path& file, double interval, Complain complain);
  /// Completes the file.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Records the world if its time has entered another interval since the last frame, or has gone back, as after a
  /// reset. `shapes` is the database that the server has sent; no world may be recorded before it has arrived. `now`:
  /// seconds of a steady clock.
  void record(const client::World& world, const client::ShapeBase& shapes, double now);
  /// Must be called about every second while no world arrives: data that are a second old are then written to disk even
  /// if their block is not full.
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
  std::optional<double> block_began_;  ///< real time of its first frame
  std::size_t frames_ = 0;
};

}  // namespace sigverse::recording
