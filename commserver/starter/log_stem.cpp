// SPDX-License-Identifier: Apache-2.0
#include "commserver/starter/log_stem.h"

namespace commserver {
namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kOfNames = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
constexpr std::size_t kMaxName = 100;

bool consists_of(std::string_view text, std::string_view letters) {
  return !text.empty() && text.size() <= kMaxName && text.find_first_not_of(letters) == text.npos;
}

}  // namespace

bool is_log_stem(std::string_view text) {
  constexpr std::string_view kAgent = "agent";
  constexpr std::string_view kProgram = "program-";
  if (text.starts_with(kAgent)) return consists_of(text.substr(kAgent.size()), kDigits);
  return text.starts_with(kProgram) && consists_of(text.substr(kProgram.size()), kOfNames);
}

}  // namespace commserver
