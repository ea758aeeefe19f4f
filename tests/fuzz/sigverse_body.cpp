// SPDX-License-Identifier: Apache-2.0
// Body files of SIGVerse, two for one body: the second begins behind an octet 1.
#include <algorithm>
#include <string>
#include <vector>

#include "gateways/sigverse/world/body_assembly.h"
#include "gateways/sigverse/world/body_file.h"
#include "gateways/sigverse/world/world_plan.h"
#include "tests/fuzz/sound_body.h"
#include "tests/fuzz/target.h"

using namespace sigverse;
using fuzz::demand;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  const std::string_view text = fuzz::as_text(octets, size);
  const std::size_t end = std::min(text.find('\1'), text.size());
  std::vector<std::string> warnings;
  try {
    BodyAssembly assembly({{ShapeKind::sphere, {1.0, 2.0, 3.0}, {4.0, 0.0, 0.0}}}, {2.0, 1.0, 0.5}, "w.xml:1",
                          warnings);
    assembly.add(read_body_file(XmlFile("b.xml", "", std::string(text.substr(0, end)), warnings)));
    if (end < text.size())
      assembly.add(read_body_file(XmlFile("c.xml", "", std::string(text.substr(end + 1)), warnings)));
    fuzz::demand_sound(assembly.plan());
  } catch (const WorldFileError& error) {
    const std::string_view line = error.what();
    demand((line.starts_with("b.xml:") || line.starts_with("c.xml:")) && line.find('\n') == line.npos);
  }
  demand(warnings.size() < 100);
  return 0;
}
