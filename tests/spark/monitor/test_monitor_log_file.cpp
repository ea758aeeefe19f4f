// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/resource.h>
#include <zstd.h>

#include <catch2/catch.hpp>
#include <csignal>

#include "spark/monitor/monitor_log_file.h"
#include "tests/spark/monitor/monitor_stage.h"

using namespace spark;

TEST_CASE("lines reach the file at a flush and at the end, and an older file is overwritten") {
  TemporaryFolder folder;
  std::ofstream(folder / "monitor.log") << "an older match, longer than this one";
  Log log;
  {
    MonitorLogFile file(folder / "monitor.log", log);
    CHECK(content(folder / "monitor.log").empty());
    file.write("(Init)\n");
    CHECK(content(folder / "monitor.log").empty());
    file.flush();
    CHECK(content(folder / "monitor.log") == "(Init)\n");
    file.write("(Info)\n");
  }
  CHECK(content(folder / "monitor.log") == "(Init)\n(Info)\n");
}

TEST_CASE("lines are written without a flush before the buffer gets large") {
  TemporaryFolder folder;
  Log log;
  MonitorLogFile file(folder / "monitor.log", log);
  const std::string line(999, 'x');
  for (int i = 0; i < 1000; ++i) file.write(line + '\n');
  CHECK(std::filesystem::file_size(folder / "monitor.log") > 900000);
  file.flush();
  CHECK(std::filesystem::file_size(folder / "monitor.log") == 1000000);
}

TEST_CASE("a file that cannot be opened costs one error line, and the log is closed") {
  TemporaryFolder folder;
  Log log;
  const LogLines lines(log);
  const auto path = folder / "missing/monitor.log";
  for (const auto encoding : {MonitorLogFile::Encoding::plain, MonitorLogFile::Encoding::zst}) {
    MonitorLogFile file(path, log, encoding);
    CHECK_FALSE(file.is_open());
    file.write("(Init)\n");
    file.finish();
    CHECK(file.problem() == "No such file or directory");
  }
  CHECK(lines.size() == 2);
  CHECK(lines.count("cannot write " + path.string() + ": No such file or directory; the monitor log ends here") == 2);
  CHECK(MonitorLogFile(folder / ".", log).problem() == "Is a directory");
}

TEST_CASE("a full disk costs one error line, then the log is closed") {
  Log log;
  const LogLines lines(log);
  {
    MonitorLogFile file("/dev/full", log);
    file.write("(Init)\n");
    CHECK(file.is_open());
    file.flush();
    CHECK_FALSE(file.is_open());
    for (int i = 0; i < 3; ++i) {
      file.write("(Info)\n");
      file.flush();
    }
  }
  CHECK(lines.size() == 1);
  CHECK(lines.count("error: cannot write /dev/full: No space left on device") == 1);
}

namespace {

std::string decompressed(const std::string& bytes) {
  std::string text;
  std::string piece(1 << 20, '\0');
  std::size_t place = 0;
  while (place < bytes.size()) {
    const std::size_t size = ZSTD_findFrameCompressedSize(bytes.data() + place, bytes.size() - place);
    if (ZSTD_isError(size)) break;
    const std::size_t count = ZSTD_decompress(piece.data(), piece.size(), bytes.data() + place, size);
    if (ZSTD_isError(count)) break;
    text.append(piece, 0, count);
    place += size;
  }
  return text;
}

std::uint32_t number_at(const std::string& bytes, std::size_t place) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes.at(place + i));
  return value;
}

}  // namespace

TEST_CASE("a compressed log has the plain log's text in independent frames with an index") {
  TemporaryFolder folder;
  const auto path = folder / "monitor.log.zst";
  Log log;
  std::string text;
  {
    MonitorLogFile file(path, log, MonitorLogFile::Encoding::zst);
    for (int i = 0; i < 3000; ++i) {
      const std::string line = fmt::format("(Info (time {})(B (pos {} {} 0.111)))\n", i * 0.15, i % 17, i * i % 31);
      text += line;
      file.write(line);
      if (i == 200) file.flush();
    }
  }
  const std::string bytes = content(path);
  CHECK(decompressed(bytes) == text);
  CHECK(bytes.size() < text.size() / 3);

  // The index: entries of compressed and plain size, their number, no checksums, the magic number.
  REQUIRE(number_at(bytes, bytes.size() - 4) == 0x8F92EAB1);
  CHECK(bytes[bytes.size() - 5] == '\0');
  const std::uint32_t frames = number_at(bytes, bytes.size() - 9);
  REQUIRE(frames >= 3);
  const std::size_t table = bytes.size() - 9 - frames * 8;
  CHECK(number_at(bytes, table - 8) == 0x184D2A5E);
  CHECK(number_at(bytes, table - 4) == frames * 8 + 9);
  std::size_t place = 0;
  std::size_t plain = 0;
  for (std::uint32_t i = 0; i < frames; ++i) {
    const std::size_t size = number_at(bytes, table + i * 8);
    CHECK(decompressed(bytes.substr(place, size)) == text.substr(plain, number_at(bytes, table + i * 8 + 4)));
    CHECK(text[plain + number_at(bytes, table + i * 8 + 4) - 1] == '\n');  // frames end with a whole line
    place += size;
    plain += number_at(bytes, table + i * 8 + 4);
  }
  CHECK(place == table - 8);
  CHECK(plain == text.size());
}

TEST_CASE("an unfinished compressed log can be read up to the last flush or the last full frame") {
  TemporaryFolder folder;
  Log log;
  auto* file = new MonitorLogFile(folder / "monitor.log.zst", log, MonitorLogFile::Encoding::zst);
  file->write("(Init)\n");
  file->flush();
  CHECK(decompressed(content(folder / "monitor.log.zst")) == "(Init)\n");
  const std::string line(1700, 'x');
  for (int i = 0; i < 30; ++i) file->write(line + '\n');
  CHECK(decompressed(content(folder / "monitor.log.zst")).size() > 7 + 1701 * 19);
  const std::string before = content(folder / "monitor.log.zst");
  file->flush();
  file->flush();
  CHECK(decompressed(content(folder / "monitor.log.zst")).size() == 7 + 1701 * 30);
  CHECK(content(folder / "monitor.log.zst").starts_with(before));
  delete file;
}

TEST_CASE("a full disk ends a compressed log with one error line") {
  Log log;
  const LogLines lines(log);
  {
    MonitorLogFile file("/dev/full", log, MonitorLogFile::Encoding::zst);
    file.write("(Init)\n");
    file.flush();
    CHECK_FALSE(file.is_open());
    file.write("(Info)\n");
    file.flush();
  }
  CHECK(lines.size() == 1);
}

namespace {

/// Limits the size of files of this process while it exists; more is an error and raises no signal.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before_) == 0);
    rlimit small = before_;
    small.rlim_cur = bytes;
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  }
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

}  // namespace

TEST_CASE("a file that reaches the size limit ends with a whole line, and the reason is reported") {
  TemporaryFolder folder;
  Log log;
  const LogLines lines(log);
  std::string line(100, 'x');  // joined by +, GCC 12 takes it for a copy beyond its end at -O1
  line.back() = '\n';
  MonitorLogFile file(folder / "monitor.log", log);
  {
    const SmallFiles small(12345);
    for (int i = 0; i < 100; ++i) file.write(line);
    file.flush();
    CHECK(file.is_open());
    for (int i = 0; i < 100; ++i) file.write(line);
    file.flush();
    CHECK_FALSE(file.is_open());
    CHECK(file.problem() == "File too large");
  }
  file.write(line);
  file.finish();
  CHECK(std::filesystem::file_size(folder / "monitor.log") == 12300);
  CHECK(lines.size() == 1);
}

TEST_CASE("a compressed file that reaches any size limit ends with a whole frame and the index") {
  Log log;
  std::string text;
  std::vector<std::string> all;
  for (int i = 0; i < 3000; ++i)
    text += all.emplace_back(
        fmt::format("(Info (time {})(B (pos {} {} 0.111)))\n", i * 0.15, i * 7919 % 1000, i * i % 997));
  for (const rlim_t limit : {0, 1, 16, 17, 40, 1000, 5000, 5001, 5002, 10000, 20000, 20007}) {
    CAPTURE(limit);
    TemporaryFolder folder;
    const auto path = folder / "monitor.log.zst";
    {
      const SmallFiles small(limit);
      MonitorLogFile file(path, log, MonitorLogFile::Encoding::zst);
      for (const std::string& line : all) file.write(line);
      file.finish();
      CHECK(file.problem() == "File too large");
    }
    const std::string bytes = content(path);
    CHECK(bytes.size() <= limit);
    const std::string kept = decompressed(bytes);
    CHECK(text.starts_with(kept));
    CHECK((kept.empty() || kept.back() == '\n'));
    if (limit < 5000) continue;  // less than one frame
    REQUIRE(number_at(bytes, bytes.size() - 4) == 0x8F92EAB1);
    const std::uint32_t frames = number_at(bytes, bytes.size() - 9);
    const std::size_t table = bytes.size() - 9 - frames * 8;
    std::size_t place = 0;
    for (std::uint32_t i = 0; i < frames; ++i) place += number_at(bytes, table + i * 8);
    CHECK(place == table - 8);
    CHECK(frames > 0);
  }
}
