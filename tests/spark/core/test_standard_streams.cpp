// SPDX-License-Identifier: Apache-2.0
#include "spark/core/standard_streams.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <csignal>
#include <string>

#include "spark/core/descriptor.h"
#include "spark/core/signal_dispositions.h"

using spark::Descriptor;

namespace {

struct Pipe {
  Pipe() {
    int ends[2] = {-1, -1};
    REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
    out = Descriptor(ends[0]);
    in = Descriptor(ends[1]);
  }
  Descriptor out, in;
};

bool is_null_device(int descriptor) {
  struct stat there {
  }, null{};
  return ::fstat(descriptor, &there) == 0 && ::stat("/dev/null", &null) == 0 && there.st_rdev == null.st_rdev;
}

void do_something(int) {}

}  // namespace

TEST_CASE("a text is written completely, or an errno is returned") {
  const spark::SignalDispositions as_before{};
  std::signal(SIGPIPE, SIG_IGN);
  Pipe pipe;
  CHECK(spark::print(pipe.in.get(), "{} of {}", 1, "two") == 0);
  CHECK(spark::write_text(pipe.in.get(), "") == 0);
  char text[20] = {};
  CHECK(::read(pipe.out.get(), text, sizeof text) == 8);
  CHECK(std::string(text) == "1 of two");
  // A non-blocking descriptor of a full pipe: it is waited for, but not forever.
  REQUIRE(::fcntl(pipe.in.get(), F_SETFL, O_NONBLOCK) == 0);
  CHECK(spark::write_text(pipe.in.get(), std::string(1 << 20, 'x')) == EAGAIN);
  pipe.out.close();
  CHECK(spark::write_text(pipe.in.get(), "x") == EPIPE);
  CHECK(spark::write_text(Descriptor(::open("/dev/full", O_WRONLY | O_CLOEXEC)).get(), "x") == ENOSPC);
  CHECK(spark::write_text(-1, "x") == EBADF);
}

TEST_CASE("missing standard streams are opened to /dev/null, the others stay") {
  // In a separate process, whose exit status tells what was wrong.
  const pid_t child = ::fork();
  if (child == 0) {
    const Descriptor other(::dup(STDOUT_FILENO));
    ::dup2(other.get(), STDOUT_FILENO);
    ::close(STDIN_FILENO);
    ::close(STDERR_FILENO);
    spark::open_standard_streams();
    struct stat was {
    }, is{};
    ::fstat(other.get(), &was);
    ::fstat(STDOUT_FILENO, &is);
    const bool kept = was.st_ino == is.st_ino && was.st_dev == is.st_dev;
    const int next = ::open("/dev/zero", O_RDONLY);
    const bool known =
        spark::was_closed(STDIN_FILENO) && !spark::was_closed(STDOUT_FILENO) && spark::was_closed(STDERR_FILENO);
    ::_exit(!kept                            ? 1
            : !is_null_device(STDIN_FILENO)  ? 2
            : !is_null_device(STDERR_FILENO) ? 3
            : next <= 2                      ? 4
            : !known                         ? 5
                                             : 0);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}

TEST_CASE("signal dispositions are restored, except for the excluded ones") {
  const spark::SignalDispositions as_before{};
  for (const int signal : {SIGUSR2, SIGTERM, SIGALRM}) std::signal(signal, SIG_DFL);
  std::signal(SIGHUP, SIG_IGN);
  std::signal(SIGUSR1, do_something);
  {
    const spark::SignalDispositions kept{SIGUSR2};
    for (const int signal : {SIGHUP, SIGUSR2, SIGTERM, SIGALRM}) std::signal(signal, do_something);
    std::signal(SIGUSR1, SIG_DFL);
    CHECK_FALSE(spark::is_ignored(SIGHUP));
  }
  CHECK(spark::is_ignored(SIGHUP));
  CHECK(std::signal(SIGUSR1, SIG_DFL) == do_something);
  CHECK(std::signal(SIGUSR2, SIG_DFL) == do_something);
  CHECK(std::signal(SIGTERM, SIG_DFL) == SIG_DFL);
  CHECK(std::signal(SIGALRM, SIG_DFL) == SIG_DFL);
}
