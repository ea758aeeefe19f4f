// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace sigverse::speech {

/// Parses what julius sends on its module port: blocks of lines of XML, each block ended by a line ".".
///
///     <RECOGOUT>
///       <SHYPO RANK="1" SCORE="-2888.218750" GRAM="0">
///         <WHYPO WORD="&lt;s&gt;" CLASSID="0" PHONE="silB" CM="1.000"/>
///         <WHYPO WORD="stop" CLASSID="2" PHONE="s t o p" CM="0.985"/>
///       </SHYPO>
///     </RECOGOUT>
///     .
///
/// This is not an XML document: there is no root, older versions write `WORD="<s>"`, and the encoding may be any in
/// which 0x22, 0x26, 0x3c and 0x3e are ASCII (UTF-8, EUC-JP, Shift-JIS). Elements are therefore read one by one, and
/// anything malformed, truncated or unknown is skipped to the end of its line. Memory is bounded (`kMaxLine`,
/// `kMaxWords`).
class ModuleReader {
 public:
  /// Called with the words of the best hypothesis of a RECOGOUT, in order, without silence marks, joined by blanks, in
  /// julius' own encoding; an empty text for a sound that julius could not recognise (RECOGFAIL, REJECTED).
  using Heard = std::function<void(const std::string& words)>;
  explicit ModuleReader(Heard heard) : heard_(std::move(heard)) {}

  /// Takes input in pieces of any size.
  void add(std::string_view octets);
  /// Resets the reader for a new connection.
  void forget();

  static constexpr std::size_t kMaxLine = 64 << 10;  ///< a longer line is skipped
  static constexpr std::size_t kMaxWords = 60'000;   ///< octets; further words are omitted

 private:
  void take_line(std::string_view line);
  void take_element(std::string_view name, std::string_view word);

  Heard heard_;
  std::string line_;           ///< the part of the line received so far
  bool passing_over_ = false;  ///< the rest of the line is skipped
  // The contents of the present RECOGOUT.
  enum class Result { none, begun, ended } result_ = Result::none;
  bool in_best_ = false, best_seen_ = false;  ///< about its first hypothesis
  std::string words_;
};

}  // namespace sigverse::speech
