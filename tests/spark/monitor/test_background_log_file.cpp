// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/background_log_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <future>

#include "tests/spark/monitor/monitor_stage.h"
#include "tests/support/waiting.h"

using namespace spark;

namespace {

/// A file that holds 64 KiB and takes more only as it is read: a slow disk.
class SlowFile {
 public:
  SlowFile() {
    REQUIRE(::mkfifo(path().c_str(), 0600) == 0);
    reader_ = ::open(path().c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    REQUIRE(reader_ >= 0);
  }
  ~SlowFile() { ::close(reader_); }
  SlowFile(const SlowFile&) = delete;
  SlowFile& operator=(const SlowFile&) = delete;

  std::filesystem::path path() const { return folder_ / "slow.log"; }
  /// Appends the data that has arrived.
  void read_into(std::string& text) {
    std::array<char, 65536> piece;
    for (ssize_t count; (count = ::read(reader_, piece.data(), piece.size())) > 0;)
      text.append(piece.data(), static_cast<std::size_t>(count));
  }

 private:
  TemporaryFolder folder_;
  int reader_;
};

std::string lines_of(std::size_t bytes) {
  std::string text;
  for (int i = 0; text.size() < bytes; ++i)
    text += fmt::format("(Info (time {})(B (pos {} {} 0.111)))\n", i, i % 17, i * 7);
  return text;
}

void write_lines(BackgroundLogFile& file, std::string_view text) {
  for (std::size_t end; !text.empty(); text.remove_prefix(end + 1))
    file.write(text.substr(0, (end = text.find('\n')) + 1));
}

}  // namespace

TEST_CASE("a background log reaches the file soon, at a flush and at the end") {
  TemporaryFolder folder;
  const auto path = folder / "monitor.log";
  Log log;
  BackgroundLogFile file(path, log);
  file.write("(Init)\n");
  CHECK(wait_until([&] { return content(path) == "(Init)\n"; }));
  file.write("(Info 1)\n");
  CHECK(wait_until([&] { return content(path) == "(Init)\n(Info 1)\n"; }));
  file.write("(Info 2)\n");
  file.flush();
  CHECK(content(path) == "(Init)\n(Info 1)\n(Info 2)\n");
  file.flush();
  file.write("(Die)\n");
  file.finish();
  CHECK(content(path) == "(Init)\n(Info 1)\n(Info 2)\n(Die)\n");
  CHECK(file.problem().empty());
  CHECK_FALSE(file.is_open());
  file.write("(late)\n");
  file.flush();
  file.finish();
  CHECK(content(path) == "(Init)\n(Info 1)\n(Info 2)\n(Die)\n");
}

TEST_CASE("a background log whose file cannot be opened is closed at once") {
  TemporaryFolder folder;
  Log log;
  const LogLines lines(log);
  const auto path = folder / "missing/monitor.log";
  BackgroundLogFile file(path, log);
  CHECK_FALSE(file.is_open());
  file.write("(Init)\n");
  file.flush();
  file.finish();
  CHECK(file.problem() == "No such file or directory");
  CHECK(lines.size() == 1);
  CHECK(lines.count("cannot write " + path.string() + ": No such file or directory; the monitor log ends here") == 1);
}

TEST_CASE("a background log does not block its writer, however slow the disk is") {
  SlowFile slow;
  Log log;
  const std::string text = lines_of(3'000'000);
  std::string read;
  {
    BackgroundLogFile file(slow.path(), log);
    write_lines(file, text);  // returns, though nothing has been read yet
    CHECK(file.is_open());
    CHECK(wait_until([&] { return slow.read_into(read), read.size() == text.size(); }));
  }
  CHECK(read == text);
}

TEST_CASE("a background log blocks its writer when the disk is too far behind") {
  SlowFile slow;
  Log log;
  const std::string line(999, 'x');
  std::string text;
  while (text.size() < 2 * BackgroundLogFile::kMaxBacklogBytes + 4'000'000) text += line, text += '\n';
  BackgroundLogFile file(slow.path(), log);
  std::atomic<std::size_t> written{0};
  const auto writes = std::async(std::launch::async, [&] {
    std::string_view rest = text;
    for (std::size_t end; !rest.empty(); rest.remove_prefix(end), written += end)
      file.write(rest.substr(0, end = rest.find('\n') + 1));
  });
  CHECK(wait_until([&] { return written > BackgroundLogFile::kMaxBacklogBytes - 1000; }));
  CHECK(writes.wait_for(std::chrono::milliseconds(300)) == std::future_status::timeout);
  // One full backlog waits, another is being written, and a little is in the pipe.
  CHECK(written < 2 * BackgroundLogFile::kMaxBacklogBytes + 1'000'000);
  std::string read;
  CHECK(wait_until([&] { return slow.read_into(read), read.size() == text.size(); }));
  writes.wait();
  CHECK(read == text);
}

TEST_CASE("a full disk ends a background log with one error line") {
  Log log;
  const LogLines lines(log);
  BackgroundLogFile file("/dev/full", log, BackgroundLogFile::Encoding::plain, "this log");
  file.write("(Init)\n");
  CHECK(wait_until([&] { return !file.is_open(); }));
  file.write("(Info)\n");
  file.flush();
  file.finish();
  CHECK(file.problem() == "No space left on device");
  CHECK(lines.size() == 1);
  CHECK(lines.count("cannot write /dev/full: No space left on device; this log ends here") == 1);
}

TEST_CASE("a compressed background log has small frames, however much was written at once") {
  TemporaryFolder folder;
  const auto path = folder / "monitor.log.zst";
  Log log;
  {
    BackgroundLogFile file(path, log, BackgroundLogFile::Encoding::zst);
    write_lines(file, lines_of(500'000));
  }
  const std::string bytes = content(path);
  REQUIRE(bytes.size() > 9);
  const auto frames = static_cast<unsigned char>(bytes[bytes.size() - 9]);  // the number of frames in the index
  CHECK(frames > 20);
}
