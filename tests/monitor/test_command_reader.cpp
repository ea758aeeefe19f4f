// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <random>

#include "spark/monitor/command_reader.h"
#include "tests/monitor/monitor_client.h"

using spark::CommandReader;
using Found = CommandReader::Found;

namespace {
/// What a reader finds in pieces of `bytes`, one line each.
std::vector<std::string> read_in_pieces(const std::vector<std::string_view>& pieces) {
  CommandReader reader;
  std::vector<std::string> found;
  for (std::string_view piece : pieces) {
    for (Found one; (one = reader.next(piece)) != Found::nothing;) {
      if (one == Found::message) found.push_back(reader.letter() + std::string(":") + std::string(reader.text()));
      if (one == Found::empty) found.push_back("empty");
      if (one == Found::too_long) found.push_back("too long " + std::to_string(reader.length()));
      if (one == Found::hopeless) {
        found.push_back("hopeless " + std::to_string(reader.length()));
        return found;
      }
    }
    CHECK(piece.empty());
  }
  return found;
}
const auto framed = MonitorClient::framed;
}  // namespace

TEST_CASE("messages are found wherever the stream is cut") {
  const std::string stream =
      framed("W(dropBall)") + framed("") + framed("P") + framed("W") + framed("R\n") + framed("W(a)(b)");
  const std::vector<std::string> expected = {"W:(dropBall)", "empty", "P:", "W:", "R:\n", "W:(a)(b)"};
  CHECK(read_in_pieces({stream}) == expected);
  const std::string_view all = stream;
  for (std::size_t cut = 0; cut <= all.size(); ++cut)
    CHECK(read_in_pieces({all.substr(0, cut), all.substr(cut)}) == expected);
  std::vector<std::string_view> single;
  for (std::size_t i = 0; i < all.size(); ++i) single.push_back(all.substr(i, 1));
  CHECK(read_in_pieces(single) == expected);
}

TEST_CASE("a text of 64 KiB passes, a longer one is skipped, and what follows is understood") {
  const std::string longest = "W" + std::string(CommandReader::kMaxTextSize, 'x');
  const std::string stream = framed(longest) + framed(longest + "x") + framed("R");
  const std::vector<std::string> found =
      read_in_pieces({std::string_view(stream).substr(0, 70000), std::string_view(stream).substr(70000)});
  REQUIRE(found.size() == 3);
  CHECK(found[0].size() == 2 + CommandReader::kMaxTextSize);
  CHECK(found[1] == "too long 65538");
  CHECK(found[2] == "R:");
}

TEST_CASE("up to 16 MiB are skipped, beyond there is no hope") {
  CHECK(read_in_pieces({std::string_view("\x01\0\0\0W", 5)}) == std::vector<std::string>{"too long 16777216"});
  CHECK(read_in_pieces({std::string_view("\x01\0\0\x01W", 5)}) == std::vector<std::string>{"hopeless 16777217"});
  CHECK(read_in_pieces({"GET / HTTP/1.1"}) == std::vector<std::string>{"hopeless 1195725856"});

  const std::string skipped = framed(std::string(CommandReader::kMaxSkippedSize, 'z')) + framed("P");
  CHECK(read_in_pieces({skipped}) == std::vector<std::string>{"too long 16777216", "P:"});
}

TEST_CASE("random bytes never make the reader overrun or stand still") {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::string noise(2000, '\0');
    for (char& c : noise) c = static_cast<char>(random() % 4 == 0 ? random() : 0);
    CommandReader reader;
    std::string_view bytes = noise;
    std::size_t messages = 0;
    while (!bytes.empty()) {
      const std::size_t before = bytes.size();
      const Found found = reader.next(bytes);
      REQUIRE(bytes.size() < before);
      if (found == Found::message) messages += 1 + reader.text().size();
    }
    CHECK(messages <= noise.size());
  }
}
