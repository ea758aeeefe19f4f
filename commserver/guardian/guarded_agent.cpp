// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/guarded_agent.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace commserver {
namespace {

/// The number of descriptors in a report.
constexpr std::size_t kDescriptors = 2;

void take_descriptors(cmsghdr* head, spark::Descriptor (&taken)[kDescriptors]) {
  const std::size_t count = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
  for (std::size_t i = 0; i < std::min(count, kDescriptors); ++i) {
    int descriptor = -1;
    std::memcpy(&descriptor, CMSG_DATA(head) + i * sizeof descriptor, sizeof descriptor);
    taken[i] = spark::Descriptor(descriptor);
  }
}

}  // namespace

spark::Descriptor GuardedAgent::open_reports() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return {};
  reports = spark::Descriptor(ends[0]);
  // Each message carries its sender's pid, as this process sees it.
  const int yes = 1;
  ::setsockopt(reports.get(), SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes);
  return spark::Descriptor(ends[1]);
}

std::optional<GuardianReport> GuardedAgent::next_report() {
  while (reports) {
    GuardianReport report;
    iovec part{&report, sizeof report};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(ucred)) + CMSG_SPACE(kDescriptors * sizeof(int))];
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    const ssize_t count = ::recvmsg(reports.get(), &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return std::nullopt;
    if (count <= 0) {
      reports.close();
      return std::nullopt;
    }
    ucred sender{};
    spark::Descriptor folders[kDescriptors];
    for (cmsghdr* head = CMSG_FIRSTHDR(&message); head; head = CMSG_NXTHDR(&message, head)) {
      if (head->cmsg_type == SCM_CREDENTIALS) std::memcpy(&sender, CMSG_DATA(head), sizeof sender);
      if (head->cmsg_type == SCM_RIGHTS) take_descriptors(head, folders);
    }
    if (count != sizeof report) {
      reports.close();
      return std::nullopt;
    }
    if (report.kind == GuardianReport::Kind::inside) {
      inside = sender.pid;
      processes = ProcessWatch(std::move(folders[0]));
      written = std::move(folders[1]);
      files_made = report.files_made;
      continue;
    }
    report.text[GuardianReport::kMaxText] = '\0';
    if (report.kind == GuardianReport::Kind::started) {
      report.value = inside;
      started = true;
    } else if (report.kind != GuardianReport::Kind::read_only && report.kind != GuardianReport::Kind::shares_user) {
      inside = 0;
    }
    return report;
  }
  return std::nullopt;
}

void GuardedAgent::signal(int signal) const {
  // A signal that the agent can handle goes to the agent alone, so that its sandbox stays while it cleans up. SIGKILL
  // goes to the sandbox, whose end also ends the agent.
  ::kill(inside > 0 && signal != SIGKILL ? -inside : -leader, signal);
}

void GuardedAgent::watch_processes() {
  // There is no agent before the report `inside`, which brings the folder for counting.
  if (inside == 0 || limits.processes == 0 || user != 0) return;
  const auto count = processes.count();
  has_too_many = has_too_many || !count || *count > limits.processes;
  if (has_too_many) signal(SIGKILL);
}

}  // namespace commserver
