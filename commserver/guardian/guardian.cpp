// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/guardian.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>

#include "commserver/guardian/guardian_process.h"
#include "spark/core/check.h"
#include "spark/core/real_clock.h"

namespace commserver {
namespace {

/// Limits the wait for the guardian to exit. It takes longer only if the kernel cannot end a process; then the guardian
/// keeps trying without the server.
constexpr std::chrono::milliseconds kGuardianEnds{5000};

using spark::RealClock;

/// Waits until `descriptor` is readable; false at `deadline`.
bool wait_readable(int descriptor, RealClock::Time deadline) {
  while (true) {
    // Real time: the guardian is a real process, whatever clock the match uses.
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - RealClock::system().now());
    pollfd input{descriptor, POLLIN, 0};
    const int count = ::poll(&input, 1, static_cast<int>(std::max<std::int64_t>(0, left.count())));
    if (count > 0) return true;
    if (count == 0 || errno != EINTR) return false;
  }
}

}  // namespace

std::unique_ptr<Guardian> Guardian::start() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    throw std::runtime_error(fmt::format("cannot make a socket for the guardian: {}", std::strerror(errno)));
  spark::Descriptor ours(ends[0]);
  spark::Descriptor theirs(ends[1]);
  const pid_t server = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) throw std::runtime_error(fmt::format("cannot fork the guardian: {}", std::strerror(errno)));
  if (pid == 0) {
    ours.close();
    GuardianProcess::run(theirs.get(), server);
  }
  return std::unique_ptr<Guardian>(new Guardian(std::move(ours), pid));
}

Guardian::~Guardian() {
  socket_.close();
  // With a descriptor of the process the wait can be limited; glibc 2.36 has a wrapper for the call, older versions do
  // not.
  const spark::Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
  if (process && wait_readable(process.get(), RealClock::system().now() + kGuardianEnds)) ::waitpid(pid_, nullptr, 0);
}

bool Guardian::send(const GuardianOrder& order, const std::string& texts, const Ends* ends) {
  iovec parts[2] = {{const_cast<GuardianOrder*>(&order), sizeof order},
                    {const_cast<char*>(texts.data()), texts.size()}};
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = 2;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * kOrderDescriptors)] = {};
  if (ends) {
    const int descriptors[kOrderDescriptors] = {ends->input, ends->output, ends->standard_output, ends->standard_error};
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof descriptors);
    std::memcpy(CMSG_DATA(head), descriptors, sizeof descriptors);
  }
  // Never blocks for long: the guardian keeps reading even if its reports are not read.
  ssize_t count;
  do {
    count = ::sendmsg(socket_.get(), &message, MSG_NOSIGNAL);
  } while (count < 0 && errno == EINTR);
  return count >= 0;
}

int Guardian::start(const Program& program, const Ends& ends) {
  GuardianOrder order;
  order.kind = GuardianOrder::Kind::start;
  order.child = ++last_child_;
  order.input_fd = program.input_fd;
  order.output_fd = program.output_fd;
  order.sandboxed = program.sandboxed;
  order.limits = program.limits;
  order.own_user = program.own_user;
  order.enclosed = static_cast<int>(program.enclosed.size());
  order.variables = static_cast<int>(program.environment.size());
  std::string texts;
  const auto add = [&](const std::string& text) { texts.append(text).push_back('\0'); };
  add(program.kept_in.string());
  add(program.working_folder.string());
  add(program.file.string());
  for (const std::string& variable : program.environment) add(variable);
  for (const std::filesystem::path& each : program.enclosed) add(each.string());
  for (const std::string& argument : program.arguments) add(argument);
  if (sizeof order + texts.size() > kMaxOrderSize)
    throw std::runtime_error(fmt::format("the command line of {} is too long", program.file.string()));
  if (!send(order, texts, &ends))
    throw std::runtime_error(
        fmt::format("cannot start {}: the guardian is gone ({})", program.file.string(), std::strerror(errno)));
  return order.child;
}

void Guardian::signal(int child, int signal) {
  GuardianOrder order;
  order.kind = GuardianOrder::Kind::signal;
  order.child = child;
  order.signal = signal;
  send(order, {}, nullptr);
}

bool Guardian::wait_for_report(std::chrono::milliseconds limit) const {
  return wait_readable(socket_.get(), RealClock::system().now() + limit);
}

std::optional<Guardian::Report> Guardian::next_report() {
  Report report;
  if (!of_logs_.empty()) {
    report = of_logs_.front();
    of_logs_.pop_front();
    return report;
  }
  return received();
}

std::optional<Guardian::Report> Guardian::received() {
  Report report;
  ssize_t count;
  do {
    count = ::recv(socket_.get(), &report, sizeof report, MSG_DONTWAIT);
  } while (count < 0 && errno == EINTR);
  if (count == sizeof report) return report;
  if (count >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) gone_ = true;
  return std::nullopt;
}

bool Guardian::end_all(std::chrono::milliseconds limit) {
  GuardianOrder order;
  order.kind = GuardianOrder::Kind::end_all;
  order.child = ++last_child_;  // distinguishes this report from that of an earlier end that took too long
  if (!send(order, {}, nullptr)) return false;
  const auto deadline = RealClock::system().now() + limit;
  while (!gone_) {
    while (const auto report = received()) {
      if (report->kind == Report::Kind::log_ended) of_logs_.push_back(*report);
      if (report->kind == Report::Kind::all_ended && report->child == order.child) return true;
    }
    if (!gone_ && !wait_readable(socket_.get(), deadline)) return false;
  }
  return false;
}

}  // namespace commserver
