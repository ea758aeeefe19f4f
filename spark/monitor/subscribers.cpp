// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/subscribers.h"

#include <algorithm>
#include <utility>

#include "spark/core/core.h"
#include "spark/core/log.h"
#include "spark/monitor/monitor_system.h"
#include "spark/monitor/pause_item.h"
#include "spark/monitor/whole_end.h"
#include "spark/sim/command_queue.h"

namespace spark {
namespace {

/// Bytes of lines that may be pending for the network thread before these monitors miss some: less than the limit for
/// all other monitors.
constexpr std::size_t kMaxQueuedForOwn = 8u << 20;
constexpr std::string_view kNoFeed = "this game shows the same to all";

bool are_same(const Subscribers::Connection& a, const Subscribers::Connection& b) {
  return !a.owner_before(b) && !b.owner_before(a);
}

}  // namespace

struct Subscribers::Subscriber {
  Connection connection;
  Step interval;
  std::unique_ptr<MonitorFeed> feed;
  bool behind = false;  ///< it misses frames
};

Subscribers::Subscribers(MonitorSystem& system, CommandQueue& commands, LineQueue& lines, Log& log)
    : commands_(commands), lines_(lines), log_(log), self_(std::make_shared<Subscribers*>(this)) {
  system_ = system;
}

Subscribers::~Subscribers() = default;

Subscribers::Subscriber* Subscribers::find(const Connection& connection) {
  const auto found =
      std::ranges::find_if(subscribers_, [&](const Subscriber& each) { return are_same(each.connection, connection); });
  return found == subscribers_.end() ? nullptr : &*found;
}

std::string_view Subscribers::add(const Connection& connection, const CommandSender::Subscription& subscription) {
  auto feed = system_->open_feed(subscription.contents);
  if (!feed) return kNoFeed;
  if (connection.expired()) return {};
  Subscriber* known = find(connection);
  if (!known) known = &subscribers_.emplace_back(Subscriber{connection, subscription.interval, nullptr});
  known->interval = subscription.interval;
  known->feed = std::move(feed);
  lines_.post([connection] {
    if (const auto monitor = connection.lock()) monitor->take_own_frames();
  });
  return {};
}

std::string_view Subscribers::send_full_state(const Connection& connection,
                                              const MonitorConnection::Requested& requested, bool acknowledge) {
  if (*requested > kMaxRequested || (*requested > 0 && lines_.bytes() > kMaxQueuedForOwn))
    return "the frames that were asked for before have not been sent yet";
  const auto feed = system_->open_feed({.velocities = true, .conditions = true});
  if (!feed) return kNoFeed;
  if (acknowledge) feed->acknowledge();
  std::string line;
  feed->frame(line);
  send(connection, std::move(line), requested);
  return {};
}

void Subscribers::acknowledge(const Connection& connection) {
  if (Subscriber* known = find(connection)) known->feed->acknowledge();
}

MonitorConnection::Line Subscribers::header_of(const Connection& connection) {
  Subscriber* known = find(connection);
  if (!known) return nullptr;
  std::string line;
  known->feed->header(line);
  add_pause_item(line, is_paused_);
  return std::make_shared<const std::string>(std::move(line) + '\n');
}

void Subscribers::frame(Step step) {
  if (subscribers_.empty()) return;
  std::erase_if(subscribers_, [](const Subscriber& each) { return each.connection.expired(); });
  const Step since = step - system_->core().clock.begin();
  for (Subscriber& each : subscribers_)
    if (since % each.interval == 0) serve(each);
}

void Subscribers::serve(Subscriber& subscriber) {
  if (lines_.bytes() > kMaxQueuedForOwn && !subscriber.behind) fall_behind(subscriber);
  if (subscriber.behind) {
    lines_.count_missed(1);
    return;
  }
  std::string line;
  subscriber.feed->frame(line);
  send(subscriber.connection, std::move(line));
}

void Subscribers::send(const Connection& connection, std::string line, const MonitorConnection::Requested& requested) {
  line += '\n';
  if (requested) *requested += line.size();
  lines_.post_line(std::make_shared<const std::string>(std::move(line)),
                   [connection, requested](const MonitorConnection::Line& sent) {
                     if (requested) *requested -= sent->size();
                     if (const auto monitor = connection.lock()) monitor->frame(sent);
                   });
}

void Subscribers::fall_behind(Subscriber& subscriber) {
  subscriber.behind = true;
  log_.complain("monitor port", "requested frames cannot be sent as fast as the match runs; some are missed");
  // The request passes through both queues, after all pending lines.
  lines_.post([&commands = commands_, self = std::weak_ptr(self_), connection = subscriber.connection] {
    commands.post([self, connection] {
      if (const auto here = self.lock()) (*here)->catch_up(connection);
    });
  });
}

void Subscribers::catch_up(const Connection& connection) {
  Subscriber* known = find(connection);
  if (!known) return;
  known->behind = false;
  lines_.post([connection, header = header_of(connection)] {
    if (const auto monitor = connection.lock()) monitor->begin_again(header);
  });
}

void Subscribers::send_pause(const MonitorConnection::Line& line, bool is_paused) {
  is_paused_ = is_paused;
  for (const Subscriber& each : subscribers_)
    lines_.post_line(line, [connection = each.connection](const MonitorConnection::Line& sent) {
      if (const auto monitor = connection.lock()) monitor->notice(sent);
    });
}

void Subscribers::send_last() {
  for (Subscriber& each : subscribers_) {
    std::string farewell;
    each.feed->farewell(farewell);
    if (!farewell.empty()) farewell += '\n';
    const MonitorConnection::LastLines lines{std::make_shared<const std::string>(std::move(farewell)),
                                             std::make_shared<const std::string>(whole_end(*each.feed, is_paused_))};
    lines_.post([connection = each.connection, lines, is_behind = each.behind] {
      if (const auto monitor = connection.lock()) monitor->last(lines, is_behind);
    });
  }
}

}  // namespace spark
