// SPDX-License-Identifier: Apache-2.0
#include "spark/sexp/reader.h"

#include <algorithm>

namespace spark::sexp {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// Characters that may continue an atom: `*` to `~`, `!`, `#` to `&`, and every byte above 0x7F.
bool continues_atom(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 0x2A && byte <= 0x7E) || byte > 0x7F || byte == '!' || (byte >= '#' && byte <= '&');
}

bool is_escape(std::string_view text, std::size_t at) {
  if (text[at] != '\\' || at + 1 >= text.size()) return false;
  const char next = text[at + 1];
  return next == '"' || next == '\'' || next == '(' || next == ')' || next == '\\';
}

std::string without_escapes(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_escape(text, i)) ++i;
    out += text[i];
  }
  return out;
}

bool has_escape(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (is_escape(text, i)) return true;
  return false;
}

}  // namespace

bool Expression::is_atom() const {
  return reader_->items_[item_].atom;
}
std::string_view Expression::text() const {
  const Reader::Item& item = reader_->items_[item_];
  return item.atom ? item.text : std::string_view();
}
std::string_view Expression::source() const {
  const Reader::Item& item = reader_->items_[item_];
  return item.atom ? std::string_view() : item.text;
}
std::size_t Expression::size() const {
  return reader_->items_[item_].count;
}
Expression Expression::operator[](std::size_t index) const {
  return {*reader_, reader_->elements_[reader_->items_[item_].first + index]};
}
std::string_view Expression::name() const {
  return size() > 0 ? (*this)[0].text() : std::string_view();
}

bool Reader::fail(const char* why) {
  error_ = why;
  top_.clear();
  return false;
}

bool Reader::read(std::string_view text) {
  source_ = text;
  error_ = nullptr;
  cut_ = false;
  items_.clear();
  elements_.clear();
  pending_.clear();
  open_.clear();
  top_.clear();
  unescaped_.clear();
  line_begins_.clear();
  if (text.size() > limits_.bytes) return fail("text too long");

  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '\0') break;
    if (is_space(c)) {
      ++at;
    } else if (c == ';') {
      at = std::min(text.find('\n', at), text.size());
    } else if (c == '(') {
      if (open_.size() >= limits_.depth) return fail("nested too deeply");
      open_.push_back({static_cast<std::uint32_t>(pending_.size()), static_cast<std::uint32_t>(at)});
      ++at;
    } else if (c == ')') {
      if (open_.empty()) {
        cut_ = true;
        return true;
      }
      if (!close_list(++at)) return false;
    } else {
      const std::size_t offset = at;
      std::size_t used = 0;
      const std::string_view rest = text.substr(at);
      const std::string_view atom = c == '"' || c == '\'' ? read_quoted(rest, used) : read_atom(rest, used);
      at += used;
      if (!open_.empty() && !add_atom(atom, offset)) return false;
    }
  }
  cut_ = !open_.empty();
  return true;
}

bool Reader::add_atom(std::string_view text, std::size_t offset) {
  if (items_.size() >= limits_.items) return fail("too many elements");
  pending_.push_back(static_cast<std::uint32_t>(items_.size()));
  items_.push_back({text, 0, 0, static_cast<std::uint32_t>(offset), true});
  return true;
}

bool Reader::close_list(std::size_t end) {
  if (items_.size() >= limits_.items) return fail("too many elements");
  const OpenList list = open_.back();
  open_.pop_back();
  const auto item = static_cast<std::uint32_t>(items_.size());
  const auto first = static_cast<std::uint32_t>(elements_.size());
  elements_.insert(elements_.end(), pending_.begin() + list.pending, pending_.end());
  items_.push_back({source_.substr(list.offset, end - list.offset), first,
                    static_cast<std::uint32_t>(pending_.size() - list.pending), list.offset, false});
  pending_.resize(list.pending);
  if (open_.empty())
    top_.push_back(item);
  else
    pending_.push_back(item);
  return true;
}

std::string_view Reader::read_atom(std::string_view rest, std::size_t& used) {
  // The first character may be any byte that begins no other token; after it the narrower set applies.
  used = is_escape(rest, 0) ? 2 : 1;
  while (used < rest.size() && (continues_atom(rest[used]) || is_escape(rest, used)))
    used += is_escape(rest, used) ? 2 : 1;
  const std::string_view raw = rest.substr(0, used);
  if (!has_escape(raw)) return raw;
  return unescaped_.emplace_back(without_escapes(raw));
}

std::string_view Reader::read_quoted(std::string_view rest, std::size_t& used) {
  const auto until = [&](std::size_t from, auto&& is_end) {
    while (from < rest.size() && !is_end(rest[from])) from += is_escape(rest, from) ? 2 : 1;
    return std::min(from, rest.size());
  };
  if (rest[0] == '"') {
    const std::size_t end = until(1, [](char c) { return c == '"'; });
    used = std::min(end + 1, rest.size());
    const std::string_view raw = rest.substr(1, end - 1);
    return has_escape(raw) ? std::string_view(unescaped_.emplace_back(without_escapes(raw))) : raw;
  }
  // 'x or '( … ): the text itself is one atom.
  if (rest.size() > 1 && rest[1] == '(') {
    std::size_t depth = 0;
    const std::size_t end = until(1, [&](char c) {
      if (c == '(') ++depth;
      return c == ')' && --depth == 0;
    });
    used = std::min(end + 1, rest.size());
    return rest.substr(1, used - 1);
  }
  used = until(1, [](char c) { return !continues_atom(c); });
  return rest.substr(1, used - 1);
}

std::size_t Reader::line_of(const Expression& e) const {
  if (line_begins_.empty()) {
    line_begins_.push_back(0);
    for (std::size_t at = 0; at < source_.size(); ++at)
      if (source_[at] == '\n') line_begins_.push_back(static_cast<std::uint32_t>(at + 1));
  }
  const auto behind = std::upper_bound(line_begins_.begin(), line_begins_.end(), items_[e.item_].offset);
  return static_cast<std::size_t>(behind - line_begins_.begin());
}

}  // namespace spark::sexp
