// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace sigverse::speech {

/// Parses the output of julius on its module port: blocks of lines of XML, each block ended by a line ".".
///
///     <RECOGOUT>
///       <SHYPO RANK="1" SCORE="-2888.218750" GRAM="0">
///         <WHYPO WORD="&lt;s&gt;" CLASSID="0" PHONE="silB" CM="1.000"/>
///         <WHYPO WORD="stop" CLASSID="2" PHONE="s t o p" CM="0.985"/>
///       </SHYPO>
///     </RECOGOUT>
///     .
///
/// It is not a document: there is no root, older versions write `WORD="<s>"`, and the octets are in any encoding in
/// which 0x22, 0x26, 0x3c and 0x3e are ASCII (UTF-8, EUC-JP, Shift-JIS). So elements are read one by one, and anything
/// that is malformed, truncated or unknown is skipped up to the end of its line. Memory is bounded (`kMaxLine`,
/// `kMaxWords`).
class ModuleReader {
 public:
  /// Called with the words of the best hypothesis of a RECOGOUT, in order, without marks of silence, joined by blanks,
  /// in julius' own encoding; an empty text for a sound that julius could not recognise (RECOGFAIL, REJECTED).
  using Heard = std::function<void(const std::string& words)>;
  explicit ModuleReader(Heard heard) : heard_(std::move(heard)) {}

  /// Takes octets in pieces of any size.
  void add(std::string_view octets);
  /// Resets the reader for another connection.
  void forget();

  static constexpr std::size_t kMaxLine = 64 << 10;  ///< a longer line is skipped
  static constexpr std::size_t kMaxWords = 60'000;   ///< octets; further words are omitted

 private:
  void take_line(std::string_view line);
  void take_element(std::string_view name, std::string_view word);

  Heard heard_;
  std::string line_;           ///< so far
  bool passing_over_ = false;  ///< up to the end of the line
  // The contents of the RECOGOUT in progress.
  enum class Result { none, begun, ended } result_ = Result::none;
  bool in_best_ = false, best_seen_ = false;  ///< its first hypothesis
  std::string words_;
};

}  // namespace sigverse::speech
