// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gateways/rctp/protocol/object.h"
#include "spark/core/clock.h"
#include "spark/scene/appearance.h"

namespace rctp {

/// A snapshot of all data for descriptions, taken between two steps.
struct Model {
  struct Robot {
    std::string name;
    SharedObjects objects;  ///< null until it has been in the world
    std::uint64_t top = 0;  ///< serial number of its node
  };
  spark::Step step = 0;
  double step_seconds = 0.01;
  spark::Appearance appearance;
  std::uint64_t changes = 0;  ///< that of `spark::MoverList`, as in `WorldState::model`
  std::size_t numbers = 0;    ///< the count of numbers given to movers and cameras so far
  std::vector<Robot> robots;  ///< in the order of the script
};

/// The network thread requests models by this link, and the simulation thread answers with copies of plain data, from
/// which the network thread prints descriptions.
class ModelLink {
 public:
  /// `asked` is called on the network thread, `answered` on the simulation thread.
  ModelLink(std::function<void()> asked, std::function<void()> answered)
      : asked_(std::move(asked)), answered_(std::move(answered)) {}

  // Called on the network thread.
  void ask() {
    wanted_ = true;
    asked_();
  }
  /// Returns the model that has come since the last call, or null.
  std::shared_ptr<const Model> take() {
    const std::scoped_lock lock(mutex_);
    return std::move(model_);
  }

  // Called on the simulation thread.
  /// Whether a model has been requested since the last call.
  bool is_asked() { return wanted_.load(std::memory_order_relaxed) && wanted_.exchange(false); }
  void answer(std::shared_ptr<const Model> model) {
    {
      const std::scoped_lock lock(mutex_);
      model_ = std::move(model);
    }
    answered_();
  }

 private:
  const std::function<void()> asked_, answered_;
  std::atomic<bool> wanted_ = false;
  std::mutex mutex_;
  std::shared_ptr<const Model> model_;
};

}  // namespace rctp
