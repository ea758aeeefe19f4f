// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace spark::sexp {

/// Limits for one text. A text that exceeds one is refused as a whole.
struct Limits {
  std::size_t bytes = 64 * 1024;
  std::size_t depth = 32;
  std::size_t items = 16 * 1024;  ///< atoms and lists together
};

class Reader;

/// One atom or list of a text read by a `Reader`; a handle of two words, valid until the reader's next `read`.
class Expression {
 public:
  bool is_atom() const;
  bool is_list() const { return !is_atom(); }
  /// The atom's characters, with escapes and quotes resolved; empty for a list.
  std::string_view text() const;
  /// Number of elements of a list; 0 for an atom.
  std::size_t size() const;
  /// Element `index` of a list; `index` < `size()`.
  Expression operator[](std::size_t index) const;
  /// The first element's text if that is an atom, else empty: the name of an expression.
  std::string_view name() const;
  /// The text of a list, from bracket to bracket; empty for an atom.
  std::string_view source() const;

 private:
  friend class Reader;
  Expression(const Reader& reader, std::uint32_t item) : reader_(&reader), item_(item) {}
  const Reader* reader_;
  std::uint32_t item_;
};

/// Reads S-expressions: agents' actions, trainers' commands and scene files share this one reader (behaviour 5.4).
///
/// Copies nothing but atoms with escapes; its buffers are reused, so a reader in use allocates nothing. Any bytes are
/// accepted: reading never throws and never goes past the end.
class Reader {
 public:
  explicit Reader(Limits limits = {}) : limits_(limits) {}
  /// Applies to future texts.
  void set_limits(Limits limits) { limits_ = limits; }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// Reads `text`, which must outlive the expressions. Returns false, and has no expressions, if a limit is exceeded;
  /// `error()` then says which. A surplus `)` ends the text, a missing one loses only the unfinished expression.
  bool read(std::string_view text);
  const char* error() const { return error_; }

  /// The lists at the top level, in order. Atoms outside lists are skipped.
  std::size_t size() const { return top_.size(); }
  Expression operator[](std::size_t index) const { return {*this, top_[index]}; }
  /// Whether something was lost at the end of the text: an unfinished list, or text after a surplus bracket.
  bool is_cut() const { return cut_; }
  /// The line (from 1) in which expression `e` begins; for messages about scene files, of which there may be thousands.
  std::size_t line_of(const Expression& e) const;

 private:
  friend class Expression;
  struct Item {
    std::string_view text;    ///< of an atom; for a list its source
    std::uint32_t first = 0;  ///< of a list: index into elements_
    std::uint32_t count = 0;
    std::uint32_t offset = 0;  ///< where it begins in the source
    bool atom = false;
  };
  struct OpenList {
    std::uint32_t pending;  ///< index of its first element in pending_
    std::uint32_t offset;
  };

  bool fail(const char* why);
  bool add_atom(std::string_view text, std::size_t offset);
  bool close_list(std::size_t end);
  std::string_view read_atom(std::string_view rest, std::size_t& used);
  std::string_view read_quoted(std::string_view rest, std::size_t& used);

  Limits limits_;
  const char* error_ = nullptr;
  bool cut_ = false;
  std::string_view source_;
  std::vector<Item> items_;
  std::vector<std::uint32_t> elements_;
  std::vector<std::uint32_t> pending_;
  std::vector<OpenList> open_;
  std::vector<std::uint32_t> top_;
  std::deque<std::string> unescaped_;
  mutable std::vector<std::uint32_t> line_begins_;  ///< made on first use
};

}  // namespace spark::sexp
