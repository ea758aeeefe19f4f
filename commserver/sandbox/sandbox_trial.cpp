// SPDX-License-Identifier: Apache-2.0
//
// Whether a Sandbox can be made on this machine.
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>

#include "commserver/guardian/pipe.h"
#include "commserver/sandbox/sandbox.h"
#include "spark/core/real_clock.h"

namespace commserver {
namespace {

namespace fs = std::filesystem;

/// Starting a sandbox takes some milliseconds.
constexpr std::chrono::milliseconds kProbeTakes{5000};
constexpr std::uint64_t kProbeFiles = 1024 * 1024;

/// One line of what bwrap says.
std::string first_line(const spark::Descriptor& pipe) {
  char text[1024];
  const ssize_t count = ::read(pipe.get(), text, sizeof text);
  const std::string all(text, static_cast<std::size_t>(std::max<ssize_t>(0, count)));
  return all.substr(0, all.find('\n'));
}

}  // namespace

std::string Sandbox::try_out(Guardian& guardian) {
  std::string problem = start_once(guardian);
  if (problem.empty() || !no_mounts_because.empty()) return problem;
  // An older or a restricted bwrap may refuse the additional options.
  no_mounts_because = problem;
  return start_once(guardian).empty() ? std::string() : problem;
}

std::string Sandbox::start_once(Guardian& guardian) {
  Guardian::Program nothing;
  nothing.file = "/bin/true";
  std::error_code none;
  nothing.working_folder = fs::is_directory(first.parent_path(), none) ? first.parent_path() : "/";
  nothing.limits.files = kProbeFiles;
  nothing.arguments = {"true"};
  Pipe words = Pipe::make();
  const spark::Descriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  const int child = guardian.start(enclose(nothing, {}), {null.get(), null.get(), null.get(), words.write.get()});
  words.write.close();
  make_non_blocking(words.read);
  const auto deadline = spark::RealClock::system().now() + kProbeTakes;
  while (spark::RealClock::system().now() < deadline) {
    pollfd input{guardian.poll_descriptor(), POLLIN, 0};
    ::poll(&input, 1, static_cast<int>(kProbeTakes.count()));
    while (const auto report = guardian.next_report()) {
      if (report->child != child || report->kind == Guardian::Report::Kind::started) continue;
      if (report->kind == Guardian::Report::Kind::read_only) {
        if (report->value != 0) no_mounts_because = std::strerror(report->value);
        continue;
      }
      if (report->kind == Guardian::Report::Kind::exited && report->value == 0) return {};
      const std::string said = first_line(words.read);
      return said.empty() ? describe(*report) : said;
    }
    if (guardian.is_gone()) return "the guardian is gone";
  }
  guardian.signal(child, SIGKILL);
  return "bwrap does not exit";
}

}  // namespace commserver
