// SPDX-License-Identifier: Apache-2.0
//
// What programs see, which files are kept, and their limits.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <csignal>

#include "tests/commserver/starter/program_stage.h"
#include "tests/support/folders.h"
#include "tests/support/skipping.h"

namespace {

constexpr std::uint64_t kMegabyte = 1024 * 1024;

/// A socket that listens on a port of this machine.
struct Port {
  Port() : socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* plain = reinterpret_cast<sockaddr*>(&address);
    REQUIRE(::bind(socket.get(), plain, size) == 0);
    REQUIRE(::listen(socket.get(), 5) == 0);
    REQUIRE(::getsockname(socket.get(), plain, &size) == 0);
    number = ntohs(address.sin_port);
  }
  Descriptor socket;
  int number = 0;
};

}  // namespace

TEST_CASE("a sandbox keeps a program from the network, logs and hidden folders, which it reaches without one") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  Stage stage(closed);
  const Port port;
  const TemporaryFolder elsewhere;  // below /tmp, of which a sandbox shows nothing
  write_file(elsewhere / "file", "1");
  // Outside of /tmp a sandbox shows the rest of the machine, except for what is hidden.
  const fs::path visible = fs::path(build_folder()) / ("hidden-" + std::to_string(::getpid()));
  fs::create_directory(visible);
  write_file(visible / "file", "1");
  const auto could = [&] {
    ProgramOrder order = stage.order(
        "cat $1/file >/dev/null && echo -n elsewhere >&4; cat $2/file >/dev/null && echo -n ,visible >&4;"
        "test -n \"$(ls $3)\" && echo -n ,logs >&4; echo x >/dev/tcp/127.0.0.1/$4 && echo -n ,network >&4;"
        "echo x >$2/new && echo -n ,write >&4; rm -f $2/new");
    for (const std::string& argument : {std::string("bash"), elsewhere.path().string(), visible.string(),
                                        (stage.folder / "logs").string(), std::to_string(port.number)})
      order.arguments.push_back(argument);
    stage.start(order);
    return stage.heard();
  };
  CHECK(could() == (closed ? ",visible" : "elsewhere,visible,logs,network,write"));
  stage.programs->hide(visible);
  CHECK(could() == (closed ? "" : "elsewhere,visible,logs,network,write"));
  fs::remove_all(visible);
}

TEST_CASE("a program in a sandbox sees the folders that it needs, and its files are kept if the order says so") {
  if (!there_is_a_sandbox()) return;
  Stage stage(true);
  const TemporaryFolder library;
  write_file(library / "part", "needed");
  const std::string read = "cat " + (library / "part").string() + " >&4; echo mine > result";
  stage.start(stage.order(read));
  CHECK(stage.heard().empty());
  ProgramOrder order = stage.order(read);
  order.needs = {library.path()};
  order.keeps_files = true;
  stage.start(order);
  CHECK(stage.heard() == "needed");
  stage.programs->end(stage.owner, milliseconds(10000));
  CHECK_FALSE(fs::exists(stage.home / "result"));
  CHECK_FALSE(fs::exists(stage.folder / "logs/agent0-files"));
  CHECK(stage.logged("agent1-files/result") == "mine\n");
}

TEST_CASE("without a sandbox, a program whose files are kept works in a folder with links to the original") {
  Stage stage;
  write_file(stage.home / "given", "given");
  ProgramOrder order = stage.order("cat given >&4; echo mine > result; ls >&4");
  order.keeps_files = true;
  stage.start(order);
  CHECK(stage.heard() == "givengiven\nresult\n");
  order = stage.order("cat given >&4");
  order.folder = stage.home / "";  // another way to write it
  order.keeps_files = true;
  stage.start(order);
  CHECK(stage.heard() == "given");
  stage.programs->end(stage.owner, milliseconds(10000));
  CHECK_FALSE(fs::exists(stage.home / "result"));
  CHECK(stage.logged("agent0-files/result") == "mine\n");
  CHECK_FALSE(fs::exists(fs::symlink_status(stage.folder / "logs/agent0-files/given")));
  CHECK_FALSE(fs::exists(stage.folder / "logs/agent1-files"));  // it has written nothing
  CHECK(content(stage.home / "given") == "given");
}

TEST_CASE("a program has the limits of agents, unless its order sets others") {
  const bool closed = GENERATE(false, true);
  if (closed && !there_is_a_sandbox()) return;
  Stage stage(closed, {.limits = {.memory = kMemoryCanBeLimited ? 100 * kMegabyte : 0, .log_size = 8192}});
  const std::string eat = "head -c 300000000 /dev/zero | tail -n 1 | wc -c; exit ${PIPESTATUS[1]}";
  const ProgramId poor = stage.start(stage.order(eat));
  ProgramOrder order = stage.order(eat);
  order.limits.memory = 0;
  const ProgramId rich = stage.start(order);
  order = stage.order("while true; do true; done");
  order.limits.cpu_seconds = 1;
  const ProgramId busy = stage.start(order);
  const ProgramId talker = stage.start(stage.order("for i in {10000..19999}; do echo $i; done"));
  CHECK(stage.end_of(poor).exit_status == (kMemoryCanBeLimited ? 1 : 0));
  CHECK(stage.end_of(rich).exit_status == 0);
  CHECK(stage.end_of(busy).signal == SIGXCPU);
  CHECK_THAT(stage.end_of(busy).how, Catch::Contains("the limit is 1 s of CPU time"));
  CHECK(stage.end_of(talker).exit_status == 0);
  stage.programs->end(stage.owner, milliseconds(0));
  const std::string printed = stage.logged("agent3-stdout.log");
  CHECK(printed.size() == 8192);
  CHECK(printed.starts_with("10000\n10001\n"));
  CHECK(printed.ends_with("19998\n19999\n"));
}
