// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/received_order.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace commserver {
namespace {

std::vector<const char*> texts_between(const char* first, const char* last) {
  std::vector<const char*> texts;
  while (first < last) {
    texts.push_back(first);
    first += std::strlen(first) + 1;
  }
  return texts;
}

}  // namespace

ReceivedOrder::Result ReceivedOrder::receive(int socket) {
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * kOrderDescriptors)];
  iovec part{packet_.data(), kMaxOrderSize};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  const ssize_t count = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return Result::nothing;
  if (count < static_cast<ssize_t>(sizeof order)) return Result::server_is_gone;
  packet_[static_cast<std::size_t>(count)] = '\0';

  int numbers[kOrderDescriptors] = {-1, -1, -1, -1};
  if (const cmsghdr* head = CMSG_FIRSTHDR(&message); head && head->cmsg_type == SCM_RIGHTS)
    std::memcpy(numbers, CMSG_DATA(head), std::min(sizeof numbers, head->cmsg_len - CMSG_LEN(0)));
  for (std::size_t i = 0; i < kOrderDescriptors; ++i) ends[i] = spark::Descriptor(numbers[i]);
  std::memcpy(&order, packet_.data(), sizeof order);
  texts = texts_between(packet_.data() + sizeof order, packet_.data() + count);
  return Result::received;
}

}  // namespace commserver
