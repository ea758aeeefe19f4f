// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "monitor-lite/client/byte_file.h"
#include "monitor-lite/client/drawn_shape.h"
#include "monitor-lite/client/frame_steps.h"
#include "monitor-lite/client/log_file.h"
#include "monitor-lite/client/snapshot.h"
#include "spark/sexp/reader.h"

namespace monitor {

/// The selection of drawings to show.
struct DrawingChoice {
  bool on = false;
  Side side = Side::none;                       ///< none: of both teams
  std::optional<PlayerName> player{};           ///< nothing: of all
  std::set<std::string, std::less<>> hidden{};  ///< layers

  bool shows(const DrawnShape& drawn) const {
    return on && (!player || drawn.by == *player) && (side == Side::none || drawn.by.first == side) &&
           !hidden.contains(drawn.layer);
  }
};

/// A source of drawings.
class DrawingSource {
 public:
  virtual ~DrawingSource() = default;
  /// Whether there are none, now and later.
  virtual bool is_empty() const = 0;
  /// The players with drawings, and the layers, in alphabetical order.
  virtual const std::vector<PlayerName>& players() const = 0;
  virtual const std::vector<std::string>& layers() const = 0;
  /// The drawings at a place of a log (a frame, or between two), or at a game time of a live match, s.
  virtual std::vector<DrawnShape> at(double place) = 0;
};

/// Drawings with which agents show their decisions, beside the log of a match: the files `agentN-draw.log` in its
/// folder (docs/write/protocol.md, section 3.7), and `trainer-draw.log`, the drawings of trainers (8.10). Their
/// positions in the files are read on opening, the drawings on request. Invalid parts are omitted.
class AgentDrawings final : public DrawingSource {
 public:
  static constexpr std::int64_t kEffect = 10;      ///< steps after which the acts of a cycle take effect
  static constexpr double kShown = 40;             ///< maximum number of steps for which a drawing is shown
  static constexpr std::size_t kMaxMessages = 16;  ///< of one agent at a time (protocol.md, 10)
  static constexpr std::size_t kMaxShapesOfAll = 22 * kMaxDrawnShapes;  ///< at a time
  static constexpr std::size_t kMaxLayers = 40;

  /// `place`: a log or its folder. Only the times of `log` are used.
  AgentDrawings(const std::filesystem::path& place, const LogFile& log);

  bool is_empty() const override { return files_.empty(); }
  const std::vector<PlayerName>& players() const override { return players_; }
  const std::vector<std::string>& layers() const override { return layers_; }
  /// The drawings of all agents at a place of the log (a frame, or between two): each from the moment at which the acts
  /// of its cycle take effect until the next one.
  std::vector<DrawnShape> at(double place) override;

  /// One drawing cycle of an agent, and the range of the log in which `at` shows it (frames, or between two).
  struct Spell {
    double from, to;
    std::size_t file, first, end;  ///< its lines
  };
  /// All cycles, ordered by their beginning.
  std::vector<Spell> spells() const;
  std::vector<DrawnShape> drawn_in(const Spell& spell);

 private:
  struct Line {
    std::int64_t effect;  ///< the first step in which it is shown
    double shown;         ///< maximum number of steps
    std::uint64_t begin;
    std::uint32_t size;
    double end() const { return static_cast<double>(effect) + shown; }
  };
  struct File {
    File(ByteFile from, bool trainers) : bytes(std::move(from)), is_of_trainers(trainers) {}
    ByteFile bytes;
    bool is_of_trainers;
    std::vector<Line> lines;  ///< in the order of their steps
  };
  void open(const std::filesystem::path& path, bool is_of_trainers, std::vector<FrameSteps::Hint>& hints);
  bool note(std::string_view line, const DrawingHead& head, std::uint64_t begin, File& file,
            std::vector<FrameSteps::Hint>& hints);
  void note_layers();
  DrawingHead read_head(std::string_view drawing);
  void read_lines(File& file, std::size_t first, std::size_t end, std::vector<DrawnShape>& into);
  void read(std::string_view drawing, std::size_t most, std::vector<DrawnShape>& into);

  std::vector<std::unique_ptr<File>> files_;
  std::optional<FrameSteps> steps_;
  std::vector<PlayerName> players_;
  std::vector<std::string> layers_;
  std::string text_;
  spark::sexp::Reader reader_;
};

}  // namespace monitor
