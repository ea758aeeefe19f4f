// SPDX-License-Identifier: Apache-2.0
// The handshake of engine and commserver, with an untrusted peer in between that changes octets of their messages: an
// octet with a position is followed by an octet that is added there. An end that completes the handshake knows what the
// other end has really sent.
#include <string>
#include <vector>

#include "commserver/link/handshake.h"
#include "spark/net/frame_reader.h"
#include "tests/fuzz/case_reader.h"
#include "tests/fuzz/target.h"

using namespace commserver;
using fuzz::demand;

namespace {

const std::string kName = "lab";
const std::vector<std::string> kTypes{"foo", "bar"};

/// The message as it arrives. `changed`: whether it differs from the sent one.
std::string arrives(std::string& said, fuzz::CaseReader& steps, bool& changed) {
  spark::net::FrameReader reader;
  reader.feed(said);
  std::string_view message;
  demand(reader.next(message) == spark::net::FrameReader::Result::message && reader.unread().empty());
  std::string bytes(message);
  said.clear();
  const unsigned count = steps.octet() % 8;
  for (unsigned i = 0; i != count; ++i) {
    const std::size_t place = steps.octet();
    const unsigned add = steps.octet();
    if (place == bytes.size()) bytes += static_cast<char>(add);
    if (place > bytes.size())
      bytes.resize(bytes.size() / 2);
    else if (place < bytes.size())
      bytes[place] = static_cast<char>(bytes[place] + static_cast<char>(add));
  }
  changed = changed || bytes != message;
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  static const Secret secret;
  const LinkSettings settings{.rules = {.reports_think_times = true}};
  EngineHandshake engine(secret, settings);
  CommServerHandshake host(secret, kName, kTypes);
  fuzz::CaseReader steps(fuzz::as_text(octets, size));
  std::string said;
  bool changed = false;
  engine.begin(said);
  if (host.take(fuzz::ExactText(arrives(said, steps, changed)).view(), said) != CommServerHandshake::State::waiting) {
    demand(changed && !host.problem().empty());
    return 0;
  }
  if (engine.take(fuzz::ExactText(arrives(said, steps, changed)).view(), said) != EngineHandshake::State::done) {
    demand(changed && !engine.problem().empty());
    (void)host.take(fuzz::ExactText(arrives(said, steps, changed)).view(), said);
    return 0;
  }
  demand(engine.name() == kName);
  if (host.take(fuzz::ExactText(arrives(said, steps, changed)).view(), said) != CommServerHandshake::State::done)
    demand(changed && !host.problem().empty());
  else
    demand(changed || host.settings().rules.reports_think_times);
  return 0;
}
