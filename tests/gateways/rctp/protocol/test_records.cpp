// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <limits>

#include "tests/gateways/rctp/protocol/records.h"

using namespace rctp_test;
using Kind = Object::Kind;

namespace {

/// The objects of a player as in the documentation; each example assigns their IDs.
struct RecordFixture {
  Object drive = object("drive", Kind::control_output, 3);
  Object kick = object("kick", Kind::control_output, 2);
  Object say = object("say", Kind::text_output);
  Object pull = object("pull", Kind::binary_output);
  Object state = object("state", Kind::control_input, 4);
  Object hear = object("hear", Kind::text_input);
  Object touch = object("touch", Kind::binary_input);
  Object camera = object("camera", Kind::video_input);
  AssignedObjects assigned;
  std::string out;
  RecordWriter writer{out};

  std::string from_client(const std::string& bytes) {
    RecordReader reader(RecordReader::Peer::client, assigned);
    return read_all(reader, octets(bytes));
  }
  std::string from_server(const std::string& bytes) {
    RecordReader reader(RecordReader::Peer::server, assigned);
    return read_all(reader, octets(bytes));
  }
  std::string written() { return shown(std::exchange(out, {})); }
};

}  // namespace

TEST_CASE("a mask is a number whose lowest bit is the first parameter") {
  RecordFixture fixture;
  Object arm = object("arm", Kind::control_output, 10);
  arm.time_stamp = false;
  fixture.assigned.set(2, arm);
  const std::string bytes = "02 00 42 3f 00 00 00 40 00 00 00";
  std::array<double, 10> values{};
  values[1] = 0.5;
  values[6] = 2.0;
  fixture.writer.control(2, arm, 77, 0x42, values);
  CHECK(fixture.written() == bytes);
  CHECK(fixture.from_client(bytes) == "arm 1:0.5 6:2");
}

TEST_CASE("control records octet by octet") {
  RecordFixture fixture;
  fixture.assigned.set(1, fixture.drive);
  fixture.assigned.set(2, fixture.kick);
  const auto check = [&](std::uint8_t id, const Object& of, std::uint32_t stamp, std::uint64_t mask,
                         const std::vector<double>& values, const std::string& bytes, const std::string& words) {
    INFO(bytes);
    fixture.writer.control(id, of, stamp, mask, values);
    CHECK(fixture.written() == bytes);
    CHECK(fixture.from_client(bytes) == words);
  };
  check(1, fixture.drive, 1000, 5, {1.0, 9.0, -2.0}, "01 00 00 03 e8 05 3f 80 00 00 c0 00 00 00",
        "drive@1000 0:1 2:-2");
  check(1, fixture.drive, 100, 7, {100, 0, 0}, "01 00 00 00 64 07 42 c8 00 00 00 00 00 00 00 00 00 00",
        "drive@100 0:100 1:0 2:0");
  check(1, fixture.drive, 500, 2, {100, -50, 0}, "01 00 00 01 f4 02 c2 48 00 00", "drive@500 1:-50");
  check(1, fixture.drive, 0, 7, {30, 10, 5}, "01 00 00 00 00 07 41 f0 00 00 41 20 00 00 40 a0 00 00",
        "drive@0 0:30 1:10 2:5");
  check(2, fixture.kick, 3000, 3, {20, 80}, "02 00 00 0b b8 03 41 a0 00 00 42 a0 00 00", "kick@3000 0:20 1:80");
  check(2, fixture.kick, 3001, 0, {20, 80}, "02 00 00 0b b9 00", "kick@3001");
  check(2, fixture.kick, 0xffffffff, 1, {20, 80}, "02 ff ff ff ff 01 41 a0 00 00", "kick@4294967295 0:20");
  // Bits above the parameters, which a reader could not follow, are not sent.
  check(2, fixture.kick, 3000, 0xff, {20, 80}, "02 00 00 0b b8 03 41 a0 00 00 42 a0 00 00", "kick@3000 0:20 1:80");
}

TEST_CASE("records without stamp, without mask, and without either") {
  RecordFixture fixture;
  fixture.assigned.set(1, fixture.kick);
  const std::vector<double> values{20, 80};
  fixture.kick.data_mask = false;
  fixture.writer.control(1, fixture.kick, 3000, 1, values);
  CHECK(fixture.written() == "01 00 00 0b b8 41 a0 00 00 42 a0 00 00");
  CHECK(fixture.from_client("01 00 00 0b b8 41 a0 00 00 42 a0 00 00") == "kick@3000 0:20 1:80");
  fixture.kick.time_stamp = false;
  fixture.writer.control(1, fixture.kick, 3000, 1, values);
  CHECK(fixture.written() == "01 41 a0 00 00 42 a0 00 00");
  CHECK(fixture.from_client("01 41 a0 00 00 42 a0 00 00") == "kick 0:20 1:80");
  fixture.kick.data_mask = true;
  fixture.writer.control(1, fixture.kick, 3000, 2, values);
  CHECK(fixture.written() == "01 02 42 a0 00 00");
  CHECK(fixture.from_client("01 02 42 a0 00 00") == "kick 1:80");
  fixture.say.time_stamp = false;
  fixture.assigned.set(3, fixture.say);
  fixture.writer.text(3, fixture.say, 3000, "hi");
  CHECK(fixture.written() == "03 00 02 68 69");
  CHECK(fixture.from_client("03 00 02 68 69") == "say 'hi'");
}

TEST_CASE("values of all four types, mixed in one record") {
  RecordFixture fixture;
  Object mixed = object("mixed", Kind::control_input, 4);
  using enum Object::DataType;
  for (std::size_t i = 0; const auto type : {float64, int32, uint8, float32}) mixed.parameters[i++].type = type;
  fixture.assigned.set(7, mixed);
  const std::string bytes = "07 00 00 00 01 0f 3f b9 99 99 99 99 99 9a ff ff ff fe c8 3d cc cc cd";
  fixture.writer.control(7, mixed, 1, 0xf, std::vector{0.1, -2.0, 200.0, 0.1});
  CHECK(fixture.written() == bytes);
  CHECK(fixture.from_server(bytes) == "mixed@1 0:0.1 1:-2 2:200 3:0.10000000149011612");

  SECTION("values beyond the range of a type are limited to it, and NaN becomes 0") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    fixture.writer.control(7, mixed, 0, 0xf, std::vector{1e300, 3e9, 300.0, 1e300});
    fixture.writer.control(7, mixed, 0, 0xe, std::vector{0.0, -3e9, -1.0, -1e300});
    fixture.writer.control(7, mixed, 0, 0x6, std::vector{0.0, nan, nan, 0.0});
    fixture.writer.control(7, mixed, 0, 0x6, std::vector{0.0, 2.5, 2.4, 0.0});
    RecordReader reader(RecordReader::Peer::server, fixture.assigned);
    CHECK(read_all(reader, fixture.out) ==
          "mixed@0 0:1e+300 1:2147483647 2:255 3:3.4028234663852886e+38 | "
          "mixed@0 1:-2147483648 2:0 3:-3.4028234663852886e+38 | mixed@0 1:0 2:0 | mixed@0 1:3 2:2");
  }
}

TEST_CASE("texts and bits octet by octet") {
  RecordFixture fixture;
  fixture.assigned.set(3, fixture.say);
  fixture.assigned.set(4, fixture.hear);
  fixture.assigned.set(5, fixture.pull);
  fixture.assigned.set(6, fixture.touch);
  const std::string said = "03 00 00 0f a0 00 05 68 65 6c 6c 6f";
  fixture.writer.text(3, fixture.say, 4000, "hello");
  CHECK(fixture.written() == said);
  CHECK(fixture.from_client(said) == "say@4000 'hello'");
  const std::string heard = "04 00 00 10 0e 00 15 28 68 65 61 72 20 33 2e 32 20 73 65 6c 66 20 68 65 6c 6c 6f 29";
  fixture.writer.text(4, fixture.hear, 4110, "(hear 3.2 self hello)");
  CHECK(fixture.written() == heard);
  CHECK(fixture.from_server(heard) == "hear@4110 '(hear 3.2 self hello)'");
  fixture.writer.bits(5, fixture.pull, 4000, 1);
  CHECK(fixture.written() == "05 00 00 0f a0 01");
  CHECK(fixture.from_client("05 00 00 0f a0 01") == "pull@4000 01");
  fixture.writer.bits(6, fixture.touch, 61000, 1);
  CHECK(fixture.written() == "06 00 00 ee 48 01");
  CHECK(fixture.from_server("06 00 00 ee 48 01") == "touch@61000 01");

  SECTION("the first bit is the lowest of the last octet") {
    fixture.touch.bits = 12;
    fixture.writer.bits(6, fixture.touch, 0, 0x801);
    CHECK(fixture.written() == "06 00 00 00 00 08 01");
    CHECK(fixture.from_server("06 00 00 00 00 08 01") == "touch@0 08 01");
    CHECK(bit_of(octets("08 01"), 0));
    CHECK_FALSE(bit_of(octets("08 01"), 1));
    CHECK(bit_of(octets("08 01"), 11));
    CHECK_FALSE(bit_of(octets("08 01"), 16));
    fixture.touch.bits = 80;
    fixture.writer.binary(6, fixture.touch, 0, "AB");
    CHECK(fixture.written() == "06 00 00 00 00 00 00 00 00 00 00 00 00 41 42");
  }
  SECTION("a binary object without a fixed size has contents of any length") {
    fixture.touch.bits = 0;
    fixture.writer.binary(6, fixture.touch, 5, octets("00 ff"));
    CHECK(fixture.written() == "06 00 00 00 05 00 02 00 ff");
    CHECK(fixture.from_server("06 00 00 00 05 00 02 00 ff") == "touch@5 00 ff");
  }
}

TEST_CASE("system records octet by octet") {
  RecordFixture fixture;
  const std::array<char, 4> token{'\xde', '\xad', '\xbe', '\xef'};
  fixture.writer.bye();
  fixture.writer.stop();
  fixture.writer.ping(token);
  fixture.writer.pong(token, 5000);
  fixture.writer.error("object 9 is not assigned");
  fixture.writer.release();
  fixture.writer.changed();
  CHECK(fixture.written() ==
        "00 00 00 01 00 02 de ad be ef 00 03 de ad be ef 00 00 13 88 "
        "00 04 00 18 6f 62 6a 65 63 74 20 39 20 69 73 20 6e 6f 74 20 61 73 73 69 67 6e 65 64 00 05 00 06");
  CHECK(fixture.from_client("00 00 00 01 00 02 de ad be ef 00 05") == "bye | stop | ping de ad be ef | release");
  CHECK(fixture.from_server("00 00 00 01 00 03 de ad be ef 00 00 13 88 00 04 00 02 6e 6f 00 05 00 06") ==
        "bye | stop | pong de ad be ef @5000 | error 'no' | release | changed");
}

TEST_CASE("a live session of a player, both ways") {
  RecordFixture fixture;
  fixture.assigned.set(1, fixture.drive);
  fixture.assigned.set(2, fixture.state);
  CHECK(fixture.from_server("02 00 00 00 00 0f 00 00 00 00 00 00 00 00 42 c8 00 00 41 b8 00 00 "
                            "02 00 00 07 da 04 42 c7 99 9a 00 01 00 05 00 00") ==
        "state@0 0:0 1:0 2:100 3:23 | state@2010 2:99.80000305175781 | stop | release | bye");
  CHECK(fixture.from_client("01 00 00 00 64 07 42 c8 00 00 00 00 00 00 00 00 00 00 01 00 00 01 f4 02 c2 48 00 00 "
                            "00 01 00 05 00 00") == "drive@100 0:100 1:0 2:0 | drive@500 1:-50 | stop | release | bye");
}

TEST_CASE("an unreadable record breaks the stream, with the reason") {
  RecordFixture fixture;
  fixture.assigned.set(1, fixture.drive);
  fixture.assigned.set(2, fixture.state);
  fixture.assigned.set(3, fixture.camera);
  CHECK(fixture.from_client("09") == "object 9 is not assigned");
  CHECK(fixture.from_client("00 01 09 00 00") == "stop | object 9 is not assigned");
  CHECK(fixture.from_client("01 00 00 00 64 0f") ==
        "object 1 (drive) has 3 parameters, and the mask 0xf has bits above them");
  CHECK(fixture.from_client("02") == "object 2 (state) is an input");
  CHECK(fixture.from_server("01") == "object 1 (drive) is an output");
  CHECK(fixture.from_client("03") == "object 3 (camera) has no records");
  CHECK(fixture.from_client("00 07") == "there is no system record 7 from a client");
  CHECK(fixture.from_client("00 ff") == "there is no system record 255 from a client");
  for (const char* code : {"03", "04", "06"})
    CHECK(fixture.from_client(std::string("00 ") + code).starts_with("there is no system record"));
  CHECK(fixture.from_server("00 02") == "there is no system record 2 from a server");

  SECTION("a broken stream stays broken") {
    RecordReader reader(RecordReader::Peer::client, fixture.assigned);
    CHECK(read_all(reader, octets("09")) == "object 9 is not assigned");
    CHECK(read_all(reader, octets("00 01")) == "object 9 is not assigned");
  }
}

TEST_CASE("a faulty record is skipped with the reason, and the next one is read") {
  RecordFixture fixture;
  fixture.assigned.set(1, fixture.kick);
  fixture.assigned.set(3, fixture.say);
  fixture.say.max_length = 4;
  CHECK(fixture.from_client("01 00 00 00 00 03 00 00 00 00 7f c0 00 00 00 01") ==
        "kick@0 0:0 1:nan (kick: p2 is not a finite number; the record is ignored) | stop");
  CHECK(fixture.from_client("01 00 00 00 00 01 ff 80 00 00 00 01") ==
        "kick@0 0:-inf (kick: p1 is not a finite number; the record is ignored) | stop");
  CHECK(fixture.from_client("03 00 00 00 00 00 05 68 65 6c 6c 6f 00 01") ==
        "say@0 'hello' (say: 5 octets are more than 4; the record is ignored) | stop");
  CHECK(fixture.from_client("03 00 00 00 00 00 04 68 65 6c 6c 00 01") == "say@0 'hell' | stop");
  const std::string not_text = fixture.from_client("03 00 00 00 00 00 02 c0 80 00 01");
  CHECK_THAT(not_text, Catch::Contains("(say: the text is not UTF-8; the record is ignored) | stop"));
}

TEST_CASE("a text that is too long for its length field ends with a whole character") {
  RecordFixture fixture;
  fixture.assigned.set(4, fixture.hear);
  fixture.writer.text(4, fixture.hear, 0, std::string(65534, 'a') + "\xc3\xa9 and more");
  RecordReader reader(RecordReader::Peer::server, fixture.assigned);
  std::string_view bytes = fixture.out;
  Record record;
  REQUIRE(reader.next(bytes, record) == RecordReader::Result::record);
  CHECK(record.octets == std::string(65534, 'a'));
  CHECK(bytes.empty());
}

TEST_CASE("IDs are assigned in order, and an object keeps its ID") {
  RecordFixture fixture;
  CHECK(fixture.assigned.assign(fixture.say) == 1);
  CHECK(fixture.assigned.assign(fixture.drive) == 2);
  CHECK(fixture.assigned.assign(fixture.say) == 1);
  CHECK(fixture.assigned.size() == 2);
  CHECK(fixture.assigned.find(2) == &fixture.drive);
  CHECK(fixture.assigned.find(0) == nullptr);
  CHECK(fixture.assigned.find(3) == nullptr);
  CHECK(fixture.assigned.id_of(fixture.hear) == 0);
  const std::vector<Object> many(300, fixture.drive);
  for (int i = 0; i < 253; ++i) CHECK(fixture.assigned.assign(many[static_cast<std::size_t>(i)]) == i + 3);
  CHECK(fixture.assigned.assign(many[253]) == 0);
  CHECK(fixture.assigned.size() == 255);
}
