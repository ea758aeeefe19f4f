// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/recording/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

namespace sigverse::recording {
namespace {

/// Times are sums of steps, with rounding errors.
constexpr double kRounding = 1e-6;
/// The maximum real time, s, that a frame stays in memory.
constexpr double kMaxDelay = 1.0;

bool is_same_base(const client::ShapeBase& a, const client::ShapeBase& b) {
  using Entry = client::ShapeBase::Entry;
  return std::equal(a.entries().begin(), a.entries().end(), b.entries().begin(), b.entries().end(),
                    [](const Entry& x, const Entry& y) { return x.key == y.key && x.file == y.file; });
}

}  // namespace

Recorder::Recorder(const std::filesystem::path& file, double interval, Complain complain)
    : file_(file), interval_(interval), complain_(std::move(complain)), serializer_(std::make_unique<Serializer>()) {
  serializer_->writeToFile(file_);
}

Recorder::~Recorder() {
  if (!serializer_) return;
  try {
    serializer_->writeToFile(file_);
  } catch (const std::exception& error) {
    complain_(error.what());
  }
}

/// Frames are on a grid of intervals, so their number does not depend on when worlds arrive.
bool Recorder::is_due(double time) const {
  if (!last_time_ || time < *last_time_) return true;
  return std::floor(time / interval_ + kRounding) > std::floor(*last_time_ / interval_ + kRounding);
}

void Recorder::record(const client::World& world, const client::ShapeBase& shapes, double now) {
  if (!serializer_ || !is_time(world.time)) return;
  if (frames_ != 0 && !is_same_base(shapes, shapes_))
    return end(fmt::format("{}: the recording ends, as the server has another world", file_.string()));
  if (!is_due(world.time)) return advance(now);
  try {
    if (frames_ == 0) serializer_->set_shapes(shapes_ = shapes);
    serializer_->serializeWorld(world.time, world);
  } catch (const std::exception& error) {
    return end(fmt::format("the recording ends: {}", error.what()));
  }
  ++frames_;
  last_time_ = world.time;
  if (serializer_->frames_of_block() == 1) block_began_ = now;
  advance(now);
}

void Recorder::advance(double now) {
  if (!serializer_ || !block_began_ || now - *block_began_ < kMaxDelay) return;
  block_began_.reset();
  try {
    serializer_->flush();
  } catch (const std::exception& error) {
    end(fmt::format("the recording ends: {}", error.what()));
  }
}

void Recorder::end(const std::string& why) {
  complain_(why);
  serializer_.reset();
}

}  // namespace sigverse::recording
