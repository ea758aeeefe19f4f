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

/// What a viewer does with `--record`: of the worlds that it gets, those that are new by their SIG time go into a file.
/// Where that cannot be written any further, one line says so, and nothing is recorded any more. A file is about one
/// world: it ends when the shape data base is another. Used by one thread.
class Recorder {
 public:
  /// `interval`: SIG time from a frame to the next, s, > 0. Throws `std::runtime_error`, a line, if the file cannot be
  /// made.
  Recorder(const std::filesystem::path& file, double interval, Complain complain);
  /// Completes the file.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Records the world if its time has entered another interval since the last frame, or has gone back, as after a
  /// reset. `shapes` is what the server has sent: no world is to be recorded before. `now`: seconds of a steady clock.
  void record(const client::World& world, const client::ShapeBase& shapes, double now);
  /// To be called at least every second or so while no world comes: what was recorded a second ago is written to
  /// disk then, though its block is not full.
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
  std::unique_ptr<Serializer> serializer_;  ///< none once the recording has ended
  client::ShapeBase shapes_;
  std::optional<double> last_time_;    ///< SIG time of the last frame
  std::optional<double> block_began_;  ///< in real time
  std::size_t frames_ = 0;
};

}  // namespace sigverse::recording
