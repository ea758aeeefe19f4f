// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace sigverse::speech {

/// Reads what julius sends on its module port: blocks of lines of XML, each block ended by a line ".".
///
///     <RECOGOUT>
///       <SHYPO RANK="1" SCORE="-2888.218750" GRAM="0">
///         <WHYPO WORD="&lt;s&gt;" CLASSID="0" PHONE="silB" CM="1.000"/>
///         <WHYPO WORD="stop" CLASSID="2" PHONE="s t o p" CM="0.985"/>
///       </SHYPO>
///     </RECOGOUT>
///     .
///
/// It is no document: there is no root, older versions write `WORD="<s>"`, and the octets are of any encoding in which
/// 0x22, 0x26, 0x3c and 0x3e are ASCII (UTF-8, EUC-JP, Shift-JIS). So elements are read one by one, and what is none,
/// is cut off, or unknown is passed over up to the end of its line. Memory is bounded (`kMaxLine`, `kMaxWords`).
class ModuleReader {
 public:
  /// Gets the words of the best hypothesis of a RECOGOUT, in order, without marks of silence, joined by blanks, in
  /// julius' own encoding; an empty text for a sound that julius could not make out (RECOGFAIL, REJECTED).
  using Heard = std::function<void(const std::string& words)>;
  explicit ModuleReader(Heard heard) : heard_(std::move(heard)) {}

  /// Takes octets as they come, in pieces of any size.
  void add(std::string_view octets);
  /// What comes next is of another connection.
  void forget();

  static constexpr std::size_t kMaxLine = 64 << 10;  ///< a longer line is passed over
  static constexpr std::size_t kMaxWords = 60'000;   ///< octets; words beyond it are left out

 private:
  void take_line(std::string_view line);
  void take_element(std::string_view name, std::string_view word);

  Heard heard_;
  std::string line_;           ///< so far
  bool passing_over_ = false;  ///< up to the end of the line
  // What has been read of the RECOGOUT that is under way.
  enum class Result { none, begun, ended } result_ = Result::none;
  bool in_best_ = false, best_seen_ = false;  ///< its first hypothesis
  std::string words_;
};

}  // namespace sigverse::speech
