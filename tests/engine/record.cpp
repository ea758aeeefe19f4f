// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/record.h"

#include <fmt/format.h>

#include <algorithm>

namespace engine_test {
namespace {

std::string difference(const std::string& what, const Lines& engine, const Lines& model) {
  if (engine == model) return {};
  std::size_t i = 0;
  while (i < engine.size() && i < model.size() && engine[i] == model[i]) ++i;
  std::string text = what + ":\n";
  for (std::size_t before = i - std::min<std::size_t>(i, 6); before < i; ++before)
    text += fmt::format("    both    {}\n", engine[before]);
  const auto line = [&](const Lines& lines) { return i < lines.size() ? lines[i] : std::string("nothing more"); };
  return text + fmt::format("    engine  {}\n    model   {}\n", line(engine), line(model));
}

}  // namespace

void forget_unseen_sensations(Record& record) {
  for (std::size_t i = 0; i < record.lost.size(); ++i) {
    if (!record.lost[i]) continue;
    const Lines& heard = record.heard[i];
    auto seen = std::count_if(heard.begin(), heard.end(), [](const std::string& line) { return line[0] == 'S'; });
    const std::string end = fmt::format(" sense {}", i);
    std::erase_if(record.world, [&](const std::string& line) { return line.ends_with(end) && seen-- <= 0; });
  }
}

std::string difference(const Record& engine, const Record& model) {
  std::string text = difference("the world", engine.world, model.world);
  for (std::size_t i = 0; i < model.heard.size(); ++i) {
    text += difference(fmt::format("agent {} heard", i), engine.heard[i], model.heard[i]);
    text += difference(fmt::format("agent {} sent", i), engine.sent[i], model.sent[i]);
    if (engine.lost[i] != model.lost[i]) text += fmt::format("agent {} was lost in one of the two\n", i);
  }
  return text;
}

}  // namespace engine_test
