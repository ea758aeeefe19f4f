// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/agent_drawings.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <map>
#include <system_error>

#include "spark/core/number_text.h"

namespace monitor {
namespace {

namespace fs = std::filesystem;
using spark::sexp::Expression;

constexpr std::size_t kMaxDrawingFiles = 200;
constexpr std::size_t kMaxDrawnLines = 1'000'000;  // of a file
constexpr std::size_t kMaxDrawnLine = 64 * 1024;   // bytes
constexpr std::size_t kMaxLayer = 40, kMaxWords = 200;
constexpr double kMaxDrawnDistance = 10000;  // m
constexpr double kSenseLatency = 10;         // steps from a picture, whose game time is said, to its cycle
constexpr std::string_view kFileBegin = "agent", kFileEnd = "-draw.log", kLeftOut = "[... ";

/// The number of the agent whose drawings are in a file of that name; nothing if it is another file.
std::optional<std::int64_t> agent_of(std::string_view name) {
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

/// What stands in the expression of that name; empty if there is none near the beginning.
std::string_view expression(std::string_view drawing, std::string_view name) {
  const std::string_view head = drawing.substr(0, 100);
  const std::size_t begin = head.find(name);
  if (begin == head.npos) return {};
  const std::size_t end = head.find(')', begin);
  return end == head.npos ? std::string_view() : head.substr(begin + name.size(), end - begin - name.size());
}

/// `left 7`.
std::optional<PlayerName> player_of(std::string_view text) {
  const std::size_t blank = text.find(' ');
  if (blank == text.npos) return {};
  const std::string_view side = text.substr(0, blank);
  std::int64_t number = 0;
  if (!spark::whole_integer(text.substr(blank + 1), number) || number < 0 || number > 99) return {};
  if (side != "left" && side != "right") return {};
  return PlayerName{side == "left" ? Side::left : Side::right, static_cast<int>(number)};
}

template <typename Thing>
void insert(std::vector<Thing>& sorted, const Thing& thing) {
  const auto place = std::lower_bound(sorted.begin(), sorted.end(), thing);
  if (place == sorted.end() || *place != thing) sorted.insert(place, thing);
}

bool read_drawn_numbers(const Expression& list, std::size_t count, double (&numbers)[4]) {
  if (list.size() < 2 + count) return false;
  for (std::size_t i = 0; i < count; ++i)
    if (!spark::whole_number(list[2 + i].text(), numbers[i]) || !(std::abs(numbers[i]) <= kMaxDrawnDistance))
      return false;
  return true;
}

/// False if it is none of what can be drawn. In the frame of the team.
bool read_drawn(const Expression& list, DrawnShape& drawn) {
  const std::string_view name = list.name();
  double numbers[4] = {};
  if (name == "line" && read_drawn_numbers(list, 4, numbers))
    drawn.kind = DrawnShape::Kind::line;
  else if (name == "circle" && read_drawn_numbers(list, 3, numbers) && numbers[2] >= 0)
    drawn.kind = DrawnShape::Kind::circle;
  else if (name == "words" && list.size() > 4 && read_drawn_numbers(list, 2, numbers))
    drawn.kind = DrawnShape::Kind::words;
  else
    return false;
  drawn.layer = list[1].text().substr(0, kMaxLayer);
  drawn.from = {numbers[0], numbers[1], 0};
  if (drawn.kind == DrawnShape::Kind::line) drawn.to = {numbers[2], numbers[3], 0};
  if (drawn.kind == DrawnShape::Kind::circle) drawn.radius = numbers[2];
  if (drawn.kind == DrawnShape::Kind::words) drawn.words = list[4].text().substr(0, kMaxWords);
  return true;
}

}  // namespace

AgentDrawings::AgentDrawings(const fs::path& place, const LogFile& log) {
  std::vector<FrameSteps::Hint> hints;
  for (const auto& [agent, path] : drawing_files(place))
    if (files_.size() < kMaxDrawingFiles) open(path, hints);
  if (files_.empty()) return;
  std::ranges::sort(hints, {}, &FrameSteps::Hint::step);
  std::vector<double> times(log.size());
  for (std::size_t frame = 0; frame < times.size(); ++frame) times[frame] = log.time_of(frame);
  steps_.emplace(std::move(times), log.seconds_per_frame(), hints);
}

/// A file without any drawing, and one that cannot be read, is none.
void AgentDrawings::open(const fs::path& path, std::vector<FrameSteps::Hint>& hints) {
  std::unique_ptr<File> file;
  try {
    file = std::make_unique<File>(path);
  } catch (const std::exception&) {
    return;
  }
  bool after_gap = false;
  std::uint64_t begin = 0;
  while (begin < file->bytes.size() && file->lines.size() < kMaxDrawnLines) {
    file->bytes.read(begin, kMaxDrawnLine, text_);
    const std::size_t last = text_.rfind('\n');
    if (text_.empty()) break;
    // What is longer than any drawing, or is not complete yet, is left out.
    const std::string_view lines = std::string_view(text_).substr(0, last == std::string::npos ? 0 : last + 1);
    for (std::size_t at = 0; at < lines.size();) {
      const std::size_t end = lines.find('\n', at);
      const std::string_view line = lines.substr(at, end - at);
      // Where the middle of a log is missing, the lines around the gap are parts of lines.
      if (line.starts_with(kLeftOut) && !file->lines.empty()) file->lines.pop_back();
      if (!after_gap) note(line, begin + at, *file, hints);
      after_gap = line.starts_with(kLeftOut);
      at = end + 1;
    }
    begin += lines.empty() ? text_.size() : lines.size();
  }
  if (!file->lines.empty()) files_.push_back(std::move(file));
}

/// Notes where the drawing is; false if the line is none.
bool AgentDrawings::note(std::string_view line, std::uint64_t begin, File& file, std::vector<FrameSteps::Hint>& hints) {
  const std::size_t blank = line.find(' ');
  std::int64_t step = 0;
  if (blank == line.npos || !spark::whole_integer(line.substr(0, blank), step) || step < 0) return false;
  if (!file.lines.empty() && step < file.lines.back().step) return false;
  if (file.lines.size() >= kMaxMessages && step == (file.lines.end() - kMaxMessages)->step) return false;
  const std::string_view drawing = line.substr(blank + 1);
  const auto player = player_of(expression(drawing, "(by "));
  if (!player) return false;
  insert(players_, *player);
  if (double time = 0; spark::whole_number(expression(drawing, "(time "), time) && std::isfinite(time))
    hints.push_back({static_cast<double>(step) - kSenseLatency, time});
  note_layers(drawing);
  file.lines.push_back({step, begin + blank + 1, static_cast<std::uint32_t>(drawing.size())});
  return true;
}

/// Quickly, without reading the rest: a list of them needs all names at once.
void AgentDrawings::note_layers(std::string_view drawing) {
  for (const std::string_view kind : {"(line ", "(circle ", "(words "})
    for (std::size_t at = drawing.find(kind); at != drawing.npos; at = drawing.find(kind, at)) {
      at += kind.size();
      const std::size_t end = std::min(drawing.find(' ', at), drawing.size());
      const std::string_view layer = drawing.substr(at, std::min(end - at, kMaxLayer));
      if (!layer.empty() && layers_.size() < kMaxLayers &&
          !std::binary_search(layers_.begin(), layers_.end(), layer, std::less<>()))
        insert(layers_, std::string(layer));
    }
}

std::vector<DrawnShape> AgentDrawings::at(double place) {
  std::vector<DrawnShape> drawn;
  if (!steps_) return drawn;
  const double step = steps_->at(place) - kEffect;
  for (const auto& file : files_) {
    const auto after = std::upper_bound(file->lines.begin(), file->lines.end(), step, [](double now, const Line& line) {
      return now < static_cast<double>(line.step);
    });
    if (after == file->lines.begin() || static_cast<double>((after - 1)->step) <= step - kShown) continue;
    // An agent may have drawn in several messages of one cycle.
    auto first = after - 1;
    while (first != file->lines.begin() && (first - 1)->step == first->step) --first;
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
      while (end < lines.size() && lines[end].step == lines[first].step) ++end;
      const double begin = static_cast<double>(lines[first].step) + kEffect;
      const double next = end < lines.size() ? static_cast<double>(lines[end].step) + kEffect : begin + kShown;
      const double from = steps_->place_of(begin), to = steps_->place_of(std::min(next, begin + kShown));
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
  const std::size_t most = into.size() + kMaxShapes;
  for (std::size_t line = first; line < end; ++line) {
    file.bytes.read(file.lines[line].begin, file.lines[line].size, text_);
    read(text_, most, into);
  }
}

/// Until there are `most` shapes.
void AgentDrawings::read(std::string_view drawing, std::size_t most, std::vector<DrawnShape>& into) {
  const auto player = player_of(expression(drawing, "(by "));
  if (!player || !reader_.read(drawing)) return;
  const double turn = player->first == Side::right ? -1 : 1;
  for (std::size_t i = 0; i < reader_.size() && into.size() < most; ++i) {
    DrawnShape drawn;
    if (!read_drawn(reader_[i], drawn)) continue;
    drawn.by = *player;
    for (Point* point : {&drawn.from, &drawn.to}) *point = {turn * point->x, turn * point->y, 0};
    into.push_back(std::move(drawn));
  }
}

}  // namespace monitor
