// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/broadcast.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace monitor {
namespace {

/// The minimum time between two frames of a tile.
constexpr std::chrono::milliseconds kTiles{200};

Broadcast::Text shared(std::string text) {
  return std::make_shared<const std::string>(std::move(text));
}

}  // namespace

Broadcast::Broadcast(spark::net::Loop& loop) : tiles_(loop) {}

std::size_t Broadcast::add_match() {
  matches_.emplace_back();
  return matches_.size() - 1;
}

void Broadcast::begin(std::size_t match, std::string about) {
  matches_[match].said.clear();
  describe(match, std::move(about));
}

void Broadcast::describe(std::size_t match, std::string about) {
  matches_[match].about = shared(std::move(about));
  send(match, matches_[match].about);
}

void Broadcast::say(std::size_t match, std::string words) {
  auto& said = matches_[match].said;
  said.push_back(shared(std::move(words)));
  if (said.size() > kMaxSaid) said.pop_front();
  send(match, said.back());
}

void Broadcast::notify(std::size_t match, std::string words) {
  send(match, shared(std::move(words)));
}

void Broadcast::set_status(std::size_t match, std::uint8_t flags, std::string words) {
  Match& of = matches_[match];
  of.status = shared(std::move(words));
  send(match, of.status);
  if (std::exchange(of.flags, flags) != flags && of.last) publish(match);
}

void Broadcast::frame(std::size_t match, const PageFrame& frame) {
  matches_[match].last = frame;
  publish(match);
}

void Broadcast::publish(std::size_t match) {
  Match& of = matches_[match];
  of.octets = shared(octets_of(*of.last, static_cast<std::uint8_t>(match), of.flags));
  ++of.number;
  for (auto& [page, viewer] : viewers_)
    if (!viewer.tiles && !viewer.waits) send_pending(viewer);
}

void Broadcast::send(std::size_t match, const Text& text) {
  for (auto& [page, viewer] : viewers_) {
    if (std::ranges::find(viewer.watched, match, &Watched::match) == viewer.watched.end()) continue;
    if (const auto conversation = viewer.page.lock()) conversation->send_message(text, true);
  }
}

void Broadcast::watch(spark::http::Conversation& page, const std::vector<std::size_t>& matches, bool tiles) {
  Viewer& viewer = viewers_[&page];
  viewer.page = page.weak_from_this();
  viewer.tiles = tiles;
  viewer.watched.clear();
  for (const std::size_t match : matches) {
    if (match >= matches_.size()) continue;
    if (std::ranges::find(viewer.watched, match, &Watched::match) != viewer.watched.end()) continue;
    viewer.watched.push_back({match});
    const Match& of = matches_[match];
    if (of.about) page.send_message(of.about, true);
    for (const Text& text : of.said) page.send_message(text, true);
    if (of.status) page.send_message(of.status, true);
  }
  if (!viewer.waits) send_pending(viewer);
  if (tiles && !std::exchange(tiles_begun_, true)) look_at_tiles();
}

void Broadcast::leave(spark::http::Conversation& page) {
  viewers_.erase(&page);
}

void Broadcast::send_pending(Viewer& viewer) {
  const auto page = viewer.page.lock();
  if (!page) return;
  if (page->unsent() > 0) return send_later(viewer);
  for (Watched& watched : viewer.watched) {
    const Match& match = matches_[watched.match];
    if (match.octets && std::exchange(watched.seen, match.number) != match.number)
      page->send_message(match.octets, false);
  }
}

void Broadcast::send_later(Viewer& viewer) {
  const auto page = viewer.page.lock();
  viewer.waits = true;
  page->connection().when_sent([this, key = page.get()] {
    const auto found = viewers_.find(key);
    if (found == viewers_.end()) return;
    found->second.waits = false;
    send_pending(found->second);
  });
}

void Broadcast::look_at_tiles() {
  bool any = false;
  for (auto& [page, viewer] : viewers_) {
    any = any || viewer.tiles;
    if (viewer.tiles && !viewer.waits) send_pending(viewer);
  }
  tiles_begun_ = any;
  if (any) tiles_.start(kTiles, [this] { look_at_tiles(); });
}

}  // namespace monitor
