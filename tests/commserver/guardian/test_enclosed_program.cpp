// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "commserver/guardian/agent_paths.h"
#include "commserver/guardian/inside_order.h"
#include "commserver/guardian/sandbox.h"
#include "tests/support/temporary_folder.h"

using namespace commserver;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

namespace {

struct Enclosed {
  explicit Enclosed(const TemporaryFolder& folder) {
    for (const char* name : {"work", "work/inside", "secret"}) fs::create_directory(folder.path() / name);
    program.file = "/bin/sh";
    program.arguments = {"sh"};
    program.working_folder = fs::canonical(folder.path() / "work");
    program.environment = {"NAME=value"};
    program.limits.files = 1000;
  }
  Guardian::Program made(const std::vector<fs::path>& hidden = {}, const std::string& no_mounts_because = "") const {
    Sandbox sandbox("/usr/bin/bwrap", "/usr/bin/agent_sandbox");
    sandbox.no_mounts_because = no_mounts_because;
    return sandbox.enclose(program, hidden);
  }
  Guardian::Program program;
};

bool has(const Words& words, const Words& wanted) {
  return std::search(words.begin(), words.end(), wanted.begin(), wanted.end()) != words.end();
}

/// The arguments for bwrap, and below those for the first program in the sandbox.
Words for_bwrap(const Guardian::Program& made) {
  return {made.arguments.begin(), std::ranges::find(made.arguments, "--")};
}
InsideOrder for_inside(const Guardian::Program& made) {
  Words words(std::ranges::find(made.arguments, "--") + 2, made.arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  const auto order = InsideOrder::parse(pointers);
  REQUIRE(order);
  return *order;
}

}  // namespace

TEST_CASE("bwrap gives a sandbox namespaces of its own, drops capabilities and mounts / read-only") {
  const TemporaryFolder folder;
  const Words words = for_bwrap(Enclosed(folder).made());
  CHECK(words.front() == "bwrap");
  for (const char* word : {"--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts",
                           "--as-pid-1", "--die-with-parent"}) {
    CAPTURE(word);
    CHECK(std::ranges::count(words, word) == 1);
  }
  for (const Words& wanted : {Words{"--cap-drop", "ALL"},
                              {"--ro-bind", "/", "/"},
                              {"--dev", "/dev"},
                              {"--proc", "/proc"},
                              {"--remount-ro", "/dev"},
                              {"--cap-add", "CAP_SETPCAP"}})
    CHECK(has(words, wanted));
  // Without mounts there is nothing to have privileges for.
  CHECK(std::ranges::count(for_bwrap(Enclosed(folder).made({}, "no overlays")), "--cap-add") == 0);
}

TEST_CASE("folders in memory are limited to 64 MB each") {
  const TemporaryFolder folder;
  const Words words = for_bwrap(Enclosed(folder).made());
  for (const char* each : kFoldersInMemory)
    if (fs::is_directory(each) && !fs::is_symlink(each)) CHECK(has(words, {"--size", "67108864", "--tmpfs", each}));
}

TEST_CASE("environment and limits are for the agent, not for bwrap") {
  const TemporaryFolder folder;
  const Guardian::Program made = Enclosed(folder).made();
  CHECK(made.file == "/usr/bin/bwrap");
  CHECK(made.sandboxed);
  CHECK(made.environment.empty());
  CHECK(std::ranges::count(for_bwrap(made), "NAME=value") == 0);
  CHECK(for_inside(made).limits.files == 1000);
}

TEST_CASE("paths below the working folder are hidden inside the sandbox, all others by bwrap") {
  const TemporaryFolder folder;
  const Enclosed enclosed(folder);
  const fs::path root = fs::canonical(folder.path());
  const Guardian::Program made = enclosed.made({root / "work/inside", "/usr/share", "/etc/hostname"});
  const InsideOrder order = for_inside(made);
  CHECK(order.layered);
  CHECK(order.hidden == Words{(root / "work/inside").string()});
  CHECK(has(for_bwrap(made), {"--tmpfs", "/usr/share", "--remount-ro", "/usr/share"}));
  CHECK(has(for_bwrap(made), {"--ro-bind", "/dev/null", "/etc/hostname"}));
  CHECK_FALSE(has(for_bwrap(made), {"--tmpfs", (root / "work/inside").string()}));
  // Where nothing can be mounted inside, bwrap does it.
  const Guardian::Program flat = enclosed.made({root / "work/inside"}, "no overlays");
  CHECK(has(for_bwrap(flat), {"--tmpfs", (root / "work/inside").string()}));
}

TEST_CASE("paths in a working folder outside of the folders in memory are hidden inside the sandbox, too") {
  const TemporaryFolder folder;
  Enclosed enclosed(folder);
  enclosed.program.working_folder = "/usr/share";
  const fs::path secret = resolved("/usr/share") / "secret";  // no code checks whether it exists
  const Guardian::Program made = enclosed.made({secret});
  CHECK(for_inside(made).layered);
  CHECK(for_inside(made).hidden == Words{secret.string()});
  // A mount of bwrap's in that folder would prevent the agent's own view of it.
  CHECK(std::ranges::count(for_bwrap(made), secret.string()) == 0);
  // Where the folder has no such view, bwrap hides it.
  enclosed.program.limits.files = 0;
  const Guardian::Program flat = enclosed.made({secret});
  CHECK(for_inside(flat).hidden.empty());
  CHECK(has(for_bwrap(flat), {"--ro-bind", "/dev/null", secret.string()}));
}

TEST_CASE("emptied folders show only what is needed, other folders in memory also what lies around it") {
  const TemporaryFolder folder;
  Enclosed enclosed(folder);
  const fs::path root = fs::canonical(folder.path());
  const auto is_shown = [&](const fs::path& path) {
    const Guardian::Program made = enclosed.made();
    const std::string text = path.string();
    return has(for_bwrap(made), {"--ro-bind", text, text}) && std::ranges::count(for_inside(made).shown, text) == 1;
  };
  enclosed.program.needs = {root / "secret", root / "no such folder"};
  const std::vector<fs::path> around = parts_of_folders_in_memory({root});  // none if temporary files lie elsewhere
  for (const fs::path& part : around) CHECK(is_shown(part));
  CHECK_FALSE(is_shown(root / "secret"));
  enclosed.program.emptied = {"/usr/share", root.parent_path()};
  for (const char* each : kFoldersInMemory) enclosed.program.emptied.emplace_back(each);
  for (const fs::path& part : around) CHECK_FALSE(is_shown(part));
  CHECK(is_shown(root / "secret"));
  CHECK(is_shown(root / "work"));
  CHECK_FALSE(is_shown(root / "no such folder"));
  const Words words = for_bwrap(enclosed.made());
  CHECK(has(words, {"--size", "1048576", "--tmpfs", "/usr/share"}));
  for (const char* each : kFoldersInMemory) CHECK(std::ranges::count(words, each) <= 1);
}
