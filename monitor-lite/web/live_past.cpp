// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/live_past.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "monitor-lite/web/packed_log.h"

namespace monitor {
namespace {

using Json = nlohmann::ordered_json;

std::int64_t milliseconds(double seconds) {
  return std::llround(seconds * 1000);
}

Json from(std::uint32_t number, const Json& teams) {
  Json named{{"number", number}};
  named.update(teams);
  return named;
}

}  // namespace

void LivePast::set_limit(std::size_t octets) {
  limit_ = octets;
  drop_oldest();
}

void LivePast::restart() {
  pieces_.clear();
  octets_ = 0;
  frames_.clear();
  moments_.clear();
  messages_ = teams_ = looks_ = Json::array();
  look_ = nullptr;
  packed_ = nullptr;
}

void LivePast::set_teams(const Json& teams) {
  if (frames_.empty()) teams_ = Json::array();  // no frames were stored with the previous names
  begun_with_ = teams;
  const std::uint32_t next = frames_.empty() ? 0 : frames_.back().number + 1;
  teams_.push_back(from(next, teams));
}

void LivePast::set_look(const Json& look) {
  if (frames_.empty()) looks_ = Json::array();
  look_ = look;
  const std::uint32_t next = frames_.empty() ? 0 : frames_.back().number + 1;
  if (looks_.size() < kMaxLooks)
    looks_.push_back({{"number", next}, {"look", look_}});
  else
    looks_.back()["look"] = look_;
}

void LivePast::say(const Json& message) {
  if (messages_.size() < kMaxMessages) messages_.push_back(message);
}

void LivePast::add(const PageFrame& frame, double moment, double unit) {
  if (frames_.size() >= kPieceFrames) close_piece();
  if (frames_.empty()) teams_ = Json::array({from(frame.number, begun_with_)});
  if (frames_.empty() && !look_.is_null()) looks_ = Json::array({{{"number", frame.number}, {"look", look_}}});
  unit_ = unit;
  frames_.push_back(frame);
  moments_.push_back(moment);
}

std::string LivePast::pack_open() const {
  Json moments = Json::array();
  for (std::size_t i = 0; i < moments_.size(); ++i)
    moments.push_back(milliseconds(moments_[i]) - (i == 0 ? 0 : milliseconds(moments_[i - 1])));
  Json about{{"first", frames_.front().number},
             {"unit", unit_},
             {"moments", std::move(moments)},
             {"teams", teams_},
             {"messages", messages_}};
  if (!looks_.empty()) about["looks"] = looks_;
  return pack({about, frames_});
}

void LivePast::close_piece() {
  auto octets = std::make_shared<const std::string>(pack_open());
  octets_ += octets->size();
  pieces_.push_back({frames_.front().number, std::move(octets)});
  frames_.clear();
  moments_.clear();
  messages_ = Json::array();
  packed_ = nullptr;
  drop_oldest();
}

void LivePast::drop_oldest() {
  for (; octets_ > limit_ && !pieces_.empty(); pieces_.pop_front()) octets_ -= pieces_.front().octets->size();
}

spark::net::Connection::Shared LivePast::before(std::uint32_t number) {
  if (!frames_.empty() && frames_.front().number < number) {
    // The piece is packed again only if a page needs the frames added since.
    const std::uint32_t last = std::min(number - 1, frames_.back().number);
    if (!packed_ || frames_[packed_frames_ - 1].number < last) {
      packed_ = std::make_shared<const std::string>(pack_open());
      packed_frames_ = frames_.size();
    }
    return packed_;
  }
  const auto after = std::ranges::lower_bound(pieces_, number, {}, &Piece::first);
  return after == pieces_.begin() ? nullptr : std::prev(after)->octets;
}

}  // namespace monitor
