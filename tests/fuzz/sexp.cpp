// SPDX-License-Identifier: Apache-2.0
// S-expressions: acts, trainers' commands and scene files. Parsed expressions are the same after writing them with
// quotes and reading them again.
#include <string>

#include "spark/sexp/reader.h"
#include "tests/fuzz/case_reader.h"
#include "tests/fuzz/target.h"

using fuzz::demand;
using spark::sexp::Expression;
using spark::sexp::Limits;
using spark::sexp::Reader;

namespace {

constexpr Limits kLimits{4096, 8, 200};

/// Writes any text in quotes.
void write_atom(std::string_view text, std::string& out) {
  out += '"';
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') out += '\\';
    out += letter;
  }
  out += '"';
}

/// Returns the depth.
std::size_t write(const Expression& e, std::string& out, std::size_t& items) {
  ++items;
  if (e.is_atom()) {
    demand(e.size() == 0);
    write_atom(e.text(), out);
    return 0;
  }
  demand(e.text().empty());
  demand(e.size() == 0 || !e[0].is_atom() || e.name() == e[0].text());
  std::size_t depth = 0;
  out += '(';
  for (std::size_t i = 0; i != e.size(); ++i) depth = std::max(depth, write(e[i], out, items));
  out += ')';
  return depth + 1;
}

std::string written(const Reader& reader) {
  std::string out;
  std::size_t items = 0;
  for (std::size_t i = 0; i != reader.size(); ++i) {
    demand(reader[i].is_list());
    demand(write(reader[i], out, items) <= kLimits.depth);
  }
  demand(items <= kLimits.items);
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  const fuzz::ExactText text(fuzz::as_text(octets, size));
  // As in the programs: one reader for all texts.
  static Reader reader(kLimits);
  if (!reader.read(text.view())) {
    demand(reader.error() != nullptr && reader.size() == 0);
    return 0;
  }
  std::size_t line = 1;
  for (std::size_t i = 0; i != reader.size(); ++i) {
    demand(reader.line_of(reader[i]) >= line);
    line = reader.line_of(reader[i]);
  }
  const std::string once = written(reader);
  Reader again({once.size(), kLimits.depth, kLimits.items});
  demand(again.read(once) && !again.is_cut());
  demand(written(again) == once);
  return 0;
}
