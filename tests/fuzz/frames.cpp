// SPDX-License-Identifier: Apache-2.0
// The frames of a peer. The first octet determines how the bytes are cut into pieces; the messages are the same as if
// all arrived at once.
#include <string>
#include <vector>

#include "spark/net/frame_reader.h"
#include "tests/fuzz/case_reader.h"
#include "tests/fuzz/target.h"

using fuzz::demand;
using spark::net::FrameReader;

namespace {

constexpr spark::net::FrameLimits kLimits{40, 200};

struct Heard {
  std::vector<std::string> messages;
  std::vector<std::uint32_t> skipped;
  bool senseless = false;
  friend bool operator==(const Heard&, const Heard&) = default;
};

/// False at the end.
bool take_all(FrameReader& reader, Heard& heard) {
  std::string_view text;
  while (true) {
    switch (reader.next(text)) {
      case FrameReader::Result::message:
        demand(text.size() <= kLimits.max_message);
        heard.messages.emplace_back(text);
        break;
      case FrameReader::Result::skipped:
        demand(reader.length() > kLimits.max_message && reader.length() < kLimits.max_skipped);
        heard.skipped.push_back(reader.length());
        break;
      case FrameReader::Result::none:
        return true;
      case FrameReader::Result::senseless:
        demand(reader.length() >= kLimits.max_skipped);
        heard.senseless = true;
        return false;
    }
  }
}

Heard hear(std::string_view bytes, std::size_t piece) {
  FrameReader reader(kLimits);
  Heard heard;
  while (!bytes.empty()) {
    const fuzz::ExactText fed(bytes.substr(0, piece));
    bytes.remove_prefix(fed.view().size());
    reader.feed(fed.view());
    if (!take_all(reader, heard)) break;
  }
  return heard;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  fuzz::CaseReader steps(fuzz::as_text(octets, size));
  const std::size_t piece = 1 + steps.octet() % 32;
  demand(hear(steps.rest(), piece) == hear(steps.rest(), size));
  return 0;
}
