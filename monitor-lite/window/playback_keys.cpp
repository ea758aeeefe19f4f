// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/window/playback_keys.h"

#include <fmt/format.h>

namespace monitor {
namespace {

struct PlaybackKey {
  const char* letters;  ///< any of these
  Key key;
  const char* keys;   ///< for users; null: not in the help
  const char* words;  ///< the description: {0} and {1} are the lowest and the highest speed, {2} is the name of a mark
  void (*act)(Playback&, const Input&, std::string& message);
  bool repeats = false;  ///< repeats while the key is held
};

using P = Playback;
using I = Input;
using M = std::string;
const PlaybackKey kPlaybackKeys[] = {
    {" ", Key::none, "Space", "play, pause", [](P& p, const I&, M&) { p.play(!p.is_playing()); }},
    {"", Key::left, "Left, Right", "5 s back, forward; with Shift 30 s",
     [](P& p, const I& i, M&) { p.seek_seconds(i.shift ? -30 : -5); }, true},
    {"", Key::right, nullptr, "", [](P& p, const I& i, M&) { p.seek_seconds(i.shift ? 30 : 5); }, true},
    {",", Key::none, ", .", "one frame back, forward", [](P& p, const I&, M&) { p.step(-1); }, true},
    {".", Key::none, nullptr, "", [](P& p, const I&, M&) { p.step(1); }, true},
    {"", Key::up, "Up, Down", "faster, slower: {0} to {1} times real time", [](P& p, const I&, M&) { p.faster(); }},
    {"", Key::down, nullptr, "", [](P& p, const I&, M&) { p.slower(); }},
    {"n", Key::none, "n, p", "next, previous {2}",
     [](P& p, const I&, M& message) {
       if (!p.next_mark()) message = fmt::format("no {} after this", p.mark_name());
     }},
    {"p", Key::none, nullptr, "",
     [](P& p, const I&, M& message) {
       if (!p.previous_mark()) message = fmt::format("no {} before this", p.mark_name());
     }},
    {"[i", Key::none, "[ ] or i o", "start, end of a section to repeat", [](P& p, const I&, M&) { p.begin_section(); }},
    {"]o", Key::none, nullptr, "", [](P& p, const I&, M&) { p.end_section(); }},
    {"x", Key::none, "x", "clear the section", [](P& p, const I&, M&) { p.forget_section(); }},
    {"", Key::home, "Home, End", "to the beginning, the end", [](P& p, const I&, M&) { p.seek(0); }},
    {"", Key::end, nullptr, "", [](P& p, const I&, M&) { p.seek(p.last_place()); }},
};

bool is_meant(const PlaybackKey& key, const Input& input) {
  if (input.kind == Input::Kind::letter) return input.is_one_of(key.letters);
  return input.kind == Input::Kind::key_down && key.key != Key::none && key.key == input.key;
}

}  // namespace

std::optional<std::string> press_playback_key(Playback& playback, const Input& input) {
  for (const PlaybackKey& key : kPlaybackKeys) {
    if (!is_meant(key, input) || (input.repeated && !key.repeats)) continue;
    std::string message;
    key.act(playback, input, message);
    return message;
  }
  return std::nullopt;
}

std::vector<KeyHelp> playback_key_help(const Playback& playback) {
  std::vector<KeyHelp> help;
  for (const PlaybackKey& key : kPlaybackKeys)
    if (key.keys)
      help.push_back({key.keys, fmt::format(fmt::runtime(key.words), playback.speeds().front(),
                                            playback.speeds().back(), playback.mark_name())});
  return help;
}

}  // namespace monitor
