// SPDX-License-Identifier: Apache-2.0
//
// The table of properties in docs/systems/controllers.md matches the program.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "gateways/rtm/control/bridge_property.h"
#include "tests/support/folders.h"

namespace rtm {
namespace {

std::vector<std::string> rows_of_page() {
  std::ifstream page(source_folder() + "/docs/systems/controllers.md");
  std::vector<std::string> rows;
  bool is_table = false;
  for (std::string line; std::getline(page, line);) {
    if (line == "<!-- properties -->") is_table = true;
    if (line == "<!-- end of properties -->") is_table = false;
    if (is_table && line.starts_with("| `")) rows.push_back(line);
  }
  return rows;
}

TEST_CASE("the table of properties in controllers.md matches that of the program") {
  std::vector<std::string> rows;
  for (const PropertyTraits& one : property_table())
    rows.push_back(fmt::format("| `{}` | {} | {} | {} | {} | {} |", one.word, to_string(one.owners),
                               one.has_out ? "yes" : "no", one.has_in ? "yes" : "no", to_string(one.type),
                               one.meaning));
  CHECK(rows_of_page() == rows);
}

}  // namespace
}  // namespace rtm
