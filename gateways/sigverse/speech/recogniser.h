// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "gateways/sigverse/speech/sample_reader.h"
#include "spark/core/real_clock.h"

namespace sigverse::speech {

/// Prints a line for people; without a name in front, or an end of line.
using Say = std::function<void(const std::string& line)>;

/// What turns sounds into words. Used by one thread.
class Recogniser {
 public:
  virtual ~Recogniser() = default;
  Recogniser(const Recogniser&) = delete;
  Recogniser& operator=(const Recogniser&) = delete;

  /// Samples per second of the sounds that it takes.
  virtual int rate() const = 0;
  /// What was said: words with one blank between them, in UTF-8; empty if that cannot be made out. Throws
  /// `std::runtime_error` with a line for people if it is not known by the deadline, or cannot be known.
  virtual std::string recognise(SampleReader& sound, spark::RealClock::Time deadline) = 0;
  /// Called between sounds, about twice a second, for what has to be kept up meanwhile.
  virtual void maintain() = 0;

 protected:
  Recogniser() = default;
};

}  // namespace sigverse::speech
