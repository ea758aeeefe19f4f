// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/live/live_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "gateways/rctp/codec/record_writer.h"
#include "spark/core/log.h"

namespace rctp {

using spark::RealClock;
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

std::size_t value_count(const Object& object) {
  return object.is_control() ? object.parameters.size() : object.is_binary() ? object.bits : 0;
}

}  // namespace

LiveSession::LiveSession(Parts parts, AssignedObjects assigned, SharedObjects objects, const RobotLink::News& news,
                         Time now)
    : parts_(std::move(parts)),
      assigned_(std::move(assigned)),
      objects_(std::move(objects)),
      reader_(RecordReader::Peer::client, assigned_),
      began_(now),
      heard_(now),
      outputs_(objects_->size()),
      world_begins_(parts_.world.add_reader()) {
  recall_values(news);
  for (std::size_t id = 1; id <= assigned_.size(); ++id) {
    const auto octet = static_cast<std::uint8_t>(id);
    const Object* object = assigned_.find(octet);
    const auto place = static_cast<std::size_t>(object - objects_->data());
    if (object->is_output() || !object->has_records()) continue;
    if (object->is_text()) {
      inputs_.push_back({octet, place, {}, false, {}});
      parts_.link.want(place);
    } else if (object->bits == 0 && object->is_binary()) {
      world_id_ = octet;
      world_place_ = place;
    } else {
      inputs_.push_back({octet, place, std::vector<double>(value_count(*object)), false, {}});
    }
  }
}

LiveSession::~LiveSession() {
  parts_.world.remove_reader();
}

std::uint32_t LiveSession::stamp(Time now) const {
  return static_cast<std::uint32_t>(duration_cast<milliseconds>(now - began_).count());
}

void LiveSession::read(std::string_view& octets, Time now, bool is_whole) {
  while (!over_) {
    const std::size_t before = octets.size();
    const RecordReader::Result result = reader_.next(octets, record_);
    if (result == RecordReader::Result::more) {
      if (is_whole && before > 0) end_of_stream("a record does not end in its message");
      return;
    }
    parts_.link.count({0, before - octets.size(), 0});
    if (result == RecordReader::Result::broken) return end_of_stream(reader_.what());
    heard_ = now;
    silent_ = false;
    take(record_, now);
  }
}

void LiveSession::take(const Record& record, Time now) {
  if (record.is_system()) return take_system(record, now);
  if (record.flaw != Record::Flaw::none) return refuse(sentence(record));
  // Sticks stream: what comes between a stop and its release was meant before the stop.
  if (stopped_) return;
  const auto place = static_cast<std::size_t>(record.object - objects_->data());
  if (record.object->is_control()) return take_control(place, record);
  if (record.object->is_binary() && record.object->bits > 0 && !bit_of(record.octets, 0)) return;
  pass_on(place, record.object->is_text() ? record.octets : std::string_view());
}

void LiveSession::take_system(const Record& record, Time now) {
  RecordWriter writer(out_);
  switch (record.code) {
    case SystemCode::bye:
      writer.bye();
      over_ = true;
      break;
    case SystemCode::stop:
      if (!std::exchange(stopped_, true)) {
        parts_.link.stop();
        forget_values();
      }
      writer.stop();
      break;
    case SystemCode::release:
      if (std::exchange(stopped_, false)) parts_.link.release();
      writer.release();
      break;
    case SystemCode::ping:
      writer.pong(record.token, stamp(now));
      break;
    case SystemCode::pong:
    case SystemCode::error:
    case SystemCode::changed:
      break;  // the reader lets no client say these
  }
}

void LiveSession::take_control(std::size_t place, const Record& record) {
  const Object& object = *record.object;
  std::vector<double>& values = outputs_[place];
  for (std::size_t i = 0; i < object.parameters.size(); ++i) {
    if (!record.has(i)) continue;
    const Object::Parameter& parameter = object.parameters[i];
    values[i] = std::clamp(record.values[i], parameter.least, parameter.most);
    if (values[i] == record.values[i]) continue;
    parts_.link.count({0, 0, 1});
    parts_.log.complain(parts_.peer, "{}: {} {:g} is limited to {:g}", object.name, parameter.name, record.values[i],
                        values[i]);
  }
  if (record.mask == 0 && !object.trigger) return;
  pass_on(place, {});
}

void LiveSession::pass_on(std::size_t place, std::string_view text) {
  if (parts_.link.act(place, outputs_[place], text)) return;
  refuse(fmt::format("{}: more than {} in one step; this one is refused", (*objects_)[place].name,
                     RobotLink::kMaxTriggers));
}

void LiveSession::refuse(const std::string& sentence) {
  parts_.link.count({0, 0, 1});
  parts_.log.complain(parts_.peer, "{}", sentence);
  RecordWriter(out_).error(sentence);
}

void LiveSession::end_of_stream(const std::string& sentence) {
  refuse(sentence);
  RecordWriter(out_).bye();
  over_ = true;
}

void LiveSession::end(std::string_view reason) {
  if (over_) return;
  if (!reason.empty()) RecordWriter(out_).error(reason);
  RecordWriter(out_).bye();
  over_ = true;
}

/// After a stop the values of an output are those of rest, not those that were sent before: a record that gives only
/// one of them must not bring the others back.
void LiveSession::forget_values() {
  for (std::size_t place = 0; place < outputs_.size(); ++place)
    for (std::size_t i = 0; i < outputs_[place].size(); ++i)
      outputs_[place][i] = (*objects_)[place].parameters[i].neutral;
  recall_due_ = true;
}

void LiveSession::recall_values(const RobotLink::News& news) {
  recall_due_ = false;
  interruptions_ = news.interruptions;
  for (std::size_t place = 0; place < outputs_.size(); ++place)
    if ((*objects_)[place].kind == Object::Kind::control_output) outputs_[place] = news.values[place];
}

void LiveSession::check_unsent(std::size_t unsent) {
  if (over_ || unsent + out_.size() <= kMaxUnsent) return;
  parts_.log.complain(parts_.peer, "does not read: {} KiB wait for it, disconnected", (unsent + out_.size()) / 1024);
  over_ = hopeless_ = true;
}

/// Whether the object's rate forbids the next record, and until when. States come a little sooner or later, so a bit
/// less than the whole interval is enough; and whoever was late once is so a little less each time.
bool LiveSession::is_too_soon(const Object& object, Time sent_at, Time now) {
  const Time due = sent_at + std::chrono::duration_cast<Duration>(std::chrono::duration<double>(0.8 / object.rate));
  if (now >= due) return false;
  held_until_ = std::min(held_until_, due);
  return true;
}

void LiveSession::check_silence(Time now) {
  if (over_ || silent_ || parts_.silence <= Duration::zero() || now - heard_ < parts_.silence) return;
  silent_ = true;
  if (stopped_) return;
  parts_.link.rest();
  forget_values();
}

LiveSession::Time LiveSession::deadline() const {
  const bool may_fall_silent = !silent_ && parts_.silence > Duration::zero();
  return std::min(held_back_ ? held_until_ : Time::max(), may_fall_silent ? heard_ + parts_.silence : Time::max());
}

}  // namespace rctp
