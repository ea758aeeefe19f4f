// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/guarded_agent.h"

#include <sys/socket.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace commserver {
namespace {

int first_descriptor(cmsghdr* head) {
  int descriptor = -1;
  std::memcpy(&descriptor, CMSG_DATA(head), sizeof descriptor);
  return descriptor;
}

}  // namespace

spark::Descriptor GuardedAgent::open_news() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return {};
  news = spark::Descriptor(ends[0]);
  // Each message carries its sender's pid, in the numbering of this process.
  const int yes = 1;
  ::setsockopt(news.get(), SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes);
  return spark::Descriptor(ends[1]);
}

std::optional<GuardianReport> GuardedAgent::next_news() {
  while (news) {
    GuardianReport told;
    iovec part{&told, sizeof told};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(ucred)) + CMSG_SPACE(sizeof(int))];
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    const ssize_t count = ::recvmsg(news.get(), &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return std::nullopt;
    if (count <= 0) {
      news.close();
      return std::nullopt;
    }
    ucred sender{};
    spark::Descriptor folder;
    for (cmsghdr* head = CMSG_FIRSTHDR(&message); head; head = CMSG_NXTHDR(&message, head)) {
      if (head->cmsg_type == SCM_CREDENTIALS) std::memcpy(&sender, CMSG_DATA(head), sizeof sender);
      if (head->cmsg_type == SCM_RIGHTS) folder = spark::Descriptor(first_descriptor(head));
    }
    if (count != sizeof told) {
      news.close();
      return std::nullopt;
    }
    if (told.kind == GuardianReport::Kind::inside) {
      inside = sender.pid;
      written = std::move(folder);
      files_made = told.files_made;
      continue;
    }
    told.words[GuardianReport::kMaxWords] = '\0';
    if (told.kind == GuardianReport::Kind::started)
      told.value = inside;
    else if (told.kind != GuardianReport::Kind::read_only)
      inside = 0;
    return told;
  }
  return std::nullopt;
}

void GuardedAgent::signal(int signal) const {
  // The agent can tidy up only if what is around it stays; and it goes with that.
  ::kill(inside > 0 && signal != SIGKILL ? -inside : -leader, signal);
}

}  // namespace commserver
