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

// The record of a match: what came into it, one line each, in the order in which it came (docs/write/protocol.md). The
// first line is `kRecordTitle`. A line begins with its place, `@STEP.EVENTS`, if that is not the place of the line
// before, and a letter for what it is; the rest are words, parted by blanks. Bytes that would not stand in a line, and
// `%`, are written as %XX.

constexpr std::string_view kRecordTitle = "rcssserver3D acts 1";
/// What a match is played by where servers have changed that, third word of the first line behind the title; 1 if it
/// is not there. 2: a clock of the game counts steps once a sum of 32-bit floats would be too far off.
constexpr int kRecordRevision = 2;
/// Longer ones no server writes: an act is at most 256 KiB, of which each byte may take three.
constexpr std::size_t kMaxRecordLine = 1u << 20;

enum class Entry : char {
  seed = 'v',       ///< of the match; the version of the server, and `kRecordRevision`
  foreign = 'x',    ///< a gateway changes the world otherwise than by acts; its name
  started = 's',    ///< type
  arrived = 'c',    ///< type
  ready = 'r',      ///< id, and its own timing if it has one
  begun = 'b',      ///<
  acted = 'a',      ///< id, stamp less step, text
  did = 'n',        ///< the same with actions
  halted = 'h',     ///< id
  lost = 'l',       ///< id, reason
  leaves = 'g',     ///< id, steps from now
  commanded = 't',  ///< peer, text
  joined = 'w',     ///< a monitor: what it gets anew stands in the frames of all
  ended = 'e'       ///< the simulation was left here
};

struct RecordLine {
  spark::InputPosition at;
  Entry entry{};
  std::string_view rest;  ///< behind the letter and a blank
};

/// Reads lines one after another; each may rely on the place of the one before. Nothing for one that is no such line,
/// or goes back.
class RecordLineReader {
 public:
  std::optional<RecordLine> read(std::string_view line);

 private:
  spark::InputPosition at_;
};

/// A word in a line, and back; or, with blanks, what fills the rest of a line. A `%` with no digits behind it is taken
/// as it is.
void append_escaped(std::string& out, std::string_view text, bool with_blanks = false);
std::string unescaped(std::string_view text);
/// Takes the first word off.
std::string_view next_word(std::string_view& rest);
/// The same for a whole number; nothing if it is none.
std::optional<std::int64_t> next_number(std::string_view& rest);

void append_actions(std::string& out, std::span<const spark::Action> actions);
/// Actions out of a line, with the texts they name.
class ActionReader {
 public:
  /// False if they are none, or too many.
  bool read(std::string_view text);
  const std::vector<spark::Action>& actions() const { return list_; }

 private:
  bool read_argument(std::string_view word, spark::Arguments::Argument& argument);
  const std::string& keep(std::string_view escaped);
  std::vector<spark::Action> list_;
  std::vector<std::unique_ptr<std::string>> texts_;
};

}  // namespace server
