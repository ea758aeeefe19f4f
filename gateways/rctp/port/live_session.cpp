// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/live_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "gateways/rctp/port/world_printer.h"
#include "gateways/rctp/protocol/record_writer.h"
#include "spark/core/log.h"

namespace rctp {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

/// The delay after which a state that was held back for a slow peer is tried again.
constexpr std::chrono::milliseconds kRetryDelay{10};

std::size_t value_count(const Object& object) {
  return object.is_control() ? object.parameters.size() : object.is_binary() ? object.bits : 0;
}

}  // namespace

LiveSession::LiveSession(Parts parts, AssignedObjects assigned, SharedObjects objects, const RobotLink::State& state,
                         Time now)
    : parts_(std::move(parts)),
      assigned_(std::move(assigned)),
      objects_(std::move(objects)),
      reader_(RecordReader::Peer::client, assigned_),
      began_(now),
      heard_(now),
      outputs_(objects_->size()),
      objects_known_(state.objects),
      world_begins_(parts_.world.add_reader()) {
  recall_values(state);
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
  // Joysticks send continuously: records between a stop and its release were meant before the stop.
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
      break;  // clients send none of these, as the reader has checked
  }
}

void LiveSession::take_control(std::size_t place, const Record& record) {
  const Object& object = *record.object;
  std::vector<double>& values = outputs_[place];
  for (std::size_t i = 0; i < object.parameters.size(); ++i) {
    if (!record.has(i)) continue;
    const Object::Parameter& parameter = object.parameters[i];
    values[i] = std::clamp(record.values[i], parameter.min, parameter.max);
    // Clients know the limits as 32-bit numbers, so a value that exceeds them only by rounding is valid.
    if (static_cast<float>(values[i]) == static_cast<float>(record.values[i])) continue;
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

/// After a stop the values of an output are those of rest, not the ones sent before: a record with only one of them
/// must not restore the others.
void LiveSession::forget_values() {
  for (std::size_t place = 0; place < outputs_.size(); ++place)
    for (std::size_t i = 0; i < outputs_[place].size(); ++i)
      outputs_[place][i] = (*objects_)[place].parameters[i].neutral;
  recall_due_ = true;
}

void LiveSession::recall_values(const RobotLink::State& state) {
  recall_due_ = false;
  interruptions_ = state.interruptions;
  for (std::size_t place = 0; place < outputs_.size(); ++place)
    if ((*objects_)[place].kind == Object::Kind::control_output) outputs_[place] = state.values[place];
}

void LiveSession::check_unsent(std::size_t unsent) {
  if (over_ || unsent + out_.size() <= kMaxUnsent) return;
  parts_.log.complain(parts_.peer, "does not read: {} KiB wait for it, disconnected", (unsent + out_.size()) / 1024);
  over_ = aborted_ = true;
}

void LiveSession::show(const RobotLink::State& state, const WorldState& world, std::size_t unsent, Time now) {
  check_unsent(unsent);
  if (over_) return;
  // Outputs continue from where the robot came to rest, unless something has been sent since.
  if (recall_due_ && state.interruptions != interruptions_ && (stopped_ || silent_)) recall_values(state);
  const std::size_t before = out_.size();
  show_texts(state, now);
  held_until_ = Time::max();
  held_back_ = unsent > kStatesWait;
  if (held_back_) {
    held_until_ = now + kRetryDelay;
  } else {
    for (Input& input : inputs_)
      if (!(*objects_)[input.object].is_text()) held_back_ |= !show_values(input, state.values[input.object], now);
    held_back_ |= !show_world(world, now);
    if (std::exchange(objects_known_, state.objects) != state.objects) RecordWriter(out_).changed();
  }
  parts_.link.count({out_.size() - before, 0, 0});
}

void LiveSession::show_texts(const RobotLink::State& state, Time now) {
  std::string_view characters = state.characters;
  for (const RobotLink::State::Text& text : state.texts) {
    const std::string_view words = characters.substr(0, text.length);
    characters.remove_prefix(text.length);
    for (const Input& input : inputs_)
      if (input.object == text.object) RecordWriter(out_).text(input.id, (*objects_)[input.object], stamp(now), words);
  }
}

/// Returns false if a change has to wait because of the object's rate.
bool LiveSession::show_values(Input& input, const std::vector<double>& values, Time now) {
  const Object& object = (*objects_)[input.object];
  std::uint64_t changed = 0;
  for (std::size_t i = 0; i < input.sent.size(); ++i)
    if (!input.is_known || input.sent[i] != values[i]) changed |= std::uint64_t{1} << i;
  if (changed == 0) return true;
  if (input.is_known && is_too_soon(object, input.sent_at, now)) return false;
  if (object.is_control()) {
    RecordWriter(out_).control(input.id, object, stamp(now), changed, values);
  } else {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i] != 0.0) bits |= std::uint64_t{1} << i;
    RecordWriter(out_).bits(input.id, object, stamp(now), bits);
  }
  input.sent.assign(values.begin(), values.end());
  input.is_known = true;
  input.sent_at = now;
  return true;
}

/// Sends all changes since the last state that the peer has: however long they were held back, it gets the newest
/// state.
bool LiveSession::show_world(const WorldState& world, Time now) {
  if (world.changes <= std::max(world_sent_, world_begins_)) return true;
  if (model_known_ && model_known_ != world.model) RecordWriter(out_).changed();
  model_known_ = world.model;
  if (world_id_ == 0) return true;
  const Object& object = (*objects_)[world_place_];
  if (world_sent_ != 0 && is_too_soon(object, world_sent_at_, now)) return false;
  WorldPrinter printer(world, world_sent_, parts_.sees_all ? std::nullopt : std::optional(parts_.own_top),
                       object.max_length);
  while (printer.next(contents_)) RecordWriter(out_).binary(world_id_, object, stamp(now), contents_);
  world_sent_ = world.changes;
  world_sent_at_ = now;
  return true;
}

/// Whether the object's rate forbids the next record; if so, sets the time until then. States come a little early or
/// late, so 80 % of the interval suffice; the record after a late one may therefore follow a little sooner.
bool LiveSession::is_too_soon(const Object& object, Time sent_at, Time now) {
  const Time due = sent_at + std::chrono::duration_cast<Duration>(std::chrono::duration<double>(0.8 / object.rate));
  if (now >= due) return false;
  held_until_ = std::min(held_until_, due);
  return true;
}

void LiveSession::check_silence(Time now) {
  if (over_) return;
  const Duration quiet = now - heard_;
  if (parts_.patience > Duration::zero() && quiet >= parts_.patience) return end_by_silence();
  if (silent_ || parts_.silence <= Duration::zero() || quiet < parts_.silence) return;
  silent_ = true;
  if (stopped_) return;
  parts_.link.rest();
  forget_values();
}

/// A frozen program keeps its connection, but not the robot, for which others are waiting.
void LiveSession::end_by_silence() {
  const std::string sentence = fmt::format("nothing has come for {:g} s, so the robot is free for others",
                                           std::chrono::duration<double>(parts_.patience).count());
  parts_.log.complain(parts_.peer, "{}", sentence);
  RecordWriter(out_).error(sentence);
  RecordWriter(out_).bye();
  over_ = true;
}

LiveSession::Time LiveSession::deadline() const {
  Time next = held_back_ ? held_until_ : Time::max();
  if (!silent_ && parts_.silence > Duration::zero()) next = std::min(next, heard_ + parts_.silence);
  if (parts_.patience > Duration::zero()) next = std::min(next, heard_ + parts_.patience);
  return next;
}

}  // namespace rctp
