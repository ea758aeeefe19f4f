// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include "commserver/guardian/kept_files.h"
#include "tests/commserver/sandbox_house.h"

namespace fs = std::filesystem;

namespace {

/// A working folder with some files, and agents that start there.
class Team {
 public:
  explicit Team(const TemporaryFolder& folder) : home(folder.path() / "home"), folder_(folder) {
    fs::create_directories(home / "sub" / "deep");
    write(home / "table", "learned\n");
    write(home / "sub" / "inner", "inner\n");
  }
  static void write(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

  /// Agents of one type each, "NAME WORDS".
  void start(House& house, const Texts& words, HouseOptions options, const std::string& working_folder = "home") {
    std::ofstream file(folder_.path() / "agents.xml");
    file << "<agentdb>";
    for (std::size_t i = 0; i < words.size(); ++i)
      file << "<agent_type_external name=\"" << i << "\"><working_dir>" << working_folder << "</working_dir><exec_line>"
           << TEST_AGENT << " dare " << words[i] << "</exec_line></agent_type_external>";
    file << "</agentdb>";
    file.close();
    options.think_limit = kNever;
    house.serve(AgentDatabase::load(folder_.path() / "agents.xml"), options);
    for (std::size_t i = 0; i < words.size(); ++i) house.server->start(AgentId::at(i), std::to_string(i));
    REQUIRE(house.all_ready(words.size()));
  }

  fs::path home;

 private:
  const TemporaryFolder& folder_;
};

/// All entries below a folder, with the contents of files.
std::map<std::string, std::string> all_in(const fs::path& folder) {
  std::map<std::string, std::string> result;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    result[entry.path().lexically_relative(folder).string()] =
        entry.is_regular_file() && !entry.is_symlink() ? content(entry.path()) : "";
  return result;
}

}  // namespace

TEST_CASE("an agent in a sandbox can change its working folder, and the real folder stays unchanged") {
  if (!there_is_a_sandbox()) return;
  const TemporaryFolder folder;
  Team team(folder);
  const auto before = all_in(team.home);
  const std::string home = team.home.string();
  std::string place;
  std::string working_folder = "home";
  SECTION("by relative paths") {}
  SECTION("by absolute paths") {
    place = home + "/";
  }
  SECTION("through a link to it") {
    fs::create_directory_symlink("home", folder.path() / "link");
    working_folder = "link";
    place = (folder.path() / "link").string() + "/";
  }
  std::string words;
  for (const char* each : {"create=a",
                           "append=a",
                           "append=table",
                           "cut=table",
                           "map=b",
                           "map=table",
                           "rename=b",
                           "holds=b.old",
                           "rename=sub",
                           "holds=sub.old/inner",
                           "append=sub.old/inner",
                           "create=sub.old/deep/c",
                           "make_folder=d",
                           "rename=d",
                           "make_folder=sub",
                           "remove=sub",
                           "remove=a",
                           "remove=table",
                           "create=table",
                           "run=program",
                           "use_nameless=."}) {
    const std::string text = each;
    const std::size_t equals = text.find('=') + 1;
    words += text.substr(0, equals) + place + text.substr(equals) + " ";
  }
  House house({});
  team.start(house, {words}, {.sandbox = sandbox()}, working_folder);
  CHECK(done(house, 0, 1) == in_brackets(words));
  CHECK(all_in(team.home) == before);
  CHECK(house.line_with("cannot write") == "no such line");
}

TEST_CASE("agents with the same working folder do not see what the others write into it") {
  if (!there_is_a_sandbox()) return;
  const TemporaryFolder folder;
  Team team(folder);
  const std::string spy = "find=note find=sub/note find=sub.old holds=table";
  House house({});
  team.start(house, {"create=note create=sub/note remove=table rename=sub", spy, spy}, {.sandbox = sandbox()});
  done(house, 0, 1);
  CHECK(done(house, 1, 2) == "(holds=table)");
  CHECK(done(house, 2, 3) == "(holds=table)");
}

TEST_CASE("an agent that fills its writable space does not fill that of another agent") {
  if (!there_is_a_sandbox()) return;
  const TemporaryFolder folder;
  Team team(folder);
  House house({});
  team.start(house, {"fill=large", "create=small"}, {.limits = {.files = 2 << 20}, .sandbox = sandbox()});
  CHECK(done(house, 0, 1) == "(fill=large)");
  CHECK(done(house, 1, 2) == "(create=small)");
}

TEST_CASE("a working folder is read-only if agents may write no files, and hides logs and secrets in any case") {
  if (!there_is_a_sandbox()) return;
  const std::uint64_t files = GENERATE(0, 1 << 20);
  const TemporaryFolder folder;
  Team team(folder);
  Team::write(team.home / "secret", "do not read\n");
  House house({});
  team.start(house, {"create=a holds=table holds=secret find=logs/agent0-stdout.log"},
             {.limits = {.files = files},
              .log_folder = team.home / "logs",
              .sandbox = sandbox(),
              .secrets = {team.home / "secret"}});
  CHECK(done(house, 0, 1) == (files == 0 ? "(holds=table)" : "(create=a)(holds=table)"));
  CHECK(house.line_with("cannot write") == "no such line");
}

TEST_CASE("a working folder of the system is read-only, and one line reports it") {
  if (!there_is_a_sandbox()) return;
  const TemporaryFolder folder;
  Team team(folder);
  House house({});
  team.start(house, {"create=/rcss-a", "create=/rcss-b"}, {.sandbox = sandbox()}, "/");
  CHECK(done(house, 0, 1).empty());
  CHECK(std::ranges::count_if(house.lines, [](const std::string& line) {
          return line == "warning: agents cannot write into their working folder /: it belongs to the system";
        }) == 1);
}

TEST_CASE("a working folder that cannot be overlaid is copied, or stays read-only if it is too large") {
  if (!there_is_a_sandbox()) return;
  const bool small = GENERATE(true, false);
  const TemporaryFolder folder;
  Team team(folder);
  // The kernel allows a user no overlay of a folder with a mount in it. This mount is visible to this process only.
  const std::string place = (team.home / "sub").string();
  if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      ::mount("tmpfs", place.c_str(), "tmpfs", 0, nullptr) != 0)
    return skip("only root can mount something");
  Team::write(team.home / "sub" / "mounted", "mounted\n");
  Team::write(team.home / "secret", "do not read\n");
  if (!small) Team::write(team.home / "large", std::string(3 << 20, 'x'));
  {
    House house({});
    const std::string words = "create=a append=table rename=sub holds=sub.old/mounted remove=table map=b";
    team.start(house, {words + " holds=secret find=logs/agent0-stdout.log", "holds=table find=a"},
               {.limits = {.files = 4 << 20},
                .log_folder = team.home / "logs",
                .sandbox = sandbox(),
                .secrets = {team.home / "secret"},
                .keep_files = true});
    CHECK(done(house, 0, 1) == (small ? in_brackets(words) : ""));
    CHECK(done(house, 1, 2) == "(holds=table)");
    CHECK(house.line_with("cannot write") ==
          (small ? "no such line"
                 : "warning: agents cannot write into their working folder " + fs::canonical(team.home).string() +
                       ": no overlay can be made of it (Invalid argument); it cannot be copied (too large)"));
    house.server->shut_down(milliseconds(5000));
    const fs::path kept = team.home / "logs" / "agent0-files";
    CHECK(fs::exists(kept / "a") == small);
    CHECK_FALSE(fs::exists(kept / "secret"));
    CHECK_FALSE(fs::exists(team.home / "logs" / "agent1-files"));
  }
  CHECK(content(team.home / "table") == "learned\n");
  CHECK(content(team.home / "sub" / "mounted") == "mounted\n");
  ::umount2(place.c_str(), MNT_DETACH);
}

TEST_CASE("files that an agent has written are kept on request, also if the agent was dropped") {
  if (!there_is_a_sandbox()) return;
  const bool killed = GENERATE(false, true);
  const TemporaryFolder folder;
  Team team(folder);
  House house({});
  team.start(house, {"make_nasty=nasty create=note append=table create=sub/new", "holds=table"},
             {.log_folder = folder.path() / "logs", .sandbox = sandbox(), .keep_files = true});
  CHECK(done(house, 0, 1) == "(make_nasty=nasty)(create=note)(append=table)(create=sub/new)");
  done(house, 1, 2);
  if (killed) house.server->drop(0);
  house.server->shut_down(milliseconds(5000));
  const fs::path kept = folder.path() / "logs" / "agent0-files";
  auto all = all_in(kept);
  REQUIRE(all.contains("nasty/large"));
  CHECK(all["nasty/large"].size() == 900U << 20);
  CHECK(all["nasty/large"].ends_with("end"));
  all.erase("nasty/large");
  CHECK(all == std::map<std::string, std::string>{{"nasty", ""},
                                                  {"nasty/program", "#!/bin/sh\n"},
                                                  {"nasty/two?lines?[2J", "x"},
                                                  {"note", "new\n"},
                                                  {"sub", ""},
                                                  {"sub/new", "new\n"},
                                                  {"table", "learned\nmore\n"}});
  struct stat program {};
  REQUIRE(::stat((kept / "nasty/program").c_str(), &program) == 0);
  CHECK((program.st_mode & 07111) == 0);
  CHECK_FALSE(fs::exists(folder.path() / "logs" / "agent1-files"));
}

TEST_CASE("the files kept of an agent are no larger than it may write") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "written");
  for (int i = 0; i < 9; ++i)
    Team::write(folder.path() / "written" / std::to_string(i), std::string(100'000, static_cast<char>('0' + i)));
  commserver::GuardedAgent agent;
  agent.limits.files = 250'000;
  agent.kept_in = (folder.path() / "kept").string();
  agent.written = spark::Descriptor(::open((folder.path() / "written").c_str(), O_RDONLY | O_DIRECTORY));
  commserver::keep_written_files(agent);
  std::uintmax_t bytes = 0;
  for (const auto& [name, text] : all_in(folder.path() / "kept")) {
    // A file that is cut off ends in a hole.
    for (const char letter : text) bytes += letter != '\0';
  }
  CHECK(bytes == 250'000);
}

TEST_CASE("the end of an agent is reported with the last lines of its standard error") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  House house({"explain_and_exit"}, kNever, "default", {.log_folder = kLogs, .sandbox = sandbox_if(closed)});
  CHECK(house.is_lost(0,
                      "ended with exit status 3; the end of its standard error (agent0-stderr.log): first line | "
                      "?[2Jcannot open learned.tab | this is the end"));
}

TEST_CASE("an agent that breaks a rule is reported with the last lines of its standard error, too") {
  House house({"complain_and_hang"}, milliseconds(50), "default", {.log_folder = kLogs});
  REQUIRE(house.all_ready(1));
  house.sense(0, 1);
  CHECK(house.is_lost(0,
                      "did not finish thinking within 0.05 s (it has sent neither an act (A) nor the D that ends each "
                      "answer); the end of its standard error (agent0-stderr.log): a thread has died"));
}
