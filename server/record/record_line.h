// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spark/sim/inputs.h"

namespace server {

// The record of a match has one line for each input, in the order of arrival (docs/write/protocol.md). The first line
// is `kRecordTitle`. A line begins with its place, `@STEP.EVENTS`, if that differs from the place of the previous line,
// and a letter for its kind; then follow words, separated by blanks. Bytes that a line cannot contain, and `%`, are
// written as %XX.

constexpr std::string_view kRecordTitle = "rcssserver3D acts 1";
/// The version of the simulation's rules, the third word of the first line after the title; 1 if it is absent. Since
/// version 2 the game's clocks count steps once a sum of 32-bit floats would be too inaccurate.
constexpr int kRecordRevision = 2;
/// No server writes longer lines: an act is at most 256 KiB, of which each byte may take three.
constexpr std::size_t kMaxRecordLine = 1u << 20;

enum class Entry : char {
  seed = 'v',       ///< seed of the match, version of the server, and `kRecordRevision`
  foreign = 'x',    ///< name of a gateway that changes the world by other means than acts
  started = 's',    ///< type of an agent that the server started
  arrived = 'c',    ///< type of an agent that connected by itself
  ready = 'r',      ///< id, and its own timing if it has one
  begun = 'b',      ///<
  acted = 'a',      ///< id, stamp minus step, text
  did = 'n',        ///< as `acted`, with actions instead of a text
  halted = 'h',     ///< id
  lost = 'l',       ///< id, reason
  leaves = 'g',     ///< id, steps from now
  commanded = 't',  ///< peer, text
  joined = 'w',     ///< a monitor connected: the frames of all monitors now repeat the state that it needs
  ended = 'e'       ///< the simulation ended here
};

struct RecordLine {
  spark::InputPosition at;
  Entry entry{};
  std::string_view rest;  ///< after the letter and a blank
};

/// Reads lines in order; a line may rely on the place of the previous one. Returns nothing for a line of another
/// format, or one whose place is before that of the previous line.
class RecordLineReader {
 public:
  std::optional<RecordLine> read(std::string_view line);

 private:
  spark::InputPosition at_;
};

/// Escapes a word of a line or, with `with_blanks`, the rest of a line. `unescaped` reverses it, and keeps a `%` that
/// has no digits after it.
void append_escaped(std::string& out, std::string_view text, bool with_blanks = false);
std::string unescaped(std::string_view text);
/// Removes the first word from `rest` and returns it.
std::string_view next_word(std::string_view& rest);
/// Does the same for an integer; nothing if the word is none.
std::optional<std::int64_t> next_number(std::string_view& rest);

void append_actions(std::string& out, std::span<const spark::Action> actions);
/// Reads actions from a line, with the texts that they refer to.
class ActionReader {
 public:
  /// False if the text has another form, or has too many actions.
  bool read(std::string_view text);
  const std::vector<spark::Action>& actions() const { return list_; }

 private:
  bool read_argument(std::string_view word, spark::Arguments::Argument& argument);
  const std::string& keep(std::string_view escaped);
  std::vector<spark::Action> list_;
  std::vector<std::unique_ptr<std::string>> texts_;
};

}  // namespace server
