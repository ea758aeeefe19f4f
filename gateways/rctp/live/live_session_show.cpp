// SPDX-License-Identifier: Apache-2.0
// What a live session tells its operator: texts, values that have changed, the surroundings.
#include "gateways/rctp/codec/record_writer.h"
#include "gateways/rctp/codec/world_contents.h"
#include "gateways/rctp/live/live_session.h"
#include "gateways/rctp/surroundings/file_pose.h"

namespace rctp {
namespace {

/// What is held back because too much waits for the peer is tried again after this.
constexpr std::chrono::milliseconds kSoon{10};

WorldEntry pose_entry(std::uint16_t node, const spark::Pose& pose) {
  const FilePose there = file_pose(pose);
  return {.node = node, .kind = WorldEntry::Kind::pose, .translation = there.translation, .rotation = there.rotation};
}

}  // namespace

void LiveSession::show(const RobotLink::News& news, const WorldState& world, std::size_t unsent, Time now) {
  check_unsent(unsent);
  if (over_) return;
  // What the rest has come to, as long as nothing has been sent since.
  if (recall_due_ && news.interruptions != interruptions_ && (stopped_ || silent_)) recall_values(news);
  const std::size_t before = out_.size();
  show_texts(news, now);
  held_until_ = Time::max();
  held_back_ = unsent > kStatesWait;
  if (held_back_) {
    held_until_ = now + kSoon;
  } else {
    for (Input& input : inputs_)
      if (!(*objects_)[input.object].is_text()) held_back_ |= !show_values(input, news.values[input.object], now);
    held_back_ |= !show_world(world, now);
  }
  parts_.link.count({out_.size() - before, 0, 0});
}

void LiveSession::show_texts(const RobotLink::News& news, Time now) {
  std::string_view characters = news.characters;
  for (const RobotLink::News::Text& text : news.texts) {
    const std::string_view words = characters.substr(0, text.length);
    characters.remove_prefix(text.length);
    for (const Input& input : inputs_)
      if (input.object == text.object) RecordWriter(out_).text(input.id, (*objects_)[input.object], stamp(now), words);
  }
}

/// False if there is something that has to wait for the object's rate.
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

/// All that has changed since what the peer knows: however long it had to wait, it gets the newest.
bool LiveSession::show_world(const WorldState& world, Time now) {
  if (world.changes <= std::max(world_sent_, world_begins_)) return true;
  if (model_known_ && model_known_ != world.model) RecordWriter(out_).changed();
  model_known_ = world.model;
  if (world_id_ == 0) return true;
  const Object& object = (*objects_)[world_place_];
  if (world_sent_ != 0 && is_too_soon(object, world_sent_at_, now)) return false;
  const auto step = static_cast<std::uint32_t>(world.step);
  const auto finish = [&] {
    if (contents_.size() > kWorldHead) RecordWriter(out_).binary(world_id_, object, stamp(now), contents_);
    contents_.clear();
    begin_world(contents_, step);
  };
  contents_.clear();
  begin_world(contents_, step);
  for (std::size_t i = 0; i < world.nodes.size() && i <= UINT16_MAX; ++i) {
    const WorldNode& node = world.nodes[i];
    if (node.changed <= world_sent_ || (!parts_.sees_all && node.top != parts_.own_top)) continue;
    if (contents_.size() + kWorldPose + kWorldFieldOfView > object.max_length) finish();
    const auto number = static_cast<std::uint16_t>(i);
    if (!node.is_there) {
      if (world_sent_ != 0) append_entry(contents_, {.node = number, .kind = WorldEntry::Kind::gone});
      continue;
    }
    append_entry(contents_, pose_entry(number, node.pose));
    if (node.field_of_view)
      append_entry(contents_, {.node = number,
                               .kind = WorldEntry::Kind::field_of_view,
                               .field_of_view = static_cast<float>(*node.field_of_view)});
  }
  finish();
  world_sent_ = world.changes;
  world_sent_at_ = now;
  return true;
}

}  // namespace rctp
