// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstdlib>

#include "gateways/sigverse/provider/command_line.h"

using Options = sigverse::wire::SigServiceProvider::Options;

namespace {

struct Read {
  Options options;
  std::optional<std::vector<std::string>> words;
};

/// Reads the command line "./nearby ARGUMENTS" with SIGVERSE_SERVER set to `server`, or unset if it is null.
Read read(std::vector<std::string> arguments, const char* server = nullptr, const std::string& operands = "") {
  arguments.insert(arguments.begin(), "./nearby");
  std::vector<char*> argv;
  for (std::string& one : arguments) argv.push_back(one.data());
  argv.push_back(nullptr);
  if (server)
    ::setenv("SIGVERSE_SERVER", server, 1);
  else
    ::unsetenv("SIGVERSE_SERVER");
  Read found;
  found.options.name = "nearby";
  found.words = sigverse::provider::read_command_line(static_cast<int>(arguments.size()), argv.data(), "Detects.",
                                                      operands, found.options);
  ::unsetenv("SIGVERSE_SERVER");
  return found;
}

std::string server_of(const Read& read) {
  return read.options.server_host + " " + std::to_string(read.options.server_port);
}

std::string refusal(const std::vector<std::string>& arguments, const char* server = nullptr) {
  try {
    read(arguments, server);
  } catch (const std::invalid_argument& error) {
    ::unsetenv("SIGVERSE_SERVER");
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("the server is that of the command line, else of SIGVERSE_SERVER, else 127.0.0.1:9000") {
  CHECK(server_of(read({})) == "127.0.0.1 9000");
  CHECK(server_of(read({}, "")) == "127.0.0.1 9000");
  CHECK(server_of(read({}, "lab:9100")) == "lab 9100");
  CHECK(server_of(read({}, "[::1]:9100")) == "::1 9100");
  CHECK(server_of(read({}, "lab")) == "lab 9000");
  CHECK(server_of(read({"-p", "77"}, "lab:9100")) == "lab 77");
  CHECK(server_of(read({"--port=77"}, "lab:9100")) == "lab 77");
  CHECK(server_of(read({"-h", "other"}, "lab:9100")) == "other 9100");
  CHECK(server_of(read({"-h", "other:77"}, "lab:9100")) == "other 77");
  CHECK(server_of(read({"-h", "other:77", "-p", "78"})) == "other 78");
  CHECK(server_of(read({"--host", "other", "--port", "65535"}, "lab:9100")) == "other 65535");
}

TEST_CASE("a provider's name and place are options with default values") {
  const Read usual = read({});
  CHECK(usual.options.name == "nearby");
  CHECK(usual.options.host.empty());
  CHECK(usual.options.port == 0);
  const Read given = read({"--name", "eye 2", "--service_host", "10.0.0.7", "--service_port", "7000"});
  CHECK(given.options.name == "eye 2");
  CHECK(given.options.host == "10.0.0.7");
  CHECK(given.options.port == 7000);
}

TEST_CASE("words that are not options are returned if the program expects them") {
  using Words = std::vector<std::string>;
  CHECK(read({}).words == Words{});
  CHECK(read({"150", "-p", "77", "--", "-p"}, nullptr, "[REACH]").words == Words{"150", "-p"});
  CHECK(refusal({"45659"}) == "unexpected: 45659 (--help shows the options)");
}

TEST_CASE("an invalid command line of a provider is refused with a line") {
  for (const char* port : {"0", "65536", "-1", "x", "9000x", ""})
    CHECK(refusal({"-p", port}) ==
          std::string("-p ") + port + ": expected a port from 1 to 65535 (--help shows the options)");
  CHECK(refusal({"--service_port", "65536"}) ==
        "--service_port 65536: expected a port from 0 to 65535 (--help shows the options)");
  CHECK(refusal({"-h", "a:b:c"}) == "-h a:b:c: expected HOST or HOST:PORT (--help shows the options)");
  CHECK(refusal({"-p"}) == "-p needs a value (--help shows the options)");
  CHECK(refusal({"-x"}) == "unknown option -x (--help shows the options)");
  CHECK(refusal({"--nonsense"}) == "unknown option --nonsense (--help shows the options)");
  for (const char* server : {"a:b:c", "nowhere:0", ":9000", "[::1"})
    CHECK(refusal({}, server) ==
          std::string("SIGVERSE_SERVER ") + server + ": expected HOST:PORT (--help shows the options)");
}

TEST_CASE("a refused command line changes no options") {
  Options options;
  options.name = "nearby";
  std::string words[] = {"nearby", "--name", "other", "-p", "0"};
  char* argv[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(), words[4].data(), nullptr};
  CHECK_THROWS(sigverse::provider::read_command_line(5, argv, "", "", options));
  CHECK(options.name == "nearby");
  CHECK(options.server_port == 9000);
}

TEST_CASE("help of a provider needs no server") {
  CHECK_FALSE(read({"--help"}, "a:b:c").words);
}
