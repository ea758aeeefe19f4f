// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/asked_again.h"

#include <fmt/format.h>
#include <sodium.h>

#include <array>
#include <memory>
#include <utility>

namespace monitor {

void AskedAgain::set(std::string text, spark::RealClock::Time now) {
  keep(now);
  if (text_ && *text_ == text) return;
  std::array<unsigned char, crypto_generichash_BYTES_MIN> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                     nullptr, 0);
  tag_ = fmt::format("\"{:02x}\"", fmt::join(hash, ""));
  text_ = std::make_shared<const std::string>(std::move(text));
}

}  // namespace monitor
