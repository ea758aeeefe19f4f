// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <memory>

#include "gateways/rtm/component/manager.h"

namespace rtm {
namespace {

/// Smooths a noisy value: for each value that arrives at `in`, it puts into `out` the mean of the last `count` values
/// (a parameter, 1 to 1000, default 10). It is self-contained, so no subscriber can block it.
class Average final : public Component {
 public:
  Average()
      : Component("Average", Pattern::self_contained),
        in_(add_in_port("in", ValueType::float64, InPortKind::signalling)),
        out_(add_out_port("out", ValueType::float64)) {
    add_parameter("count", "10");
  }

 private:
  static constexpr std::size_t kMaxValues = 1000;

  void on_activated() override { known_ = next_ = 0; }

  void on_execute() override {
    if (!in_.take(value_)) return;
    last_[next_] = value_.number();
    next_ = (next_ + 1) % kMaxValues;
    known_ = std::min(known_ + 1, kMaxValues);
    const double wanted = std::clamp(number_parameter("count", 10.0), 1.0, static_cast<double>(kMaxValues));
    const std::size_t count = std::min(known_, static_cast<std::size_t>(wanted));
    // The sum is recomputed each time: a running sum would accumulate the rounding of all earlier values. Each value is
    // divided before it is added, because the sum of large values could be infinite.
    double mean = 0.0;
    for (std::size_t back = 1; back <= count; ++back)
      mean += last_[(next_ + kMaxValues - back) % kMaxValues] / static_cast<double>(count);
    out_.put(Value(mean));
  }

  InPort& in_;
  OutPort& out_;
  Value value_;
  std::array<double, kMaxValues> last_{};
  std::size_t known_ = 0, next_ = 0;
};

}  // namespace
}  // namespace rtm

extern "C" void AverageInit(rtm::Manager& manager) {
  manager.add_type("Average", [] { return std::make_shared<rtm::Average>(); });
}
