// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/gateways/rctp/protocol/dialogue.h"
#include "tests/support/properties.h"

using namespace rctp_test;
using Lines = std::vector<std::string>;

namespace {

Lines read_open(std::string_view input) {
  return read_all(input, Arrival::open);
}

}  // namespace

TEST_CASE("requests are read in all versions of the protocol, with any line ends and blanks") {
  CHECK(read_open("ASSIGN head RCMP/1.0\r\n\r\n") == Lines{"ASSIGN|head|RCMP/1.0"});
  CHECK(read_open("ASSIGN head RCTP/1.0\n\n") == Lines{"ASSIGN|head|RCTP/1.0"});
  CHECK(read_open("\r\n\nGO RCMP/1.0\r\n\r\n") == Lines{"GO||RCMP/1.0"});
  CHECK(read_open("  GO \t * RCMP/1.0 \r\n  \r\n") == Lines{"GO|*|RCMP/1.0"});
  CHECK(read_open("ASSIGN /rover/head HTTP/1.1\r\nHost: x\r\n\r\n") ==
        Lines{"ASSIGN|/rover/head|HTTP/1.1|Host: x\r\n"});
  CHECK(read_open("ASSIGN head RCMP/1.0\r\nUser: me\r\nMood:good\r\n\r\n") ==
        Lines{"ASSIGN|head|RCMP/1.0|User: me\r\nMood:good\r\n"});
}

TEST_CASE("a request without a blank line ends with the next request, or after a pause") {
  const std::string dialogue = "ASSIGN head RCMP/1.0\nASSIGN arm RCMP/1.0\nWho: me\nGO RCMP/1.0\n";
  const Lines first{"ASSIGN|head|RCMP/1.0", "ASSIGN|arm|RCMP/1.0|Who: me\n"};
  Lines expected = first;
  expected.push_back("more 12");
  CHECK(read_open(dialogue) == expected);
  expected = first;
  expected.push_back("GO||RCMP/1.0");
  CHECK(read_all(dialogue, Arrival::paused) == expected);

  SECTION("the next request is recognised by its first word") {
    CHECK(read_open("GO RCMP/1.0\nASS") == Lines{"more 15"});
    CHECK(read_open("GO RCMP/1.0\nASSIGN ") == Lines{"GO||RCMP/1.0", "more 7"});
    CHECK(read_open("GO RCMP/1.0\nASSIGN:") == Lines{"more 19"});
  }
  SECTION("an unfinished line may continue after a pause") {
    CHECK(read_all("GO RCMP/1.0", Arrival::paused) == Lines{"more 11"});
    CHECK(read_all("GO RCMP/1.0\nWho", Arrival::paused) == Lines{"more 15"});
  }
  SECTION("the end of a whole message ends the request") {
    CHECK(read_all("GO RCMP/1.0", Arrival::whole) == Lines{"GO||RCMP/1.0"});
    CHECK(read_all("GO RCMP/1.0\r\nWho: me", Arrival::whole) == Lines{"GO||RCMP/1.0|Who: me"});
    CHECK(read_all("GO RCMP/1.0\r\nGO", Arrival::whole).front() == "GO||RCMP/1.0");
  }
  SECTION("HTTP waits for the blank line") {
    CHECK(read_all("GO / HTTP/1.1\r\n", Arrival::paused) == Lines{"more 15"});
    CHECK(read_open("GO / HTTP/1.1\r\nGO / HTTP/1.1\r\n\r\n") == Lines{"HTTP/1.1 400 a header line has no colon"});
  }
}

TEST_CASE("a request reports whether it had a blank line, and the octets after it stay unread") {
  std::string_view input = "GO RCMP/1.0\r\n\r\n\1binary";
  Request request;
  REQUIRE(read_request(input, Arrival::open, request) == RequestResult::request);
  CHECK(request.has_blank_line);
  CHECK(input == "\1binary");
  input = "GO RCMP/1.0\r\n";
  REQUIRE(read_request(input, Arrival::paused, request) == RequestResult::request);
  CHECK_FALSE(request.has_blank_line);
  CHECK(input.empty());
}

TEST_CASE("headers are found without regard to case") {
  std::string_view input = "GO RCMP/1.0\nHost:  here:1 \nhost: there\nEmpty:\n\n";
  Request request;
  REQUIRE(read_request(input, Arrival::open, request) == RequestResult::request);
  CHECK(request.header("HOST") == "here:1");
  CHECK(request.header("empty").empty());
  CHECK(request.header("hos").empty());
  // A blank before the colon makes the line a request line.
  CHECK(read_open("GO RCMP/1.0\nHost : here\n\n").front() == "GO||RCMP/1.0");
}

TEST_CASE("an unreadable request is refused in its own version, and reading continues") {
  const auto check = [](const std::string& line, const std::string& problem) {
    INFO(line);
    CHECK(read_open(line + "\r\n\r\nGO RCMP/1.0\r\n\r\n") == Lines{problem, "GO||RCMP/1.0"});
  };
  check("ASSIGN", "RCMP/1.0 400 a request is: method, target, version; GO needs no target");
  check("hello, is there anybody?", "RCMP/1.0 400 a request is: method, target, version; GO needs no target");
  check("ASSIGN a b RCTP/1.0", "RCTP/1.0 400 a request is: method, target, version; GO needs no target");
  check("ASSIGN head RCMP/2.0", "RCMP/1.0 400 'RCMP/2.0' is no version of RCMP/1.0, RCTP/1.0 or HTTP");
  check("ASSIGN head http/1.1", "RCMP/1.0 400 'http/1.1' is no version of RCMP/1.0, RCTP/1.0 or HTTP");
  check("ASSIGN he\1ad RCMP/1.0", "RCMP/1.0 400 there are control characters in the request");
  check("GO RCMP/1.0\r\nWho: \x7f", "RCMP/1.0 400 there are control characters in the request");
  check("GO HTTP/1.0\r\nWho: me\nHow: so", "HTTP/1.0 400 lines of HTTP end with CR LF");
  check("GO RCMP/1.0\r\nContent-Length: 5", "RCMP/1.0 413 requests here have no contents");
  check("GO HTTP/1.1\r\nTransfer-Encoding: chunked", "HTTP/1.1 413 requests here have no contents");
  CHECK(read_open("GO RCMP/1.0\r\nContent-Length: 0\r\n\r\n").front().starts_with("GO||RCMP/1.0|"));
}

TEST_CASE("a request has at most 8 KiB") {
  const std::string line = "ASSIGN head RCMP/1.0\r\nPad: ";
  const std::string fits = line + std::string(kMaxRequest - line.size() - 4, 'x') + "\r\n\r\n";
  REQUIRE(fits.size() == kMaxRequest);
  CHECK(read_open(fits).front().starts_with("ASSIGN|head|"));
  const std::string longer = line + std::string(kMaxRequest - line.size() - 3, 'x') + "\r\n\r\n";
  CHECK(read_open(longer) == Lines{"too long"});
  CHECK(read_open(std::string(kMaxRequest, 'x')) == Lines{"more 8192"});
  CHECK(read_open(std::string(kMaxRequest + 1, 'x')) == Lines{"too long"});
  std::string headers = "GO RCMP/1.0\r\n";
  while (headers.size() <= kMaxRequest) headers += "A: b\r\n";
  CHECK(read_open(headers) == Lines{"too long"});
  CHECK(read_open(std::string(3 * kMaxRequest, '\n')).empty());
}

TEST_CASE("a line is HTTP if it ends with a version of HTTP") {
  CHECK(begins_with_http("GET / HTTP/1.1\r\n"));
  CHECK(begins_with_http("ASSIGN /head HTTP/1.0\nmore"));
  CHECK_FALSE(begins_with_http("GET / HTTP/1.1"));
  CHECK_FALSE(begins_with_http("ASSIGN head RCMP/1.0\r\n"));
  CHECK_FALSE(begins_with_http("HTTP/1.1 is not the last word\r\n"));
  CHECK_FALSE(begins_with_http(""));
}

TEST_CASE("a dialogue is read the same however it is cut") {
  const std::string dialogue =
      "ASSIGN head RCMP/1.0\r\n\r\nASSIGN /rover/arm RCTP/1.0\nFrom: me\n\n\nASSIGN a:b RCMP/1.0\nASSIGN x RCMP/1.0\n"
      "ASSIGN / HTTP/1.1\r\nHost: a\r\n\r\nbad line here and there\n\nContent-Length: 7\n\nGO RCMP/1.0\r\nA:b\r\n";
  const Lines whole = read_cut(dialogue, {});
  REQUIRE(whole.size() == 8);
  CHECK(whole[3] == "ASSIGN|x|RCMP/1.0");
  CHECK(whole.back() == "GO||RCMP/1.0|A:b\r\n");
  for (std::size_t cut = 0; cut <= dialogue.size(); ++cut) {
    INFO(cut);
    CHECK(read_cut(dialogue, {cut}) == whole);
  }
  std::vector<std::size_t> every(dialogue.size());
  for (std::size_t i = 0; i < every.size(); ++i) every[i] = i + 1;
  CHECK(read_cut(dialogue, every) == whole);
}

TEST_CASE("any octets are read the same however they are cut") {
  int requests = 0, refused = 0;
  hold([&] {
    const std::string input = *rc::gen::map(
        rc::gen::container<std::vector<std::string>>(rc::gen::oneOf(
            rc::gen::elementOf(std::vector<std::string>{"ASSIGN", "GO", " ", "\r\n", "\n", ":", "RCMP/1.0", "HTTP/1.1",
                                                        "x", "\r\n\r\n", " RCTP/1.0\n", "ASSIGN head RCMP/1.0\n"}),
            rc::gen::container<std::string>(rc::gen::arbitrary<char>()))),
        [](const std::vector<std::string>& parts) {
          std::string all;
          for (const std::string& part : parts) all += part;
          return all;
        });
    const Lines whole = read_cut(input, {});
    std::vector<std::size_t> every(input.size());
    for (std::size_t i = 0; i < every.size(); ++i) every[i] = i + 1;
    RC_ASSERT(read_cut(input, every) == whole);
    for (const std::string& line : whole)
      ++(line.find("/1.0 400 ") != line.npos ? refused : line.starts_with("more ") ? refused : requests);
  });
  CHECK(requests > 500);
  CHECK(refused > 500);
}
