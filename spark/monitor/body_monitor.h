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

/// Shows any world: the pose of every named body of the active scene (docs/write/protocol.md, section 7.4). The server
/// uses it if the script registers no monitor system; scripts may also register it by name.
///
/// A body's name is its path below the scene, without unnamed nodes; a body without any name is not shown. Of bodies
/// with the same path the second ends in `#2`, and so on. Each frame has the poses of all bodies: a body that is not in
/// it does not exist. Names, shapes, scenery and joints (spark/scene/appearance.h) are in the header; when any of them
/// is added or removed, names are assigned again, and the next frame has all of that. So a usual frame only prints
/// numbers, and frames do not depend on the monitors that connect.
///
/// A plugin may derive from it, to add data to each frame; readers skip unknown items.
class BodyMonitor : public MonitorSystem {
 public:
  /// Longer paths are cut before names are made unique.
  static constexpr std::size_t kMaxName = 100;
  /// Limits of a line, in bytes and bodies, which are those of the monitor client. Further bodies are left out, with
  /// one warning.
  static constexpr std::size_t kMaxLine = 1000 * 1000;
  static constexpr std::size_t kMaxBodies = 2000;
  /// Limit of a line's data other than poses, in bytes: further bodies are shown without shapes.
  static constexpr std::size_t kMaxShapes = 100 * 1000;

  /// Throws `std::runtime_error` if the tree has no oxygen/SceneServer.
  void prepare() override;
  void header(std::string& out) override;
  void frame(std::string& out) override;
  void time_line(std::string& out) override;
  /// The last state, if it was in no frame, and `(Die)`.
  void farewell(std::string& out) override;
  /// Refuses all commands: this world has only those of the server.
  void command(const sexp::Expression& command, CommandReport& report) override;
  void acknowledge() override {}  // no command of this world requests it
  bool reads_leniently() const override { return false; }
  std::unique_ptr<MonitorFeed> open_feed(const FeedContents& contents) override;

 protected:
  /// Appends further items to a frame, after the bodies. They and their numbers must depend on the world alone.
  virtual void append_more([[maybe_unused]] std::string& out) {}
  /// The name as an S-expression: in quotes if its characters require that. Control characters, which would break the
  /// line, become `?`.
  static std::string as_atom(std::string name);

 private:
  struct Shown {
    const Body* body;
    std::string name;  ///< as an atom
    bool operator==(const Shown&) const = default;
  };
  /// The state that was sent in one stream.
  struct SentState {
    bool begun = false;                    ///< a header has been sent
    std::uint64_t appearance = 0;          ///< the last version; see `appearance_version_`
    bool scenery = false, joints = false;  ///< whether there are any
    Step frame = -1;                       ///< the last frame
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
  std::uint64_t appearance_version_ = 1;  ///< incremented by every change of names, shapes, scenery or joints
  SentState sent_;                        ///< in the shared stream
  std::string item_;
  bool too_many_ = false;  ///< was logged
};

}  // namespace spark
