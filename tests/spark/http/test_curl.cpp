// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstdio>
#include <future>

#include "tests/spark/http/stage.h"
#include "tests/support/skipping.h"

using namespace spark;
using namespace spark::http;
using namespace std::chrono_literals;

namespace {

/// The output of a program that may take any time, while the server serves.
std::string output_of(Stage& stage, const std::string& command) {
  auto output = std::async(std::launch::async, [&command] {
    std::string text;
    FILE* const pipe = ::popen(command.c_str(), "re");
    char bytes[4096];
    while (pipe && std::fgets(bytes, sizeof bytes, pipe)) text += bytes;
    if (pipe) ::pclose(pipe);
    return text;
  });
  stage.until([&] { return output.wait_for(0s) == std::future_status::ready; });
  return output.get();
}

}  // namespace

TEST_CASE("curl understands the answers, and keeps its connection for several requests") {
  Options options;
  options.methods = {"ASSIGN", "GO"};
  Stage stage(options);
  if (output_of(stage, "curl --version 2>/dev/null").empty()) return skip("there is no curl");
  stage.service.on_request = [](Conversation& conversation, const Request& request) {
    if (request.method == "GET") {
      Response response;
      response.type = "model/vrml";
      std::string text(300'000, 'x');
      text += '\n';
      response.body = std::make_shared<const std::string>(std::move(text));
      return conversation.answer(response);
    }
    Response response;
    response.status = 201;
    response.reason = "OK";
    response.stays_open = true;
    if (request.method == "ASSIGN") {
      response.headers = {{"ID", "1"}, {"Current-Value", "30.0 10.0"}};
      response.last_lines = {"Current Value: 30.0 10.0"};
    }
    conversation.answer(response);
  };
  const std::string url = fmt::format("http://127.0.0.1:{}/foo_11", stage.server->port());
  CHECK(output_of(stage, "curl -s -m 20 " + url + ".wrl | wc -c") == "300001\n");
  const std::string assigned =
      "HTTP/1.1 201 OK\r\nID: 1\r\nCurrent-Value: 30.0 10.0\r\nConnection: keep-alive\r\nContent-Length: 0\r\n"
      "Current Value: 30.0 10.0\r\n\r\n";
  const std::string gone = "HTTP/1.1 201 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n";
  CHECK(output_of(stage, fmt::format("curl -s -m 20 -i -X ASSIGN {0}/drive --next -s -m 20 -i -X GO {0}", url)) ==
        assigned + gone);
  CHECK(output_of(stage, "curl -s -m 20 -I " + url + " | head -1") == "HTTP/1.1 201 OK\r\n");
  CHECK(output_of(stage, "curl -s -m 20 -o /dev/null -w '%{http_code}' -H 'Origin: http://evil.example' " + url) ==
        "403");
  CHECK(
      output_of(stage, "head -c 3000000 /dev/zero | tr \\\\0 x | curl -s -m 20 -o /dev/null -w '%{http_code}' -d @- " +
                           url) == "413");
  CHECK(stage.until([&] { return stage.server->conversations() == 0; }));
  // One connection for the two requests of one command.
  CHECK(std::count(stage.service.calls.begin(), stage.service.calls.end(), "closed") == 3);
  CHECK(stage.service.calls[1] == "closed");
  CHECK(stage.service.calls[2] == "request ASSIGN /foo_11/drive");
  CHECK(stage.service.calls[3] == "request GO /foo_11");
}
