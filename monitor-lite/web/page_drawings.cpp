// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/web/page_drawings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "monitor-lite/client/log_source.h"
#include "monitor-lite/web/match_text.h"

namespace monitor {
namespace {

using Json = nlohmann::ordered_json;

double rounded(double number, double parts) {
  return std::round(number * parts) / parts;
}

}  // namespace

Json shape_json(const DrawnShape& drawn) {
  const auto metres = [](double number) { return rounded(number, 100); };
  switch (drawn.kind) {
    case DrawnShape::Kind::line:
      return {"line", drawn.layer, metres(drawn.from.x), metres(drawn.from.y), metres(drawn.to.x), metres(drawn.to.y)};
    case DrawnShape::Kind::circle:
      return {"circle", drawn.layer, metres(drawn.from.x), metres(drawn.from.y), metres(drawn.radius)};
    case DrawnShape::Kind::words:
      break;
  }
  return {"words", drawn.layer, metres(drawn.from.x), metres(drawn.from.y), drawn.words};
}

std::string page_drawings(AgentDrawings& drawings, std::size_t first, std::size_t last, std::size_t max_text) {
  const double begin = static_cast<double>(first), length = static_cast<double>(last) - begin;
  std::string text = fmt::format("{{\"layers\":{},\"drawn\":[", text_of(Json(drawings.layers())));
  const char* comma = "";
  Json end = nullptr;
  for (const AgentDrawings::Spell& spell : drawings.spells()) {
    const double from = spell.from - begin, to = spell.to - begin;
    if (to <= 0 || from > length) continue;
    const std::vector<DrawnShape> drawn = drawings.drawn_in(spell);
    if (drawn.empty()) continue;
    Json shapes = Json::array();
    for (const DrawnShape& each : drawn) shapes.push_back(shape_json(each));
    const Json entry = {{"from", rounded(std::max(0.0, from), 1000)},
                        {"to", rounded(to, 1000)},
                        {"side", side_word(drawn.front().by.first)},
                        {"number", drawn.front().by.second},
                        {"shapes", std::move(shapes)}};
    const std::string next = text_of(entry);
    if (text.size() + next.size() > max_text) {
      end = rounded(from, 1000);
      break;
    }
    text += comma + next;
    comma = ",";
  }
  return text + fmt::format("],\"end\":{}}}", text_of(end));
}

std::string page_drawings_beside(const std::filesystem::path& log) {
  if (!has_log_name(log)) return {};
  const LogFile file(log);
  AgentDrawings drawings(log, file);
  const bool has_none = drawings.is_empty() || file.size() == 0 || file.game().has_bodies;
  return has_none ? std::string() : page_drawings(drawings, 0, file.size() - 1);
}

}  // namespace monitor
