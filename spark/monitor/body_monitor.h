// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "spark/core/clock.h"
#include "spark/core/held.h"
#include "spark/monitor/monitor_system.h"
#include "spark/scene/seen_scene.h"

namespace spark {

class Body;
class SceneServer;

/// Shows any world: the pose of every named body of the active scene (docs/write/protocol.md, section 7.4). What the
/// server uses if the script registers no monitor system; scripts may also register it by name.
///
/// A body is called by its path below the scene, nodes without a name left out; one without any name is not shown. Of
/// bodies with the same path the second ends in `#2`, and so on. Each frame has the poses of all: what it does not name
/// does not exist. Names, shapes, scenery and joints (spark/scene/appearance.h) are in the header; when any of them
/// have come or gone, names are made anew, and the next frame has all of that. So a usual frame only prints numbers,
/// and frames do not depend on the monitors that connect.
///
/// A plugin may derive from it, to put more into each frame; readers skip items that they do not know.
class BodyMonitor : public MonitorSystem {
 public:
  /// Longer paths are cut before names are made unique.
  static constexpr std::size_t kMaxName = 100;
  /// Limits of a line, in bytes and bodies: what the monitor client reads. Bodies beyond are left out, with one
  /// warning.
  static constexpr std::size_t kMaxLine = 1000 * 1000;
  static constexpr std::size_t kMaxBodies = 2000;
  /// Limit of what is shown besides poses, in bytes of a line: bodies beyond are shown without shapes.
  static constexpr std::size_t kMaxShapes = 100 * 1000;

  /// Throws `std::runtime_error` if the tree has no oxygen/SceneServer.
  void prepare() override;
  void header(std::string& out) override;
  void frame(std::string& out) override;
  void time_line(std::string& out) override;
  /// The last state, if no frame has shown it, and `(Die)`.
  void farewell(std::string& out) override;
  /// Refuses all: this world knows only the commands of the server.
  void command(const sexp::Expression& command, CommandReport& report) override;
  void acknowledge() override {}  // no command of this world asks for it
  bool reads_leniently() const override { return false; }
  std::unique_ptr<MonitorFeed> open_feed(const FeedContents& contents) override;

 protected:
  /// Appends further items to a frame, behind the bodies. They and their numbers follow from the world alone.
  virtual void append_more([[maybe_unused]] std::string& out) {}
  /// The name as an S-expression: in quotes if its characters demand that. Control characters, which would break the
  /// line, become `?`.
  static std::string as_atom(std::string name);

 private:
  struct Shown {
    const Body* body;
    std::string name;  ///< as an atom
    bool operator==(const Shown&) const = default;
  };
  /// What has been sent in one stream.
  struct SentState {
    bool begun = false;                    ///< a header has been sent
    std::uint64_t appearance = 0;          ///< the last version; see `appearance_version_`
    bool scenery = false, joints = false;  ///< that there are any
    Step frame = -1;                       ///< the last one
  };
  class Feed;
  void find_bodies();
  void name_bodies();
  void append_header(std::string& out, SentState& sent);
  void append_frame(std::string& out, SentState& sent, bool velocities);
  void append_farewell(std::string& out, SentState& sent, bool velocities);
  void append_appearance(std::string& out, SentState& sent, bool is_init);

  Held<SceneServer> scenes_{*this};
  SeenScene seen_;
  std::vector<Shown> shown_;
  std::uint64_t appearance_version_ = 1;  ///< counts how often names, shapes, scenery or joints have changed
  SentState sent_;                        ///< in the stream that all share
  std::string item_;
  bool too_many_ = false;  ///< has been logged
};

}  // namespace spark
