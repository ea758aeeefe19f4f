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

/// Which drawings are shown.
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

/// Drawings that can be shown.
class DrawingSource {
 public:
  virtual ~DrawingSource() = default;
  /// Whether there are none, and none will come.
  virtual bool is_empty() const = 0;
  /// Who draws, and the layers, in alphabetical order.
  virtual const std::vector<PlayerName>& players() const = 0;
  virtual const std::vector<std::string>& layers() const = 0;
  /// What is shown at a place of a log (a frame, or between two), or at a game time of a live match, s.
  virtual std::vector<DrawnShape> at(double place) = 0;
};

/// What agents have drawn of their thinking, beside the log of a match: the files `agentN-draw.log` of its folder
/// (docs/write/protocol.md, section 3.7), and `trainer-draw.log`, what trainers have drawn (8.10). Their places are
/// read when they are opened, their drawings when they are asked for. Whatever is wrong in them is left out.
class AgentDrawings final : public DrawingSource {
 public:
  static constexpr std::int64_t kEffect = 10;      ///< steps after which the acts of a cycle take effect
  static constexpr double kShown = 40;             ///< steps for which a drawing is shown at most
  static constexpr std::size_t kMaxMessages = 16;  ///< of one agent at a time, as the server takes (protocol.md, 10)
  static constexpr std::size_t kMaxShapesOfAll = 22 * kMaxDrawnShapes;  ///< at a time
  static constexpr std::size_t kMaxLayers = 40;

  /// `place`: a log or its folder. `log` is read for its times only.
  AgentDrawings(const std::filesystem::path& place, const LogFile& log);

  bool is_empty() const override { return files_.empty(); }
  const std::vector<PlayerName>& players() const override { return players_; }
  const std::vector<std::string>& layers() const override { return layers_; }
  /// Those of all agents at a place of the log (a frame, or between two), for the moment at which the acts of their
  /// cycles take effect, and from then on until the next one.
  std::vector<DrawnShape> at(double place) override;

  /// What one agent has drawn in one cycle, and from where on and until where in the log it is shown (frames, or
  /// between two), as `at` shows it.
  struct Spell {
    double from, to;
    std::size_t file, first, end;  ///< its lines
  };
  /// All there are, in the order in which they begin.
  std::vector<Spell> spells() const;
  std::vector<DrawnShape> drawn_in(const Spell& spell);

 private:
  struct Line {
    std::int64_t effect;  ///< the step from which on it is shown
    double shown;         ///< steps, at most
    std::uint64_t begin;
    std::uint32_t size;
    double end() const { return static_cast<double>(effect) + shown; }
  };
  struct File {
    File(ByteFile from, bool trainers) : bytes(std::move(from)), is_of_trainers(trainers) {}
    ByteFile bytes;
    bool is_of_trainers;
    std::vector<Line> lines;  ///< by their steps
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
