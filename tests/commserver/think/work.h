// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "commserver/think/think_meter.h"

/// A process whose work the test determines.
struct Work {
  std::uint64_t done = 0;
  class Counter final : public commserver::WorkCounter {
   public:
    explicit Counter(const Work& work) : work_(work) {}
    std::uint64_t read() override { return work_.done; }

   private:
    const Work& work_;
  };
  commserver::MeasuringMeter::CounterOf counter_of() {
    return [this](pid_t) { return std::make_unique<Counter>(*this); };
  }
};
