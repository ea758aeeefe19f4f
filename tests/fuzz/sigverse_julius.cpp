// SPDX-License-Identifier: Apache-2.0
// Data that julius sends on its module port, in pieces whose size is the first octet: the results are the same as if
// all arrived at once, and are plain words.
#include <algorithm>
#include <string>
#include <vector>

#include "gateways/sigverse/speech/module_reader.h"
#include "gateways/sigverse/speech/plain_words.h"
#include "tests/fuzz/case_reader.h"
#include "tests/fuzz/target.h"

using fuzz::demand;
using sigverse::speech::ModuleReader;
using sigverse::speech::plain_words;

namespace {

std::vector<std::string> heard_in_pieces(std::string_view octets, std::size_t piece) {
  std::vector<std::string> all;
  ModuleReader reader([&](const std::string& words) { all.push_back(words); });
  for (; !octets.empty(); octets.remove_prefix(std::min(piece, octets.size())))
    reader.add(fuzz::ExactText(octets.substr(0, piece)).view());
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  fuzz::CaseReader steps(fuzz::as_text(octets, size));
  const std::size_t piece = steps.octet() + 1;
  const std::vector<std::string> all = heard_in_pieces(steps.rest(), size + 1);
  demand(heard_in_pieces(steps.rest(), piece) == all);
  for (const std::string& words : all) {
    demand(words.size() <= ModuleReader::kMaxWords);
    const std::string plain = plain_words(words);
    demand(std::ranges::none_of(plain,
                                [](char octet) { return static_cast<unsigned char>(octet) < ' ' || octet == 0x7f; }));
    demand(plain.find("  ") == std::string::npos && plain_words(plain) == plain);
  }
  return 0;
}
