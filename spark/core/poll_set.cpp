// SPDX-License-Identifier: Apache-2.0
#include "spark/core/poll_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace spark {
namespace {
/// More than the pipes or connections of a match, so that one call returns all that are ready.
constexpr std::size_t kMaxAtOnce = 256;
}  // namespace

PollSet::PollSet() : epoll_(::epoll_create1(EPOLL_CLOEXEC)), ready_(kMaxAtOnce) {
  if (!epoll_) throw std::runtime_error(fmt::format("epoll_create1: {}", std::strerror(errno)));
}

void PollSet::add(int descriptor, std::uint32_t events, std::uint64_t key) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = key;
  if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, descriptor, &event) != 0)
    throw std::runtime_error(fmt::format("epoll_ctl: {}", std::strerror(errno)));
}

void PollSet::remove(int descriptor) {
  ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, descriptor, nullptr);
}

std::span<const epoll_event> PollSet::wait(std::chrono::milliseconds timeout) {
  const auto limit = std::clamp<std::int64_t>(timeout.count(), 0, 3600 * 1000);
  const int count = ::epoll_wait(epoll_.get(), ready_.data(), static_cast<int>(ready_.size()), static_cast<int>(limit));
  return {ready_.data(), static_cast<std::size_t>(std::max(0, count))};
}

}  // namespace spark
