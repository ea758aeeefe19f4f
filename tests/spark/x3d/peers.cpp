// SPDX-License-Identifier: Apache-2.0
#include "tests/spark/x3d/peers.h"

#include <cstdlib>
#include <filesystem>

#include "tests/support/files.h"
#include "tests/support/skipping.h"
#include "tests/support/temporary_folder.h"

namespace {

bool run(const std::string& command) {
  return std::system(command.c_str()) == 0;
}

}  // namespace

std::optional<Converted> convert(std::string_view text, const std::string& suffix) {
  if (!run("command -v tovrmlx3d >/dev/null 2>&1"))
    return skip("there is no tovrmlx3d (package view3dscene)"), std::nullopt;
  const TemporaryFolder folder;
  write_file(folder / ("file" + suffix), text);
  if (!run("cd '" + folder.path().string() + "' && HOME=. tovrmlx3d file" + suffix + " --encoding=xml >out 2>warnings"))
    return Converted{{}, "it failed: " + content(folder / "warnings")};
  return Converted{content(folder / "out"), content(folder / "warnings")};
}

std::optional<int> read_with_coin([[maybe_unused]] std::string_view text) {
#ifdef COIN_READS
  const TemporaryFolder folder;
  write_file(folder / "file.wrl", text);
  if (!run("cd '" + folder.path().string() + "' && HOME=. " COIN_READS " file.wrl >count 2>warnings")) return -1;
  return std::stoi(content(folder / "count"));
#else
  return skip("the tests were built without Coin (package libcoin-dev)"), std::nullopt;
#endif
}
