// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>

#include "gateways/rctp/protocol/object.h"
#include "gateways/rctp/protocol/operator_log_writer.h"
#include "spark/core/log.h"
#include "tests/support/files.h"
#include "tests/support/log_lines.h"
#include "tests/support/manual_clock.h"
#include "tests/support/properties.h"
#include "tests/support/temporary_folder.h"

using namespace rctp;
using namespace std::chrono_literals;
using Word = OperatorLog::Word;

namespace {

const std::string kExample =
    "rctp-operator 1\n"
    "1212 connect 127.0.0.1:40312\n"
    "1301 act drive 100 0 -0.5\n"
    "1301 act jump\n"
    "1350 act say \"hello\"\n"
    "1402 stop\n"
    "1450 release\n"
    "1702 rest\n"
    "1933 leave\n";

struct LogFixture {
  TemporaryFolder folder;
  spark::Log log;
  std::vector<std::string> lines;
  std::filesystem::path file = operator_log_file(folder.path(), "rover");
};

void write(OperatorLogWriter& writer, const OperatorLog::Entry& entry) {
  if (entry.word == Word::connect)
    writer.connect(entry.step, entry.text);
  else if (entry.word != Word::act)
    writer.write(entry.step, entry.word);
  else if (entry.is_text)
    writer.act(entry.step, entry.object, entry.text);
  else
    writer.act(entry.step, entry.object, entry.values);
}

std::string error_of(const std::string& contents) {
  try {
    parse_operator_log(contents, "a.log");
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("an operators' log is written and read") {
  LogFixture fixture;
  CHECK(fixture.file.filename() == "operator-rover.log");
  {
    OperatorLogWriter writer(fixture.file, fixture.log);
    writer.connect(1212, "127.0.0.1:40312");
    writer.act(1301, "drive", std::vector{100.0, 0.0, -0.5});
    writer.act(1301, "jump", std::vector<double>{});
    writer.act(1350, "say", "hello");
    writer.write(1402, Word::stop);
    writer.write(1450, Word::release);
    writer.write(1702, Word::rest);
    writer.write(1933, Word::leave);
  }
  CHECK(content(fixture.file) == kExample);
  const OperatorLog log = read_operator_log(fixture.file);
  REQUIRE(log.entries.size() == 8);
  CHECK(log.entries[0] == OperatorLog::Entry{1212, Word::connect, "", {}, false, "127.0.0.1:40312"});
  CHECK(log.entries[1] == OperatorLog::Entry{1301, Word::act, "drive", {100.0, 0.0, -0.5}, false, ""});
  CHECK(log.entries[2] == OperatorLog::Entry{1301, Word::act, "jump", {}, false, ""});
  CHECK(log.entries[3] == OperatorLog::Entry{1350, Word::act, "say", {}, true, "hello"});
  const std::vector<Word> words{Word::stop, Word::release, Word::rest, Word::leave};
  for (std::size_t i = 0; i < words.size(); ++i) CHECK(log.entries[4 + i].word == words[i]);
}

TEST_CASE("values are read bit for bit as they were carried out") {
  LogFixture fixture;
  const double float_limit = static_cast<double>(std::numeric_limits<float>::max());
  const std::vector<double> values{static_cast<double>(0.1F),
                                   0.1,
                                   123456789.0,
                                   1e300,
                                   -0.0,
                                   float_limit,
                                   static_cast<double>(std::numeric_limits<float>::denorm_min()),
                                   5e-324};
  {
    OperatorLogWriter writer(fixture.file, fixture.log);
    writer.act(1, "drive", values);
  }
  CHECK(content(fixture.file) ==
        "rctp-operator 1\n1 act drive 0.1 1.0000000000000001e-01 1.2345678900000000e+08 1.0000000000000001e+300 -0 "
        "3.4028235e+38 1e-45 4.9406564584124654e-324\n");
  const auto read = read_operator_log(fixture.file).entries.at(0).values;
  REQUIRE(read.size() == values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    CHECK(std::bit_cast<std::uint64_t>(read[i]) == std::bit_cast<std::uint64_t>(values[i]));
}

TEST_CASE("a number with 17 digits is read with 64 bits, and a shorter one with 32 bits") {
  const auto read = [](const std::string& number) {
    return parse_operator_log("rctp-operator 1\n1 act drive " + number + "\n", "a.log").entries.at(0).values.at(0);
  };
  CHECK(read("1.0000000000000002") == 1.0000000000000002);
  CHECK(read("-0.1000000000000000") == -0.1);
  CHECK(read("0.100000000000000") == static_cast<double>(0.1F));
}

TEST_CASE("any log is read as it was written") {
  LogFixture fixture;
  hold(
      [&] {
        std::vector<OperatorLog::Entry> entries(*rc::gen::inRange<std::size_t>(0, 12));
        spark::Step step = 0;
        for (OperatorLog::Entry& entry : entries) {
          entry.step = step += *rc::gen::inRange(0, 100);
          entry.word = Word{*rc::gen::inRange(0, 6)};
          const auto text = [] { return *rc::gen::container<std::string>(rc::gen::inRange<char>(0, 127)); };
          if (entry.word == Word::connect) entry.text = text();
          if (entry.word != Word::act) continue;
          entry.object = text();
          entry.is_text = *rc::gen::arbitrary<bool>();
          if (entry.is_text) {
            entry.text = text() + *rc::gen::element("", "\xc3\xa9", "\xe2\x82\xac\\\"", "\n");
            continue;
          }
          entry.values.resize(*rc::gen::inRange<std::size_t>(0, Object::kMaxOutputs + 1));
          for (double& value : entry.values) {
            const bool is_float = *rc::gen::arbitrary<bool>();
            value = is_float ? static_cast<double>(std::bit_cast<float>(*rc::gen::arbitrary<std::uint32_t>()))
                             : std::bit_cast<double>(*rc::gen::arbitrary<std::uint64_t>());
            if (!std::isfinite(value)) value = 0.0;
          }
        }
        {
          OperatorLogWriter writer(fixture.file, fixture.log);
          for (const OperatorLog::Entry& entry : entries) write(writer, entry);
        }
        RC_ASSERT(read_operator_log(fixture.file).entries == entries);
      },
      500);
}

TEST_CASE("an entry that cannot be read is reported with its line") {
  const std::string head = "rctp-operator 1\n";
  CHECK(error_of(head) == "none");
  CHECK(error_of("") == "a.log:1: an operators' log begins with 'rctp-operator 1'");
  CHECK(error_of("rctp-operator 2\n") == "a.log:1: an operators' log begins with 'rctp-operator 1'");
  CHECK(error_of("rctp-operator 1") == "a.log:1: the line has no end: the log was cut off");
  CHECK(error_of(head + "12 stop\n13 sto\n") == "a.log:3: 'sto' is not a word of an operators' log");
  CHECK(error_of(head + "12 stop\n13 stop") == "a.log:3: the line has no end: the log was cut off");
  CHECK(error_of(head + "stop\n") == "a.log:2: it does not begin with a step");
  CHECK(error_of(head + "-1 stop\n") == "a.log:2: it does not begin with a step");
  CHECK(error_of(head + "\n") == "a.log:2: it does not begin with a step");
  CHECK(error_of(head + "99999999999999999999 stop\n") == "a.log:2: it does not begin with a step");
  CHECK(error_of(head + "5 stop\n4 release\n") == "a.log:3: its step is before that of the line above");
  CHECK(error_of(head + "5 stop now\n") == "a.log:2: 'now' does not belong there");
  CHECK(error_of(head + "5 connect\n") == "a.log:2: a peer is missing");
  CHECK(error_of(head + "5 act\n") == "a.log:2: an object is missing");
  CHECK(error_of(head + "5 act drive 1 x\n") == "a.log:2: 'x' is not a finite number");
  CHECK(error_of(head + "5 act drive 1  2\n") == "a.log:2: '' is not a finite number");
  for (const char* number : {"nan", "inf", "-inf", "1e39", "1e400", "1.0000000000000000e+400", "0x10", "1f", "+1"})
    CHECK(error_of(head + "5 act drive " + number + "\n") ==
          fmt::format("a.log:2: '{}' is not a finite number", number));
  CHECK(error_of(head + "5 act drive 1 2 3 4 5 6 7 8 9\n") == "a.log:2: no object has more than 8 values");
  for (const char* text : {"\"", "\"a", "\"a\\\"", "\"\\x\"", "\"\xff\""})
    CHECK(error_of(head + "5 act say " + text + "\n") == "a.log:2: a text is not a JSON string");
  CHECK(error_of(head + "5 act say \"a\" 5\n") == "a.log:2: '5' does not belong there");
}

TEST_CASE("a step of a log has a limited number of lines") {
  std::string text = "rctp-operator 1\n";
  for (int step = 5; step < 7; ++step)
    for (std::size_t i = 0; i < kMaxEntriesPerStep; ++i) text += fmt::format("{} act drive 1 2\n", step);
  CHECK(parse_operator_log(text, "a.log").entries.size() == 2 * kMaxEntriesPerStep);
  CHECK(error_of(text + "6 stop\n") ==
        fmt::format("a.log:{}: its step has more than 1024 lines", 2 * kMaxEntriesPerStep + 2));
  CHECK(error_of(text + "7 stop\n") == "none");
}

TEST_CASE("an operators' log that is a pipe or a symbolic link is refused") {
  LogFixture fixture;
  REQUIRE(::mkfifo(fixture.file.c_str(), 0600) == 0);
  CHECK_THROWS_WITH(read_operator_log(fixture.file),
                    "cannot read " + fixture.file.string() + ": it is not a regular file");
  std::filesystem::remove(fixture.file);
  write_file(fixture.folder / "other.log", kExample);
  std::filesystem::create_symlink("other.log", fixture.file);
  CHECK_THROWS_WITH(read_operator_log(fixture.file), "cannot read " + fixture.file.string() + ": it is a link");
}

TEST_CASE("any bytes are a valid log or cause a one-line error") {
  hold([] {
    const auto bytes = *rc::gen::container<std::string>(
        rc::gen::oneOf(rc::gen::elementOf(std::string("1 \n\"\\acot")), rc::gen::arbitrary<char>()));
    const std::string error = error_of("rctp-operator 1\n5 act " + bytes);
    RC_ASSERT(error.find('\n') == error.npos);
  });
}

TEST_CASE("a missing file is refused, and a file that cannot be opened for writing is reported") {
  LogFixture fixture;
  CHECK_THROWS_WITH(read_operator_log(fixture.file),
                    "cannot read " + fixture.file.string() + ": No such file or directory");
  CHECK_THROWS_WITH(read_operator_log(fixture.folder.path()), Catch::EndsWith(": it is a folder"));
  const auto nowhere = fixture.folder / "nowhere" / "a.log";
  keep_lines(fixture.log, fixture.lines);
  OperatorLogWriter writer(nowhere, fixture.log);
  writer.flush();
  REQUIRE(fixture.lines.size() == 1);
  CHECK_THAT(fixture.lines[0],
             Catch::Contains("cannot write " + nowhere.string() + ", so the match cannot be replayed: ") &&
                 Catch::Contains("No such file or directory"));
}

TEST_CASE("lines are written to the file within half a second") {
  LogFixture fixture;
  ManualClock clock;
  OperatorLogWriter writer(fixture.file, fixture.log);
  const auto wait = [&](std::chrono::milliseconds time) {
    clock.advance(time);
    writer.flush_if_due(clock.now());
    return content(fixture.file);
  };
  CHECK(wait(0ms).empty());
  CHECK(wait(500ms) == "rctp-operator 1\n");
  wait(10s);
  writer.write(5, Word::stop);
  CHECK(wait(0ms) == "rctp-operator 1\n");
  CHECK(wait(499ms) == "rctp-operator 1\n");
  writer.write(6, Word::release);
  CHECK(wait(1ms) == "rctp-operator 1\n5 stop\n6 release\n");
  writer.write(7, Word::stop);
  writer.flush();
  CHECK(wait(0ms) == "rctp-operator 1\n5 stop\n6 release\n7 stop\n");
}

TEST_CASE("a full disk causes one line in the server's log") {
  LogFixture fixture;
  keep_lines(fixture.log, fixture.lines);
  {
    OperatorLogWriter writer("/dev/full", fixture.log);
    writer.flush();
    writer.write(5, Word::stop);
    writer.flush();
  }
  REQUIRE(fixture.lines.size() == 1);
  CHECK_THAT(fixture.lines[0], Catch::Contains("cannot write /dev/full any further, so the match cannot be replayed"));
}
