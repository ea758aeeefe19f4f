// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/asked_again.h"

#include <utility>

namespace monitor {

void AskedAgain::set(std::string text, spark::RealClock::Time now) {
  keep(now);
  if (!text_.text || *text_.text != text) text_ = tagged_text(std::move(text));
}

}  // namespace monitor
