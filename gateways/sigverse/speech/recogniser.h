// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "gateways/sigverse/speech/sample_reader.h"
#include "spark/core/real_clock.h"

namespace sigverse::speech {

/// Prints a line for users; the line has no prefix and no line end.
using Say = std::function<void(const std::string& line)>;

/// Converts sounds to words. Used by one thread.
class Recogniser {
 public:
  virtual ~Recogniser() = default;
  Recogniser(const Recogniser&) = delete;
  Recogniser& operator=(const Recogniser&) = delete;

  /// The sampling rate of the sounds that it expects, per second.
  virtual int rate() const = 0;
  /// The recognised words, with one blank between them, in UTF-8; empty if nothing was recognised. Throws
  /// `std::runtime_error` with a line for users if there is no result by the deadline, or if recognition fails.
  virtual std::string recognise(SampleReader& sound, spark::RealClock::Time deadline) = 0;
  /// Called between sounds, about twice per second, for maintenance.
  virtual void maintain() = 0;

 protected:
  Recogniser() = default;
};

}  // namespace sigverse::speech
