// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "spark/net/frame_reader.h"
#include "spark/net/frame_writer.h"

using spark::net::FrameLimits;
using spark::net::FrameReader;
using spark::net::FrameWriter;

namespace {

constexpr FrameLimits kUsual;

std::string frame(const std::string& text) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(text.size() >> shift & 0xff);
  return bytes + text;
}

/// Reads `pieces` one after another and returns the results as "message", "(skipped N)" and "(senseless N)".
std::vector<std::string> read(FrameReader& reader, const std::vector<std::string_view>& pieces) {
  std::vector<std::string> out;
  for (const std::string_view piece : pieces) {
    const std::string copy(piece);  // a separate copy, so that reading beyond its end is detected
    reader.feed(copy);
    std::string_view text;
    while (true) {
      const auto result = reader.next(text);
      if (result == FrameReader::Result::none) break;
      if (result == FrameReader::Result::message) {
        out.emplace_back(text);
      } else if (result == FrameReader::Result::skipped) {
        out.push_back("(skipped " + std::to_string(reader.length()) + ")");
      } else {
        out.push_back("(senseless " + std::to_string(reader.length()) + ")");
        break;
      }
    }
  }
  return out;
}
std::vector<std::string> read(const std::vector<std::string_view>& pieces) {
  FrameReader reader;
  return read(reader, pieces);
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("messages are found wherever the bytes are cut") {
  const Texts texts{"I", "", "A(drive 1 2 3)", "D", std::string("\0\0\0\1", 4), ""};
  std::string bytes;
  for (const auto& text : texts) bytes += frame(text);
  CHECK(read({bytes}) == texts);
  for (std::size_t first = 0; first <= bytes.size(); ++first) {
    for (std::size_t second = first; second <= bytes.size(); ++second) {
      const std::string_view all = bytes;
      REQUIRE(read({all.substr(0, first), all.substr(first, second - first), all.substr(second)}) == texts);
    }
  }
  std::vector<std::string_view> single;
  for (std::size_t i = 0; i < bytes.size(); ++i) single.push_back(std::string_view(bytes).substr(i, 1));
  CHECK(read(single) == texts);
}

TEST_CASE("the longest message is delivered, and longer ones are skipped") {
  const std::string longest(kUsual.max_message, 'x');
  const std::string too_long(kUsual.max_message + 1, 'y');
  const std::string bytes = frame(longest) + frame(too_long) + frame("D");
  const Texts expected{longest, "(skipped 65537)", "D"};
  CHECK(read({bytes}) == expected);
  const std::size_t head = 4 + longest.size();
  for (std::size_t cut = head - 2; cut < head + 8; ++cut)
    REQUIRE(read({std::string_view(bytes).substr(0, cut), std::string_view(bytes).substr(cut)}) == expected);
  for (const std::size_t piece : {1000U, 4096U, 65536U}) {
    std::vector<std::string_view> pieces;
    for (std::size_t i = 0; i < bytes.size(); i += piece) pieces.push_back(std::string_view(bytes).substr(i, piece));
    REQUIRE(read(pieces) == expected);
  }
}

TEST_CASE("an impossible length means that the framing is lost for good") {
  FrameReader reader;
  CHECK(read(reader, {frame("I") + "\x01\x01" + std::string(2, '\0'), std::string_view("D")}) ==
        Texts{"I", "(senseless 16842752)", "(senseless 16842752)"});
  CHECK(read({std::string_view("\xff\xff\xff\xff", 4)}) == Texts{"(senseless 4294967295)"});
  CHECK(read({std::string_view("\x00\xff\xff\xff", 4)}) == Texts{"(skipped 16777215)"});
  CHECK(read({std::string_view("\x01\x00\x00\x00", 4)}) == Texts{"(senseless 16777216)"});
  CHECK(read({std::string_view("\x01\x00\x00\x01", 4)}) == Texts{"(senseless 16777217)"});
  CHECK(read({std::string_view("\x01\x00", 2), std::string_view("\x00\x01", 2)}) == Texts{"(senseless 16777217)"});
}

TEST_CASE("an implausible length is described with its probable cause") {
  const auto described = [](std::string_view bytes) {
    FrameReader reader;
    read(reader, {bytes});
    return reader.described();
  };
  CHECK(described({"\x00\x01\x11\x70", 4}) == "a message of 70000 bytes");
  CHECK(described({"\xff\xff\xff\xff", 4}) == "a message of 4294967295 bytes");
  CHECK(described({"\x01\x00\x00\x00", 4}) ==
        "a message of 16777216 bytes; the most significant byte of a length comes first: reversed, it is 1");
  CHECK(described("(create)") ==
        "a message of 677605989 bytes; its first four bytes are the text '(cre', not a length");
}

TEST_CASE("random bytes give the same messages, however they are cut") {
  std::mt19937 random(5);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes(random() % 300, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random() % 4 == 0 ? random() : 0);
    const Texts whole = read({bytes});
    const std::size_t cut = random() % (bytes.size() + 1);
    Texts cut_up = read({std::string_view(bytes).substr(0, cut), std::string_view(bytes).substr(cut)});
    // A lost framing is reported again for each piece.
    if (!whole.empty() && whole.back().starts_with("(senseless") && cut_up.size() > whole.size()) cut_up.pop_back();
    REQUIRE(cut_up == whole);
  }
}

TEST_CASE("frames are written with their length in front") {
  FrameWriter writer;
  CHECK(writer.pending().empty());
  writer.add('D');
  writer.add('T', 61);
  std::string sensation = "old";
  FrameWriter::begin(sensation);
  sensation += "S1 11 ";
  FrameWriter::finish(sensation);
  writer.add_frame(sensation);
  CHECK(writer.pending() == frame("D") + frame("T61") + frame("S1 11 "));
  writer.sent(6);
  CHECK(writer.pending() == frame("T61").substr(1) + frame("S1 11 "));
  writer.sent(writer.pending().size());
  CHECK(writer.pending().empty());
}

TEST_CASE("no message has a length that fills an old agent's buffer") {
  for (std::size_t length = 0; length < 70000; ++length) {
    std::string bytes;
    FrameWriter::begin(bytes);
    bytes.append(length, 'x');
    FrameWriter::finish(bytes);
    const bool trap = length == 1024 || length == 2048 || length == 4096 || length == 8192 || length == 16384 ||
                      length == 32768 || length == 65536;
    if (bytes != frame(std::string(length, 'x') + (trap ? " " : ""))) FAIL("length " << length);
  }
  SUCCEED();
}

TEST_CASE("a buffer that never becomes empty keeps its pending frames") {
  FrameWriter writer;
  std::string text;
  FrameWriter::begin(text);
  text.append(996, 'x');
  FrameWriter::finish(text);
  writer.add_frame(text);
  for (int i = 0; i < 1000; ++i) {
    writer.add_frame(text);
    writer.sent(1000);
    REQUIRE(writer.pending() == text);
  }
}

TEST_CASE("a reader has its own limits, which may be changed later") {
  const std::string thirteen(13, 'x');
  FrameReader strict(FrameLimits{12, 20});
  CHECK(read(strict, {frame("twelve bytes") + frame(thirteen) + frame("next") + frame(std::string(21, 'y'))}) ==
        Texts{"twelve bytes", "(skipped 13)", "next", "(senseless 21)"});
  FrameReader trusting(FrameLimits{4, 4});
  CHECK(read(trusting, {frame("four")}) == Texts{"four"});
  trusting.set_limits({13, 13});
  CHECK(read(trusting, {frame(thirteen)}) == Texts{thirteen});
}

TEST_CASE("an unfinished message is described with what has arrived of it") {
  FrameReader reader(FrameLimits{12, 20});
  const auto after = [&](std::string_view bytes) {
    std::string_view text;
    reader.feed(bytes);
    while (reader.next(text) == FrameReader::Result::skipped) {
    }
    return reader.unfinished();
  };
  CHECK(after("").empty());
  CHECK(after("I") == "1 byte without a length ('I')");
  CHECK(after("(c") == "3 bytes without a length ('I(c')");
  reader = FrameReader(FrameLimits{12, 20});
  CHECK(after({"\0\0", 2}) == "2 bytes without a length");
  CHECK(after({"\0\x05", 2}) == "0 of the 5 bytes of a message");
  CHECK(after("half") == "4 of the 5 bytes of a message");
  CHECK(after("!").empty());
  CHECK(after({"\0\0\0\x10xyz", 7}) == "3 of the 16 bytes of a message");
}
