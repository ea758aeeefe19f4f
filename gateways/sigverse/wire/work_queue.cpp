// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/work_queue.h"

#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

namespace sigverse::wire {
namespace {

bool peer_has_closed(int socket) {
  char next = 0;
  const ssize_t got = ::recv(socket, &next, 1, MSG_PEEK | MSG_DONTWAIT);
  return got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

int make_event() {
  const int event = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (event < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  return event;
}

}  // namespace

WorkQueue::WorkQueue() : ready_(make_event()) {}

void WorkQueue::set_ready(bool ready) {
  std::uint64_t count = 1;
  // Fails only if there is nothing to change.
  [[maybe_unused]] const ssize_t done =
      ready ? ::write(ready_.get(), &count, sizeof count) : ::read(ready_.get(), &count, sizeof count);
}

std::optional<std::string> WorkQueue::result_of(ServiceRequest request, int socket) {
  std::unique_lock lock(mutex_);
  const Id id = ++last_id_;
  if (!ended_) {
    requests_.push_back({{id, std::move(request)}, socket});
    set_ready(true);
  }
  queued_.notify_one();
  finished_.wait(lock, [&] { return ended_ || results_.contains(id); });
  const auto found = results_.find(id);
  if (found == results_.end()) return std::nullopt;
  auto result = std::move(found->second);
  results_.erase(found);
  return result;
}

std::optional<WorkQueue::Job> WorkQueue::take(std::chrono::milliseconds timeout) {
  std::unique_lock lock(mutex_);
  const auto is_due = [this] { return ended_ || !requests_.empty(); };
  for (;;) {
    if (timeout.count() < 0)
      queued_.wait(lock, is_due);
    else
      queued_.wait_for(lock, timeout, is_due);
    while (!ended_ && !requests_.empty()) {
      Waiting next = std::move(requests_.front());
      requests_.pop_front();
      if (requests_.empty()) set_ready(false);
      if (!peer_has_closed(next.socket)) return std::move(next.job);
      results_.emplace(next.job.id, std::nullopt);
      finished_.notify_all();
    }
    if (ended_ || timeout.count() >= 0) return std::nullopt;
  }
}

void WorkQueue::finish(Id id, std::string result) {
  {
    const std::scoped_lock lock(mutex_);
    if (ended_) return;
    results_.emplace(id, std::move(result));
  }
  finished_.notify_all();
}

void WorkQueue::end() {
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
    requests_.clear();
    set_ready(true);
  }
  queued_.notify_all();
  finished_.notify_all();
}

}  // namespace sigverse::wire
