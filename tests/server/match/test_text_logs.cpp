// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>

#include "server/engine/assembly.h"
#include "server/engine/console.h"
#include "server/match/text_logs.h"
#include "tests/support/temporary_folder.h"

namespace {

std::string content(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("server.log has everything, and actions.log has warnings and errors with the simulated time") {
  const TemporaryFolder folder;
  server::Console console(true, false);
  server::Assembly assembly(1);
  spark::Core& core = assembly.core;
  core.log.normal("before there is a match");
  const auto logs = server::attach_text_logs(core, folder.path(), console);
  core.log.debug("small");
  core.log.normal("usual");
  for (int i = 0; i < 3; ++i) core.clock.advance();
  core.log.warning("late");
  core.log.error("lost");
  CHECK(content(folder.path() / "server.log") == "debug: small\nnote: usual\nwarning: late\nerror: lost\n");
  CHECK(content(folder.path() / "actions.log") ==
        "3[error]EngineWarning[10](3): late\n3[error]EngineError[10](3): lost\n");
  CHECK((logs->server.problem().empty() && logs->actions.problem().empty()));
}

TEST_CASE("text logs that cannot be opened report the reason") {
  const TemporaryFolder folder;
  server::Console console(true, false);
  server::Assembly assembly(1);
  const auto logs = server::attach_text_logs(assembly.core, folder.path() / "nowhere", console);
  assembly.core.log.error("lost");
  CHECK(logs->server.problem() == "No such file or directory");
  CHECK(logs->actions.problem() == "No such file or directory");
}
