// SPDX-License-Identifier: Apache-2.0
#include "command.h"

#include <algorithm>
#include <cctype>

namespace errand {
namespace {

/// A spoken word, and the robot's name for it.
struct Word {
  const char *said, *meant;
};
constexpr Word kThings[] = {{"can", "can"},       {"tin", "can"},     {"cup", "cup"},  {"mug", "cup"},
                            {"bottle", "bottle"}, {"house", "house"}, {"toy", "house"}};
constexpr const char *kBring[] = {"bring", "fetch", "get", "give", "take", "carry", "want", "need"};

/// The words of a text, in lower case.
std::vector<std::string> words_of(const std::string &text) {
  std::vector<std::string> words;
  bool is_inside = false;
  for (const char c : text) {
    const auto letter = static_cast<unsigned char>(c);
    if (!std::isalpha(letter)) {
      is_inside = false;
      continue;
    }
    if (!is_inside) words.emplace_back();
    is_inside = true;
    words.back() += static_cast<char>(std::tolower(letter));
  }
  return words;
}

bool has(const std::vector<std::string> &words, const std::string &word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

Command understand(const std::string &sentence) {
  const std::vector<std::string> words = words_of(sentence);
  const auto verb = std::find_if(words.begin(), words.end(), [](const std::string &word) {
    return std::find(std::begin(kBring), std::end(kBring), word) != std::end(kBring);
  });
  // "can you bring me the cup": the object follows the verb.
  for (auto word = verb; word != words.end(); ++word)
    for (const Word &thing : kThings)
      if (*word == thing.said) return {Command::What::bring, thing.meant};
  if (has(words, "come")) return {Command::What::come, ""};
  return {};
}

bool is_called(const std::string &object, const std::string &thing) {
  const std::vector<std::string> name = words_of(object), meant = words_of(thing);
  return !meant.empty() &&
         std::all_of(meant.begin(), meant.end(), [&name](const std::string &word) { return has(name, word); });
}

}  // namespace errand
