// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "spark/core/descriptor.h"
#include "spark/core/real_clock.h"
#include "spark/net/frame_reader.h"

namespace rtm {

/// Our ends of the pipes of a camera program, which are non-blocking. Used by one thread, except `interrupt`.
class PicturePipes {
 public:
  enum class Result {
    done,
    ended,       ///< the program has closed a pipe, or has sent an invalid frame
    late,        ///< not before the deadline
    interrupted  ///< by `interrupt`
  };

  /// Throws `std::runtime_error` if the system refuses a descriptor.
  explicit PicturePipes(const spark::RealClock& clock);

  /// Replaces the pipes.
  void set(spark::Descriptor to_program, spark::Descriptor from_program);
  void close();
  bool is_open() const { return static_cast<bool>(from_program_); }

  Result write(std::string_view frame, spark::RealClock::Time by);
  /// The next message, without its frame; valid until the next call.
  Result read(std::string_view& message, spark::RealClock::Time by);

  /// Ends the operation in progress and all later ones. Any thread.
  void interrupt();

 private:
  Result wait(int descriptor, short events, spark::RealClock::Time by);

  const spark::RealClock& clock_;
  spark::Descriptor to_program_, from_program_;
  spark::Descriptor interrupted_;  ///< an eventfd
  spark::net::FrameReader reader_;
  std::string buffer_;
};

}  // namespace rtm
