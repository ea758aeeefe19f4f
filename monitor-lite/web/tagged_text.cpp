// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/tagged_text.h"

#include <fmt/format.h>
#include <sodium.h>

#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include "monitor-lite/web/gzip.h"

namespace monitor {
namespace {

constexpr std::size_t kWorthPacking = 1000;  // octets; shorter texts fit into one packet anyway

}  // namespace

std::string TaggedText::packed_tag() const {
  return tag.substr(0, tag.size() - 1) + "-gzip\"";
}

bool TaggedText::is_known_as(std::string_view tags) const {
  return !tag.empty() && (tags.find(tag) != tags.npos || tags.find(packed_tag()) != tags.npos);
}

TaggedText tagged_text(std::string text) {
  std::array<unsigned char, crypto_generichash_BYTES_MIN> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                     nullptr, 0);
  TaggedText made;
  made.tag = fmt::format("\"{:02x}\"", fmt::join(hash, ""));
  if (text.size() >= kWorthPacking)
    if (std::string packed = gzip(text); packed.size() < text.size() - text.size() / 10)
      made.packed = std::make_shared<const std::string>(std::move(packed));
  made.text = std::make_shared<const std::string>(std::move(text));
  return made;
}

}  // namespace monitor
