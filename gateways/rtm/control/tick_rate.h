// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rtm {

/// Selects the control periods in which a controller is ticked: the first one, and that fraction of all, evenly spread.
/// The rule is that of OpenHRP3's ControllerBridge, so its configurations give the same sequence here.
class TickRate {
 public:
  /// 0 ≤ `rate` ≤ 1; 0: never.
  explicit TickRate(double rate) : rate_(rate) { restart(); }

  /// Whether it is ticked in this period; called once in each.
  bool is_due() {
    if (rate_ <= 0.0) return false;
    counter_ += rate_;
    if (counter_ + rate_ / 2 <= 1.0) return false;
    counter_ -= 1.0;
    return true;
  }
  /// The next period counts as the first one.
  void restart() { counter_ = 1.0 - rate_; }

 private:
  double rate_;
  double counter_ = 0.0;
};

}  // namespace rtm
