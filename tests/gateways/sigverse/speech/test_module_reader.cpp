// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/sigverse/speech/module_reader.h"

namespace {

using sigverse::speech::ModuleReader;

/// The words that are heard in the octets, which arrive in pieces of that size.
std::vector<std::string> heard(std::string_view octets, std::size_t piece = std::string_view::npos) {
  std::vector<std::string> all;
  ModuleReader reader([&](const std::string& words) { all.push_back(words); });
  for (std::size_t at = 0; at < octets.size(); at += std::min(piece, octets.size()))
    reader.add(octets.substr(at, piece));
  return all;
}

using Heard = std::vector<std::string>;

const std::string kSession =
    "<STARTPROC/>\n.\n"
    "<INPUT STATUS=\"LISTEN\" TIME=\"994675053\"/>\n.\n"
    "<INPUT STATUS=\"STARTREC\" TIME=\"994675055\"/>\n.\n"
    "<INPUT STATUS=\"ENDREC\" TIME=\"994675059\"/>\n.\n"
    "<INPUTPARAM FRAMES=\"382\" MSEC=\"3820\"/>\n.\n"
    "<RECOGOUT>\n"
    "  <SHYPO RANK=\"1\" SCORE=\"-6888.637695\" GRAM=\"0\">\n"
    "    <WHYPO WORD=\"silB\" CLASSID=\"39\" PHONE=\"silB\" CM=\"1.000\"/>\n"
    "    <WHYPO WORD=\"bring\" CLASSID=\"0\" PHONE=\"b r ih ng\" CM=\"0.940\"/>\n"
    "    <WHYPO WORD=\"it\" CLASSID=\"1\" PHONE=\"ih t\" CM=\"0.921\"/>\n"
    "    <WHYPO WORD=\"silE\" CLASSID=\"40\" PHONE=\"silE\" CM=\"1.000\"/>\n"
    "  </SHYPO>\n"
    "  <SHYPO RANK=\"2\" SCORE=\"-6999.1\" GRAM=\"0\">\n"
    "    <WHYPO WORD=\"sing\" CLASSID=\"0\" PHONE=\"s ih ng\" CM=\"0.1\"/>\n"
    "  </SHYPO>\n"
    "</RECOGOUT>\n"
    ".\n";

std::string result(const std::string& words) {
  return "<RECOGOUT>\n<SHYPO RANK=\"1\">\n" + words + "\n</SHYPO>\n</RECOGOUT>\n.\n";
}
std::string word(const std::string& written) {
  return "<WHYPO WORD=\"" + written + "\" CLASSID=\"1\"/>";
}

}  // namespace

TEST_CASE("the words of the best hypothesis are read from pieces of any size", "[speech]") {
  for (std::size_t piece = 1; piece != 40; ++piece) CHECK(heard(kSession, piece) == Heard{"bring it"});
  CHECK(heard(kSession + kSession) == Heard{"bring it", "bring it"});
}

TEST_CASE("a session that is cut off anywhere yields no result", "[speech]") {
  for (std::size_t end = 0; end + 1 < kSession.size(); ++end) REQUIRE(heard(kSession.substr(0, end)).empty());
}

TEST_CASE("a line that is cut anywhere does not spoil others", "[speech]") {
  std::size_t begin = 0;
  while (begin != kSession.size()) {
    const std::size_t end = kSession.find('\n', begin);
    for (std::size_t cut = begin; cut != end; ++cut) {
      std::string session = kSession;
      session.erase(cut, end - cut);
      for (const std::string& words : heard(session))
        CHECK((words == "bring it" || words == "bring" || words == "it" || words.empty()));
      // The next result is heard, even if the end of the first is missing.
      const Heard both = heard(session + kSession);
      REQUIRE_FALSE(both.empty());
      CHECK(both.back() == "bring it");
    }
    begin = end + 1;
  }
}

TEST_CASE("sounds that are not recognised yield an empty text", "[speech]") {
  CHECK(heard("<RECOGFAIL/>\n.\n") == Heard{""});
  CHECK(heard("<REJECTED REASON=\"too short input\"/>\n.\n") == Heard{""});
  CHECK(heard("<REJECTED/>\n.\n") == Heard{""});
  CHECK(heard(result(word("&lt;s&gt;") + word("&lt;/s&gt;"))) == Heard{""});
  CHECK(heard("<RECOGOUT>\n</RECOGOUT>\n.\n") == Heard{""});
}

TEST_CASE("a result may be on one line, with blanks and other quotes", "[speech]") {
  CHECK(
      heard(
          "<RECOGOUT><SHYPO RANK='1'><WHYPO CM=\"1\" WORD='go'/> <WHYPO\tWORD=\"on\" /></SHYPO></RECOGOUT>\r\n.\r\n") ==
      Heard{"go on"});
}

TEST_CASE("entities are decoded, and sentence marks may be written without them", "[speech]") {
  CHECK(heard(result(word("R&amp;D") + word("&quot;a&quot;") + word("&apos;&#98;&#x63;&gt;"))) ==
        Heard{"R&D \"a\" 'bc>"});
  CHECK(heard(result(word("<s>") + "\n" + word("stop") + "\n" + word("</s>"))) == Heard{"stop"});
  const std::string none = "&; &unknown; &lt &#; &#x; &#x110000; &#12363; &#99999999999; &";
  CHECK(heard(result(word(none))) == Heard{none});
}

TEST_CASE("octets in other encodings are passed on unchanged", "[speech]") {
  const std::string shift_jis = "\x83\x5c\x94\x5c\x82\xf0";  // with 0x5c in its characters
  CHECK(heard(result(word(shift_jis))) == Heard{shift_jis});
}

TEST_CASE("input that is not a result is skipped", "[speech]") {
  for (const std::string garbage : {"\n\n.\n", "<", "<<<<>>>>\n", "<WHYPO WORD=\"lost\"/>\n.\n", "<SHYPO>\n.\n",
                                    "</RECOGOUT>\n.\n", "<RECOGOUT\n.\n", "<A B=C>\n", "<A =\"x\">\n", "\xff\xfe<RECOG",
                                    "HTTP/1.1 400 Bad Request\r\n\r\n", "<WHYPO WORD=\"a"}) {
    CAPTURE(garbage);
    CHECK(heard(garbage + "\n" + kSession) == Heard{"bring it"});
  }
  CHECK(heard(std::string("\0\0\0\0", 4) + "\n" + kSession) == Heard{"bring it"});
}

TEST_CASE("endless lines and results take limited memory", "[speech]") {
  std::size_t longest = 0;
  ModuleReader reader([&](const std::string& words) { longest = std::max(longest, words.size()); });
  const std::string piece(10'000, 'x');
  for (int i = 0; i != 1'000; ++i) reader.add(piece);
  reader.add("\n<RECOGOUT><SHYPO>\n");
  const std::string line = word(std::string(1'000, 'w')) + "\n";
  for (int i = 0; i != 1'000; ++i) reader.add(line);
  reader.add("</SHYPO></RECOGOUT>\n.\n");
  CHECK(longest > ModuleReader::kMaxWords - 1'100);
  CHECK(longest <= ModuleReader::kMaxWords);
  CHECK(heard(std::string(ModuleReader::kMaxLine + 1, '<') + "\n" + kSession) == Heard{"bring it"});
}

TEST_CASE("if one julius has several recognisers, the first is used", "[speech]") {
  const std::string both = "<RECOGOUT ID=\"SR00\" NAME=\"a\">\n<SHYPO>\n" + word("one") +
                           "\n</SHYPO>\n</RECOGOUT>\n"
                           "<RECOGOUT ID=\"SR01\" NAME=\"b\">\n<SHYPO>\n" +
                           word("two") + "\n</SHYPO>\n</RECOGOUT>\n.\n";
  CHECK(heard(both) == Heard{"one"});
}

TEST_CASE("a new connection forgets the unfinished result of the old one", "[speech]") {
  Heard all;
  ModuleReader reader([&](const std::string& words) { all.push_back(words); });
  reader.add("<RECOGOUT><SHYPO>" + word("old") + "\n<WHY");
  reader.forget();
  reader.add(".\n");
  CHECK(all.empty());
  reader.add(kSession);
  CHECK(all == Heard{"bring it"});
}
