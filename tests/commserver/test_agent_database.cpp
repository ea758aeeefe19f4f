// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "commserver/agent_database.h"
#include "tests/support/temporary_folder.h"

using commserver::AgentDatabase;
using commserver::AgentType;
using commserver::Timer;
namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

namespace {

class DatabaseFile {
 public:
  AgentDatabase load(const std::string& text) {
    std::ofstream(file) << text;
    return AgentDatabase::load(file);
  }
  AgentDatabase types(const std::string& text) {
    return load(R"(<?xml version="1.0" encoding="ISO-8859-1"?><agentdb adb:version="0.91">)" + text + "</agentdb>");
  }
  AgentType only(const std::string& text) {
    const AgentDatabase database = types(text);
    REQUIRE(database.types().size() == 1);
    return database.types().front();
  }
  /// The message without the file's name, which it must begin with.
  std::string error(const std::string& text, bool whole = false) {
    try {
      whole ? load(text) : types(text);
    } catch (const std::runtime_error& problem) {
      const std::string message = problem.what();
      CHECK(message.find('\n') == message.npos);
      REQUIRE(message.starts_with(file.string() + ": "));
      return message.substr(file.string().size() + 2);
    }
    return "no error";
  }

  TemporaryFolder folder;
  fs::path file = folder.path() / "agentdb.xml";
};

std::string type(const std::string& fields) {
  return "<agent_type_external name=\"foo\">" + fields + "</agent_type_external>";
}

}  // namespace

TEST_CASE("an agent database in the original format is read with all its fields") {
  DatabaseFile file;
  const AgentDatabase database = file.load(R"(<?xml version="1.0" encoding="ISO-8859-1"?>
<!-- a comment -->
<agentdb xmlns:adb="http://spades-sim.sourceforge.net/agentdbxml.html"
         xmlns="http://spades-sim.sourceforge.net/agentdbxml.html" adb:version="0.91">
 <!-- another -->
 <agent_type_external name="foo">
  <inputfd>3</inputfd> <outputfd>4</outputfd>
  <timer>jiffies 20000</timer>
  <working_dir><!-- PATH -->./<!-- x -->sub</working_dir>
  <exec_line>
     player --name   X
  </exec_line>
 </agent_type_external>
 <agent_type_external name="bar">
  <inputfd> 7 </inputfd> <outputfd>0</outputfd> <timer>fixed 5</timer>
  <working_dir>/opt/bar</working_dir> <exec_line>./run</exec_line>
 </agent_type_external>
</agentdb>
)");
  CHECK(database.warnings().empty());
  REQUIRE(database.types().size() == 2);
  const AgentType* foo = database.find("foo");
  REQUIRE(foo);
  CHECK(foo->input_fd == 3);
  CHECK(foo->output_fd == 4);
  CHECK(foo->timer.kind() == Timer::Kind::jiffies);
  CHECK(foo->working_folder == file.folder.path() / "sub");
  CHECK(foo->command == Texts{"player", "--name", "X"});
  const AgentType& bar = database.get("bar");
  CHECK(bar.input_fd == 7);
  CHECK(bar.output_fd == 0);
  CHECK(bar.timer.min_cost() == 5);
  CHECK(bar.working_folder == "/opt/bar");
  CHECK(bar.command == Texts{"./run"});
  CHECK(database.find("baz") == nullptr);
  CHECK_THROWS_WITH(database.get("baz"), "no agent type 'baz' in " + file.file.string() + " (it has: foo, bar)");
}

TEST_CASE("quotes preserve the blanks of a word in exec_line, nothing else is special") {
  DatabaseFile file;
  const auto words = [&](const std::string& line) {
    return file.only(type("<exec_line>" + line + "</exec_line>")).command;
  };
  CHECK(words(R"("my team/agent" --name 'a b')") == Texts{"my team/agent", "--name", "a b"});
  CHECK(words(R"(agent --dir="/a b/c" x)") == Texts{"agent", "--dir=/a b/c", "x"});
  CHECK(words(R"(agent "" "it's")") == Texts{"agent", "", "it's"});
  CHECK(words(R"(&quot;my team&quot;/agent)") == Texts{"my team/agent"});
  // Lines of 2006, which knew no quotes.
  CHECK(words("agent --name O'Brien") == Texts{"agent", "--name", "O'Brien"});
  CHECK(words("agent --size 5\" c:\\x $HOME * ;") == Texts{"agent", "--size", "5\"", "c:\\x", "$HOME", "*", ";"});
  CHECK(file.error(type("<exec_line>'' x</exec_line>")) == "agent type 'foo': exec_line is missing or empty");
}

TEST_CASE("all fields of an agent type but its name and exec_line may be missing") {
  DatabaseFile file;
  const AgentType found = file.only(type("<exec_line>a</exec_line>"));
  CHECK(found.name == "foo");
  CHECK(found.input_fd == 3);
  CHECK(found.output_fd == 4);
  CHECK(found.timer.kind() == Timer::Kind::fixed);
  CHECK(found.timer.min_cost() == 0);
  CHECK((found.working_folder / "").lexically_normal() == (file.folder.path() / "").lexically_normal());
}

TEST_CASE("working_dir is absolute, or relative to the folder of the database") {
  DatabaseFile file;
  const auto folder = [&](const std::string& text) {
    return (file.only(type("<working_dir>" + text + "</working_dir><exec_line>a</exec_line>")).working_folder / "")
        .lexically_normal();
  };
  const fs::path here = file.folder.path();
  for (const char* text : {"", ".", "./", " ./ "}) CHECK(folder(text) == here / "");
  CHECK(folder("sub/deeper") == here / "sub/deeper/");
  CHECK(folder("../other") == here.parent_path() / "other/");
  CHECK(folder("<![CDATA[/a b]]>") == "/a b/");
  CHECK(folder("/M\xfcller") == "/M\xc3\xbcller/");
}

TEST_CASE("unknown elements and repeated agent types are ignored with a warning") {
  DatabaseFile file;
  const AgentDatabase database = file.types(
      "<agent_type_internal name=\"in\"/><adb:agent_type_external name=\"foo\"><exec_line>a</exec_line>"
      "<colour>red</colour></adb:agent_type_external>" +
      type("<exec_line>b</exec_line>"));
  REQUIRE(database.types().size() == 1);
  CHECK(database.get("foo").command == Texts{"a"});
  const std::string name = file.file.string();
  CHECK(database.warnings() == Texts{name + ": 'agent_type_internal' ignored: only agent_type_external is known",
                                     name + ": agent type 'foo': 'colour' ignored",
                                     name + ": agent type 'foo' is defined again; the first definition counts"});
}

TEST_CASE("an empty database is reported as empty") {
  DatabaseFile file;
  CHECK_THROWS_WITH(file.types("").get("foo"), "no agent type 'foo' in " + file.file.string() + " (it has: none)");
}

TEST_CASE("errors in an agent database name the file and the problem") {
  DatabaseFile file;
  const std::string line = "<exec_line>a</exec_line>";
  CHECK(file.error("<agent_type_external><exec_line>a</exec_line></agent_type_external>") ==
        "an agent_type_external has no name");
  CHECK(file.error(type("")) == "agent type 'foo': exec_line is missing or empty");
  CHECK(file.error(type("<exec_line> <!-- a --> </exec_line>")) == "agent type 'foo': exec_line is missing or empty");
  for (const char* number : {"-1", "256", "x", "", "3 4", "99999999999999999999"})
    CHECK(file.error(type(line + "<inputfd>" + number + "</inputfd>")) ==
          "agent type 'foo': inputfd '" + std::string(number) + "' is not a number from 0 to 255");
  CHECK(file.error(type(line + "<outputfd>3</outputfd>")) == "agent type 'foo': inputfd and outputfd are both 3");
  CHECK(file.error(type(line + "<timer>sun</timer>")) ==
        "agent type 'foo': timer 'sun': unknown kind (known are: default, fixed, jiffies, perfctr...)");
  CHECK(file.error(type("<exec_line>" + std::string(20000, 'x') + "</exec_line>")) ==
        "agent type 'foo': exec_line is too long");
  CHECK(file.error("<teapot/>", true) == "not an agent database (its outermost element is 'teapot')");
  CHECK(file.error("<agentdb>\n\n<x></agentdb>", true).starts_with("line 3: "));
  CHECK(file.error("", true) == "line 1: No document element found");
  CHECK(file.error(std::string(2 << 20, ' '), true) == "too large for an agent database");
  CHECK_THROWS_WITH(AgentDatabase::load("/no/such/file.xml"),
                    "/no/such/file.xml: cannot read the agent database: No such file or directory");
  CHECK_THROWS_WITH(AgentDatabase::load("/usr"), "/usr: cannot read the agent database: Is a directory");
}

TEST_CASE("timers are parsed from their text, and invalid ones are refused") {
  for (const char* text : {"", " ", "default", "fixed 0"}) {
    CHECK(Timer::parse(text).kind() == Timer::Kind::fixed);
    CHECK(Timer::parse(text).min_cost() == 0);
  }
  CHECK(Timer::parse(" fixed  7 ").min_cost() == 7);
  CHECK(Timer::parse("fixed 1000").min_cost() == 1000);
  struct Measured {
    const char* text;
    Timer::Kind kind;
    double units_per_step;
  };
  for (const auto& [text, kind, units] :
       {Measured{"jiffies 2000", Timer::Kind::jiffies, 2}, Measured{"jiffies 500", Timer::Kind::jiffies, 0.5},
        Measured{"perfctr_instr 10000", Timer::Kind::instructions, 1e7},
        Measured{"perfctr_tsc 3", Timer::Kind::instructions, 3000}}) {
    const Timer timer = Timer::parse(text);
    CHECK(timer.kind() == kind);
    CHECK(timer.units_per_step() == units);
    CHECK(timer.min_cost() == 0);
    CHECK(timer.text() == text);
  }
  for (const char* text :
       {"fixed", "fixed -1", "fixed 1001", "fixed 1.5", "fixed 1 2", "fixed x", "fixed 99999999999999999999"})
    CHECK_THROWS_WITH(Timer::parse(text),
                      "timer '" + std::string(text) + "': 'fixed' needs a number of steps from 0 to 1000");
  for (const char* text : {"jiffies", "jiffies 0", "jiffies -3", "jiffies nan", "jiffies inf", "jiffies 1x"})
    CHECK_THROWS_WITH(Timer::parse(text), "timer '" + std::string(text) + "': 'jiffies' needs one positive number");
  CHECK_THROWS(Timer::parse("default 3"));
  CHECK_THROWS(Timer::parse("sundial 3"));
}

TEST_CASE("programs are found in the working folder, in the given folders, in $PATH, in this order") {
  const TemporaryFolder folder;
  const auto make = [&](const fs::path& file, mode_t mode) {
    fs::create_directories((folder.path() / file).parent_path());
    std::ofstream(folder.path() / file) << "#!/bin/sh\n";
    ::chmod((folder.path() / file).c_str(), mode);
    return folder.path() / file;
  };
  AgentType wanted;
  wanted.name = "foo";
  wanted.working_folder = folder.path() / "work";
  const std::vector<fs::path> given{folder.path() / "one", folder.path() / "two"};
  const auto find = [&](const char* program) {
    wanted.command = {program, "argument"};
    return commserver::find_program(wanted, given).lexically_normal();
  };
  CHECK_THROWS_WITH(find("a"), "agent type 'foo': no working folder '" + wanted.working_folder.string() + "'");

  const fs::path in_work = make("work/a", 0755);
  const fs::path in_two = make("two/a", 0755);
  const fs::path below = make("work/bin/b", 0755);
  make("two/b", 0755);
  make("one/c", 0644);
  const fs::path c = make("two/c", 0755);
  fs::create_directories(folder.path() / "one/a");
  CHECK(find("a") == in_work);
  CHECK(find("./a") == in_work);
  CHECK(find("bin/b") == below);
  CHECK(find("../two/a") == in_two);
  CHECK(find(in_two.c_str()) == in_two);
  CHECK(find("c") == c);
  fs::remove(in_work);
  CHECK(find("a") == in_two);
  CHECK(find("sh").filename() == "sh");
  CHECK_THROWS_WITH(find("./sh"), "agent type 'foo': cannot find program './sh' (looked in " +
                                      (wanted.working_folder / ".").string() + ")");
  CHECK_THROWS_WITH(find("../one/c"), Catch::Contains("c (not executable; chmod +x makes it so)"));
  CHECK_THROWS_WITH(
      find("no-such-program"),
      Catch::StartsWith("agent type 'foo': cannot find program 'no-such-program' "
                        "(looked in " +
                        wanted.working_folder.string() + ", " + given[0].string() + ", " + given[1].string()));
}

TEST_CASE("an agent database may have 1 MiB, and not one byte more") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "agents.xml";
  const std::string type =
      "<agentdb><agent_type_external name=\"a\"><exec_line>./a</exec_line></agent_type_external></agentdb>";
  constexpr std::size_t kMax = 1024 * 1024;
  std::ofstream(file) << type << std::string(kMax - type.size(), ' ');
  REQUIRE(fs::file_size(file) == kMax);
  CHECK(commserver::AgentDatabase::load(file).find("a"));
  std::ofstream(file, std::ios::app) << ' ';
  CHECK_THROWS_WITH(commserver::AgentDatabase::load(file), Catch::Contains("too large for an agent database"));
}

TEST_CASE("the field connects marks types of agents that connect by themselves, with an optional port") {
  DatabaseFile file;
  CHECK(file.only(type("<exec_line>a</exec_line>")).connects == AgentType::Connects::no);
  const AgentType each = file.only(type("<connects>each</connects><exec_line>a {port}</exec_line>"));
  CHECK((each.connects == AgentType::Connects::each && each.command == Texts{"a", "{port}"} && each.port == 0));
  const AgentType all = file.only(type("<connects>all</connects><port>3101</port><exec_line>a</exec_line>"));
  CHECK((all.connects == AgentType::Connects::all && all.port == 3101));
  const AgentType awaited = file.only(type("<connects> awaited </connects><exec_line>a</exec_line>"));
  CHECK((awaited.connects == AgentType::Connects::awaited && awaited.command.empty()));
  CHECK(file.error(type("<connects>each</connects>")) == "agent type 'foo': exec_line is missing or empty");
  CHECK(file.error(type("<connects>tcp</connects><exec_line>a</exec_line>")) ==
        "agent type 'foo': connects 'tcp' is not one of each, all, awaited");
  CHECK(file.error(type("<connects>awaited</connects><port>65536</port>")) ==
        "agent type 'foo': port '65536' is not a number from 0 to 65535");
  CHECK(file.error(type("<connects>each</connects><port>1</port><exec_line>a</exec_line>")) ==
        "agent type 'foo': only 'awaited' and 'all' can have a port");
}
