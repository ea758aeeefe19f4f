// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/body_monitor.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "spark/core/core.h"
#include "spark/monitor/appearance_items.h"
#include "spark/monitor/millionths.h"
#include "spark/physics/body.h"
#include "spark/scene/appearance.h"
#include "spark/scene/scene.h"
#include "spark/sexp/reader.h"
#include "spark/sexp/writer.h"

namespace spark {
namespace {

/// Maximum bytes of a body's item without its name.
constexpr std::size_t kItem = 100;

}  // namespace

std::string BodyMonitor::as_atom(std::string name) {
  for (char& c : name)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  if (name.find_first_of(" ()\"'\\;") == name.npos) return name;
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

void BodyMonitor::prepare() {
  auto* scenes = core().find_first<SceneServer>();
  if (!scenes) throw std::runtime_error("the script created no oxygen/SceneServer");
  scenes_ = *scenes;
}

/// Updates `shown_`.
void BodyMonitor::find_bodies() {
  if (!seen_.refresh(scenes_ ? scenes_->active_scene() : nullptr)) return;
  ++appearance_version_;
  name_bodies();
}

void BodyMonitor::name_bodies() {
  const auto before = std::exchange(shown_, {});
  std::set<std::string> taken;
  std::map<std::string, int> numbers;  // the last number used for that path
  std::size_t size = kItem;
  bool full = false;
  for (const Body* body : seen_.bodies()) {
    const std::string path = path_below(*seen_.scene(), *body).substr(0, kMaxName);
    if (path.empty()) continue;
    std::string name = path;
    while (!taken.insert(name).second)
      name = fmt::format("{}#{}", path, numbers[path] = std::max(2, numbers[path] + 1));
    name = as_atom(std::move(name));
    size += name.size() + kItem;
    full = shown_.size() >= kMaxBodies || size > kMaxLine / 2;
    if (full) break;
    shown_.push_back({body, std::move(name)});
  }
  if (shown_ != before) ++appearance_version_;
  if (full && !std::exchange(too_many_, true))
    core().log.warning("monitors are shown the first {} bodies only, there are too many", shown_.size());
}

void BodyMonitor::append_header(std::string& out, SentState& sent) {
  find_bodies();
  name_bodies();  // a script may have renamed nodes
  sexp::Writer writer(out);
  writer.open("Init").put(' ').open("TimePerStep").put(' ');
  append_millionths(out, core().clock.step_seconds());
  writer.close().open("bodies");
  for (const Shown& shown : shown_) writer.atom(shown.name);
  writer.close();
  append_appearance(out, sent, true);
  writer.close();
  if (!std::exchange(sent.begun, true)) sent.appearance = appearance_version_;
}

void BodyMonitor::append_appearance(std::string& out, SentState& sent, bool is_init) {
  const Appearance appearance = appearance_of(seen_);
  std::map<std::uint64_t, std::string_view> names;
  for (const Shown& shown : shown_) names.emplace(shown.body->serial(), shown.name);
  const auto name_of = [&](const MoverAppearance& mover) {
    const auto found = names.find(mover.serial);
    return found == names.end() ? std::string_view() : found->second;
  };
  std::size_t left = kMaxShapes;
  const auto append = [&](std::string_view head) {
    if (item_.size() + head.size() > left) return false;
    left -= item_.size() + head.size();
    out += head;
    out += item_;
    return true;
  };
  for (const MoverAppearance& mover : appearance.movers) {
    item_.clear();
    append_shapes(item_, mover.shapes);
    if (item_.empty() || name_of(mover).empty()) continue;
    item_ += ')';
    if (!append(fmt::format("(shape {} ", name_of(mover)))) break;
  }
  // An empty list says that nothing is left. Whether it is written depends on frames, not on headers.
  const auto append_list = [&](std::string_view head, bool& was_sent) {
    if (item_.empty() && (is_init || !was_sent)) return;
    if (!is_init || !sent.begun) was_sent = was_sent || !item_.empty();
    if (!item_.empty()) item_.insert(0, 1, ' ');
    item_ += ')';
    append(head);
  };
  item_.clear();
  append_shapes(item_, appearance.scenery);
  append_list("(scenery", sent.scenery);
  item_.clear();
  for (const JointAppearance& joint : appearance.joints) append_joint(item_, appearance, joint, name_of);
  append_list("(joints", sent.joints);
}

void BodyMonitor::time_line(std::string& out) {
  out += "(Info (time ";
  append_millionths(out, core().clock.episode_seconds());
  out += "))";
}

void BodyMonitor::append_frame(std::string& out, SentState& sent, bool velocities) {
  find_bodies();
  sent.frame = core().clock.now();
  sexp::Writer writer(out);
  writer.open("Info").put(' ').open("time").put(' ');
  append_millionths(out, core().clock.episode_seconds());
  writer.close();
  if (sent.begun && std::exchange(sent.appearance, appearance_version_) != appearance_version_)
    append_appearance(out, sent, false);
  for (const Shown& shown : shown_) {
    writer.open("body").atom(shown.name);
    const Vec3 position = shown.body->position();
    const dReal* turn = dBodyGetQuaternion(shown.body->id());
    for (const double number : {position.x, position.y, position.z, turn[0], turn[1], turn[2], turn[3]}) {
      out += ' ';
      append_millionths(out, number);
    }
    if (velocities) {
      for (const Vec3& velocity : {shown.body->velocity(), shown.body->angular_velocity()})
        for (const double number : {velocity.x, velocity.y, velocity.z}) {
          out += ' ';
          append_millionths(out, number);
        }
    }
    writer.close();
  }
  append_more(out);
  writer.close();
}

void BodyMonitor::append_farewell(std::string& out, SentState& sent, bool velocities) {
  if (sent.frame != core().clock.now()) {
    append_frame(out, sent, velocities);
    out += '\n';
  }
  out += "(Die)";
}

/// The monitor has already had the header of the shared stream, so the first frame shows everything.
class BodyMonitor::Feed final : public MonitorFeed {
 public:
  Feed(BodyMonitor& monitor, const FeedContents& contents) : monitor_(monitor), velocities_(contents.velocities) {
    sent_.begun = true;
  }
  void header(std::string& out) override {
    sent_ = {};
    monitor_.append_header(out, sent_);
  }
  void frame(std::string& out) override { monitor_.append_frame(out, sent_, velocities_); }
  void farewell(std::string& out) override { monitor_.append_farewell(out, sent_, velocities_); }

 private:
  BodyMonitor& monitor_;
  const bool velocities_;
  SentState sent_;
};

std::unique_ptr<MonitorFeed> BodyMonitor::open_feed(const FeedContents& contents) {
  return std::make_unique<Feed>(*this, contents);
}

void BodyMonitor::header(std::string& out) {
  append_header(out, sent_);
}

void BodyMonitor::frame(std::string& out) {
  append_frame(out, sent_, false);
}

void BodyMonitor::farewell(std::string& out) {
  append_farewell(out, sent_, false);
}

void BodyMonitor::command(const sexp::Expression& command, CommandReport& report) {
  report.mistake("this world knows no command '{}'", printable(command.name()));
}

}  // namespace spark
