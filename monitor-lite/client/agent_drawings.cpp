// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/agent_drawings.h"

#include <algorithm>
#include <exception>
#include <map>
#include <system_error>

#include "spark/core/number_text.h"

namespace monitor {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxDrawingFiles = 200;
constexpr std::size_t kMaxDrawnLines = 1'000'000;  // of a file
constexpr std::size_t kMaxDrawnLine = 64 * 1024;   // bytes
constexpr std::int64_t kTrainers = -1;             // used for trainers in place of an agent's number
constexpr std::int64_t kSenseLatency = 10;         // steps from a picture, whose game time is given, to its cycle
constexpr std::string_view kFileBegin = "agent", kFileEnd = "-draw.log", kLeftOut = "[... ";

/// The number of the agent whose drawings are in a file with that name; nothing if it is another file.
std::optional<std::int64_t> agent_of(std::string_view name) {
  if (name == "trainer-draw.log") return kTrainers;
  if (!name.starts_with(kFileBegin) || !name.ends_with(kFileEnd) || name.size() < kFileBegin.size() + kFileEnd.size())
    return {};
  const std::string_view digits = name.substr(kFileBegin.size(), name.size() - kFileBegin.size() - kFileEnd.size());
  std::int64_t number = 0;
  if (digits.find_first_not_of("0123456789") != digits.npos || !spark::whole_integer(digits, number)) return {};
  return number;
}

std::map<std::int64_t, fs::path> drawing_files(const fs::path& place) {
  std::error_code error;
  const fs::path folder = fs::is_directory(place, error) ? place : fs::absolute(place).parent_path();
  std::map<std::int64_t, fs::path> files;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code unknown;
    const auto agent = agent_of(entry->path().filename().string());
    if (agent && !entry->is_symlink(unknown)) files[*agent] = entry->path();  // a link could lead to any file
  }
  return files;
}

/// The part of a line after the step.
std::string_view drawing_in(std::string_view line) {
  return line.substr(std::min(line.find(' '), line.size()));
}

template <typename Thing>
void insert(std::vector<Thing>& sorted, const Thing& thing) {
  const auto place = std::lower_bound(sorted.begin(), sorted.end(), thing);
  if (place == sorted.end() || *place != thing) sorted.insert(place, thing);
}

}  // namespace

AgentDrawings::AgentDrawings(const fs::path& place, const LogFile& log) {
  std::vector<FrameSteps::Hint> hints;
  for (const auto& [agent, path] : drawing_files(place))
    if (files_.size() < kMaxDrawingFiles) open(path, agent == kTrainers, hints);
  if (files_.empty()) return;
  std::ranges::sort(hints, {}, &FrameSteps::Hint::step);
  std::vector<double> times(log.size());
  for (std::size_t frame = 0; frame < times.size(); ++frame) times[frame] = log.time_of(frame);
  steps_.emplace(std::move(times), log.seconds_per_frame(), hints);
}

/// A file that has no drawings or cannot be read is ignored. The file of trainers counts as one file for each name in
/// it.
void AgentDrawings::open(const fs::path& path, bool is_of_trainers, std::vector<FrameSteps::Hint>& hints) {
  std::optional<ByteFile> bytes;
  try {
    bytes.emplace(path);
  } catch (const std::exception&) {
    return;
  }
  std::map<PlayerName, std::unique_ptr<File>> parts;
  File* last_file = nullptr;
  bool after_gap = false;
  std::size_t count = 0;
  std::uint64_t begin = 0;
  while (begin < bytes->size() && count < kMaxDrawnLines) {
    bytes->read(begin, kMaxDrawnLine, text_);
    const std::size_t last = text_.rfind('\n');
    if (text_.empty()) break;
    // A line that is longer than any drawing, or not complete yet, is omitted.
    const std::string_view lines = std::string_view(text_).substr(0, last == std::string::npos ? 0 : last + 1);
    for (std::size_t at = 0; at < lines.size(); ++count) {
      const std::size_t end = lines.find('\n', at);
      const std::string_view line = lines.substr(at, end - at);
      // Where the middle of a log was cut out, the lines around the gap are truncated.
      const bool is_gap = line.starts_with(kLeftOut);
      if (is_gap && last_file && !last_file->lines.empty()) last_file->lines.pop_back();
      const bool is_part = is_gap || after_gap;
      DrawingHead head = read_head(is_part ? std::string_view() : drawing_in(line));
      if (is_of_trainers && !head.by) head.by = PlayerName{};
      last_file = nullptr;
      if (!is_part && head.by) {
        auto& file = parts[is_of_trainers ? *head.by : PlayerName{}];
        if (!file) file = std::make_unique<File>(bytes->again(), is_of_trainers);
        if (note(line, head, begin + at, *file, hints)) last_file = file.get();
      }
      after_gap = is_gap;
      at = end + 1;
    }
    begin += lines.empty() ? text_.size() : lines.size();
  }
  for (auto& [by, file] : parts)
    if (!file->lines.empty()) files_.push_back(std::move(file));
}

/// Records the position of the drawing in `reader_`; returns false if the line is not a drawing.
bool AgentDrawings::note(std::string_view line, const DrawingHead& head, std::uint64_t begin, File& file,
                         std::vector<FrameSteps::Hint>& hints) {
  const std::string_view drawing = drawing_in(line);
  const std::size_t offset = line.size() - drawing.size();
  std::int64_t step = 0;
  if (drawing.empty() || !spark::whole_integer(line.substr(0, offset), step) || step < 0) return false;
  const std::int64_t effect = file.is_of_trainers ? step : step + kEffect;
  if (!file.lines.empty() && effect < file.lines.back().effect) return false;
  if (file.lines.size() >= kMaxMessages && effect == (file.lines.end() - kMaxMessages)->effect) return false;
  if (head.time) hints.push_back({static_cast<double>(file.is_of_trainers ? step : step - kSenseLatency), *head.time});
  insert(players_, *head.by);
  note_layers();
  const double shown = file.is_of_trainers && head.seconds ? *head.seconds * 100 : kShown;
  // A trainer's drawing replaces its previous one, even while the clock is stopped.
  if (file.is_of_trainers && !file.lines.empty() && effect == file.lines.back().effect) file.lines.pop_back();
  file.lines.push_back({effect, shown, begin + offset, static_cast<std::uint32_t>(drawing.size())});
  return true;
}

/// Adds the layers of the drawing in `reader_`, because the list of layers is shown before the drawings are.
void AgentDrawings::note_layers() {
  for (std::size_t i = 0; i < reader_.size() && layers_.size() < kMaxLayers; ++i)
    if (DrawnShape drawn; read_drawn(reader_[i], {}, drawn)) insert(layers_, drawn.layer);
}

std::vector<DrawnShape> AgentDrawings::at(double place) {
  std::vector<DrawnShape> drawn;
  if (!steps_) return drawn;
  const double step = steps_->at(place);
  for (const auto& file : files_) {
    const auto after = std::upper_bound(file->lines.begin(), file->lines.end(), step, [](double now, const Line& line) {
      return now < static_cast<double>(line.effect);
    });
    if (after == file->lines.begin() || (after - 1)->end() <= step) continue;
    // An agent may have sent several drawing messages in one cycle.
    auto first = after - 1;
    while (first != file->lines.begin() && (first - 1)->effect == first->effect) --first;
    read_lines(*file, static_cast<std::size_t>(first - file->lines.begin()),
               static_cast<std::size_t>(after - file->lines.begin()), drawn);
    if (drawn.size() > kMaxShapesOfAll) drawn.resize(kMaxShapesOfAll);
  }
  return drawn;
}

std::vector<AgentDrawings::Spell> AgentDrawings::spells() const {
  std::vector<Spell> all;
  for (std::size_t index = 0; index < files_.size(); ++index) {
    const std::vector<Line>& lines = files_[index]->lines;
    for (std::size_t first = 0, end = 0; first < lines.size(); first = end) {
      while (end < lines.size() && lines[end].effect == lines[first].effect) ++end;
      double until = lines[end - 1].end();
      if (end < lines.size()) until = std::min(until, static_cast<double>(lines[end].effect));
      const double from = steps_->place_of(static_cast<double>(lines[first].effect)), to = steps_->place_of(until);
      if (to > from) all.push_back({from, to, index, first, end});
    }
  }
  std::ranges::stable_sort(all, {}, &Spell::from);
  return all;
}

std::vector<DrawnShape> AgentDrawings::drawn_in(const Spell& spell) {
  std::vector<DrawnShape> drawn;
  read_lines(*files_[spell.file], spell.first, spell.end, drawn);
  return drawn;
}

void AgentDrawings::read_lines(File& file, std::size_t first, std::size_t end, std::vector<DrawnShape>& into) {
  const std::size_t most = into.size() + kMaxDrawnShapes;
  for (std::size_t line = first; line < end; ++line) {
    file.bytes.read(file.lines[line].begin, file.lines[line].size, text_);
    read(text_, most, into);
  }
}

/// Reads the head of a drawing, and leaves its parts in `reader_`.
DrawingHead AgentDrawings::read_head(std::string_view drawing) {
  DrawingHead head;
  reader_.read(drawing);
  for (std::size_t i = 0; i < reader_.size(); ++i) head.read(reader_[i]);
  return head;
}

/// Reads shapes until there are `most` of them.
void AgentDrawings::read(std::string_view drawing, std::size_t most, std::vector<DrawnShape>& into) {
  const PlayerName by = read_head(drawing).by.value_or(PlayerName{});
  for (std::size_t i = 0; i < reader_.size() && into.size() < most; ++i)
    if (DrawnShape drawn; read_drawn(reader_[i], by, drawn)) into.push_back(std::move(drawn));
}

}  // namespace monitor
