// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "spark/sexp/reader.h"

using spark::sexp::Expression;
using spark::sexp::Reader;

namespace {

/// The expressions written out again with atoms in <>, so that a test shows structure and content at once.
std::string show(const Expression& e) {
  if (e.is_atom()) return '<' + std::string(e.text()) + '>';
  std::string out = "(";
  for (std::size_t i = 0; i < e.size(); ++i) out += show(e[i]);
  return out + ')';
}
std::string show(std::string_view text) {
  Reader reader;
  if (!reader.read(text)) return std::string("refused: ") + reader.error();
  std::string out;
  for (std::size_t i = 0; i < reader.size(); ++i) out += show(reader[i]);
  return reader.is_cut() ? out + " cut" : out;
}

}  // namespace

TEST_CASE("expressions are read one after another (behaviour 5.4)") {
  CHECK(show("(drive 1 2 3)(kick 10 50)") == "(<drive><1><2><3>)(<kick><10><50>)");
  CHECK(show(" ( init (unum 7 ) ( teamname RoboLog ) ) ") == "(<init>(<unum><7>)(<teamname><RoboLog>))");
  CHECK(show("") == "");
  CHECK(show("()") == "()");
  CHECK(show("((drive 1 2 3))") == "((<drive><1><2><3>))");
}

TEST_CASE("atoms outside lists are skipped") {
  CHECK(show("S123 133 (a)") == "(<a>)");
}

TEST_CASE("a surplus bracket ends the text, a missing one loses the unfinished expression") {
  CHECK(show("(drive 1 2 3))(kick 10 50)") == "(<drive><1><2><3>) cut");
  CHECK(show("(drive 1 2 3)(kick 10 50") == "(<drive><1><2><3>) cut");
}

TEST_CASE("comments run to the end of the line, but only where a token begins") {
  CHECK(show("; x\n(catch)") == "(<catch>)");
  CHECK(show("(a;b c ; d)\n)") == "(<a;b><c>)");
}

TEST_CASE("strings, quotes and escapes make single atoms") {
  CHECK(show("(say \"a b\")") == "(<say><a b>)");
  CHECK(show("(say \"a\\\"b\")") == "(<say><a\"b>)");
  CHECK(show("(say a\\(b)") == "(<say><a(b>)");
  CHECK(show("(say '(a (b) c) d)") == "(<say><(a (b) c)><d>)");
  CHECK(show("(say 'x y)") == "(<say><x><y>)");
}

TEST_CASE("blanks, tabs and line ends of every kind separate atoms") {
  CHECK(show("(a\r\nb\tc\rd\n e)") == "(<a><b><c><d><e>)");
}

TEST_CASE("a NUL ends the text") {
  CHECK(show(std::string_view("(a)\0(b)", 7)) == "(<a>)");
}

TEST_CASE("limits refuse the whole text") {
  CHECK(show(std::string(32, '(') + std::string(32, ')')).find("refused") == std::string::npos);
  CHECK(show(std::string(33, '(') + std::string(33, ')')) == "refused: nested too deeply");
  CHECK(show("(" + std::string(64 * 1024, 'a') + ")") == "refused: text too long");
  std::string many = "(";
  for (int i = 0; i < 20000; ++i) many += "a ";
  CHECK(show(many + ")") == "refused: too many elements");
}

TEST_CASE("a text may reach its limits exactly, of bytes, of depth, and of atoms and lists together") {
  Reader reader({8, 2, 3});
  const auto problem = [&](std::string_view text) { return reader.read(text) ? "" : std::string(reader.error()); };
  CHECK(problem("(aaaaaa)").empty());
  CHECK(problem("(aaaaaaa)") == "text too long");
  CHECK(problem("(())").empty());
  CHECK(problem("((()))") == "nested too deeply");
  for (const char* three : {"(a b)", "(()())", "(a())", "()()()"}) CHECK(problem(three).empty());
  for (const char* four : {"(a b c)", "(()(a))", "()()()()", "(a b)()"}) CHECK(problem(four) == "too many elements");
  CHECK(problem("(()()())") == "too many elements");
  CHECK(problem("(a b c").empty());  // cut, and so without its list
  CHECK(problem("(a b c d") == "too many elements");
}

TEST_CASE("each expression has the line number where it begins") {
  Reader reader;
  REQUIRE(reader.read("(a)\n\n(b\n(c))"));
  CHECK(reader.line_of(reader[0]) == 1);
  CHECK(reader.line_of(reader[1]) == 3);
  CHECK(reader.line_of(reader[1][1]) == 4);
}

TEST_CASE("random bytes can be read") {
  std::mt19937 random(1);
  using namespace std::string_literals;
  const std::string alphabet = "()\"'\\; \n\0ab1.-\xff"s;
  Reader reader;
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (unsigned i = random() % 40; i > 0; --i) text += alphabet[random() % alphabet.size()];
    reader.read(text);
    std::size_t atoms = 0;
    for (std::size_t i = 0; i < reader.size(); ++i) atoms += show(reader[i]).size();
    CHECK(atoms <= 4 * text.size());
  }
}
