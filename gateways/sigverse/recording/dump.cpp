// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/recording/dump.h"

#include <fmt/format.h>

#include <iterator>
#include <string>

#include "gateways/sigverse/wire/object_text.h"
#include "spark/core/standard_streams.h"

namespace sigverse::recording {
namespace {

constexpr std::size_t kPiece = 64 << 10;  // octets that are written at a time

void append_line(std::string& out, double time, const client::Object& object) {
  const auto number = [&object](const char* name) { return object.number(name); };
  fmt::format_to(std::back_inserter(out), "{:.17g} {} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}\n", time,
                 wire::without_controls(object.name), number("x"), number("y"), number("z"), object.number("qw", 1.0),
                 number("qx"), number("qy"), number("qz"));
}

}  // namespace

int dump(Recording& recording, int descriptor) {
  std::string out;
  for (std::size_t frame = 0; frame != recording.frames(); ++frame) {
    const client::World* const world = recording.world(frame);
    if (!world) continue;
    for (const client::Object& object : world->objects) append_line(out, world->time, object);
    if (out.size() < kPiece) continue;
    if (const int error = spark::write_text(descriptor, out); error != 0) return error;
    out.clear();
  }
  return spark::write_text(descriptor, out);
}

}  // namespace sigverse::recording
