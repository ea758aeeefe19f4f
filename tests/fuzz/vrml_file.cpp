// SPDX-License-Identifier: Apache-2.0
// VRML97 and RCML files. A document is the same after writing and reading it again, and its X3D is XML; a robot that is
// described in it can be described again.
#include <pugixml.hpp>
#include <string>

#include "gateways/rctp/rcml/robot_sheet.h"
#include "spark/x3d/read_error.h"
#include "spark/x3d/vrml_reader.h"
#include "spark/x3d/vrml_writer.h"
#include "spark/x3d/x3d_writer.h"
#include "tests/fuzz/case_reader.h"
#include "tests/fuzz/target.h"
#include "tests/spark/x3d/shown.h"

using fuzz::demand;
using namespace x3d;

namespace {

void check_robot(const Document& document) {
  const Node* robot = rcml::find_robot(document);
  if (!robot) return;
  rcml::RobotSheet sheet;
  try {
    sheet = rcml::read_robot(*robot, "case");
  } catch (const ReadError&) {
    return;
  }
  demand(sheet.objects.size() <= rctp::kMaxObjects);
  (void)rcml::robot_node(sheet);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  const fuzz::ExactText text(fuzz::as_text(octets, size));
  try {
    const Document document = read_vrml(text.view(), "case", {size, 16, 2000});
    const std::string written = to_vrml(document);
    demand(shown(read_vrml(written, "written")) == shown(document));
    const std::string xml = to_x3d(document);
    pugi::xml_document parsed;
    demand(parsed.load_buffer(xml.data(), xml.size()));
    check_robot(document);
  } catch (const ReadError& error) {
    const std::string_view line = error.what();
    demand(line.starts_with("case:") && line.find('\n') == line.npos);
  }
  return 0;
}
