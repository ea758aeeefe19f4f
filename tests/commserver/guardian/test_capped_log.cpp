// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <random>
#include <regex>

#include "commserver/guardian/log_pipes.h"
#include "tests/support/files.h"
#include "tests/support/processes.h"
#include "tests/support/temporary_folder.h"

using commserver::CappedLog;
using spark::Descriptor;

namespace {

constexpr std::size_t kLimit = 2 * CappedLog::kMinSize;

Descriptor new_file(const std::filesystem::path& file) {
  return Descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
}

std::string numbered_lines(std::size_t bytes) {
  std::string text;
  for (int i = 0; text.size() < bytes; ++i) text += fmt::format("{:09}\n", i);
  text.resize(bytes);
  return text;
}

/// Checks a log to which `text` was written against protocol 3.1.
void check_log(const std::string& log, const std::string& text, std::size_t limit) {
  if (text.size() <= limit) {
    CHECK(log == text);
    return;
  }
  REQUIRE(log.size() == limit);
  std::smatch gap;
  REQUIRE(std::regex_search(log, gap, std::regex("\n\\[\\.\\.\\. (\\d+) bytes left out here \\.\\.\\.\\]\n")));
  const std::string head = gap.prefix();
  const std::string tail = gap.suffix();
  CHECK(head.size() == limit / 2);
  CHECK(head == text.substr(0, head.size()));
  CHECK(tail == text.substr(text.size() - tail.size()));
  CHECK(head.size() + tail.size() + std::stoul(gap[1]) == text.size());
}

}  // namespace

TEST_CASE("a capped log keeps its beginning and its end, and states how many bytes are left out between") {
  const TemporaryFolder folder;
  const std::size_t bytes = GENERATE(0, 1, kLimit / 2, kLimit - 1, kLimit, kLimit + 1, kLimit + kLimit / 2,
                                     kLimit + kLimit / 2 + 1, 2 * kLimit - 1, 10 * kLimit + 4711, 100 * kLimit);
  const std::size_t piece = GENERATE(1, 1000, kLimit / 2, 7 * kLimit);
  CAPTURE(bytes, piece);
  const std::string text = numbered_lines(bytes);
  CappedLog log(new_file(folder.path() / "log"), kLimit);
  for (std::size_t at = 0; at < bytes; at += piece) log.append(std::string_view(text).substr(at, piece));
  log.finish();
  log.append("too late");
  check_log(content(folder.path() / "log"), text, kLimit);
}

TEST_CASE("ring buffers larger than the block that is moved at once are put in order, too") {
  const TemporaryFolder folder;
  constexpr std::size_t kLarge = 1'000'001;  // several blocks of 64 KiB, and an odd rest
  std::minstd_rand random(7);
  for (int i = 0; i < 10; ++i) {
    const std::string text = numbered_lines(kLarge + random() % kLarge);
    CappedLog log(new_file(folder.path() / "log"), kLarge);
    log.append(text);
    log.finish();
    check_log(content(folder.path() / "log"), text, kLarge);
  }
}

TEST_CASE("a log that does not exceed its limit is in order at any time") {
  const TemporaryFolder folder;
  CappedLog log(new_file(folder.path() / "log"), kLimit);
  const std::string text = numbered_lines(kLimit);
  log.append(std::string_view(text).substr(0, 5000));
  CHECK(content(folder.path() / "log") == text.substr(0, 5000));
  log.append(std::string_view(text).substr(5000));
  CHECK(content(folder.path() / "log") == text);
}

TEST_CASE("a log on a full disk ends, and is reported once") {
  commserver::LogPipes pipes;
  const Descriptor full(::open("/dev/full", O_RDWR | O_CLOEXEC));
  const TemporaryFolder folder;
  const Descriptor file = new_file(folder.path() / "log");
  const Descriptor lost = pipes.open(full.get(), kLimit);
  const Descriptor kept = pipes.open(file.get(), kLimit);
  for (int i = 0; i < 3; ++i) {
    for (const Descriptor* end : {&lost, &kept}) REQUIRE(::write(end->get(), "chatter\n", 8) == 8);
    std::vector<pollfd> polls;
    pipes.add_to(polls);
    REQUIRE(::poll(polls.data(), 2, 20000) == 2);
    pipes.read(polls);
    const auto failures = pipes.take_failures();
    REQUIRE(failures.size() == (i == 0 ? 1 : 0));
    if (i > 0) continue;
    CHECK(failures[0].file == "full");
    CHECK(failures[0].error == ENOSPC);
  }
  pipes.finish();
  CHECK(content(folder.path() / "log") == "chatter\nchatter\nchatter\n");
}

TEST_CASE("logs are finished without waiting for processes that still write") {
  const TemporaryFolder folder;
  commserver::LogPipes pipes;
  const Descriptor file = new_file(folder.path() / "log");
  Descriptor end = pipes.open(file.get(), kLimit);
  REQUIRE(end);
  std::vector<pollfd> polls;
  pipes.add_to(polls);
  REQUIRE(polls.size() == 1);
  const pid_t chatterbox = ::fork();
  if (chatterbox == 0) {
    ::close(polls[0].fd);
    ::signal(SIGPIPE, SIG_DFL);
    while (::write(end.get(), "chatter chatter chatter\n", 24) > 0) {
    }
    ::_exit(1);
  }
  end.close();
  REQUIRE(::poll(polls.data(), 1, 20000) == 1);
  pipes.finish();
  CHECK(content(folder.path() / "log").starts_with("chatter chatter"));
  polls.clear();
  pipes.add_to(polls);
  CHECK(polls.empty());
  // There is no reader any more, so it ends like a process that writes into a broken pipe.
  int status = 0;
  REQUIRE(::waitpid(chatterbox, &status, 0) == chatterbox);
  CHECK(WTERMSIG(status) == SIGPIPE);
}

namespace {

/// Limits the size of the files that this process writes, as long as it exists.
class FileLimit {
 public:
  explicit FileLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before_) == 0);
    const rlimit limit{bytes, before_.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
  }
  ~FileLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileLimit(const FileLimit&) = delete;
  FileLimit& operator=(const FileLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

}  // namespace

TEST_CASE("a log that has failed is not continued after a gap when there is room again") {
  const TemporaryFolder folder;
  CappedLog log(new_file(folder.path() / "log"), kLimit);
  const std::string text = numbered_lines(5000);
  {
    const FileLimit limit(3000);
    log.append(text);
  }
  CHECK(log.failure() == EFBIG);
  CHECK(content(folder.path() / "log") == text.substr(0, 3000));
  log.append("there is room again\n");
  log.append(numbered_lines(3 * kLimit));
  CHECK(log.failure() == EFBIG);
  log.finish();
  CHECK(content(folder.path() / "log") == text.substr(0, 3000));
}
