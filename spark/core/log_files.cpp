// SPDX-License-Identifier: Apache-2.0
#include "spark/core/log_files.h"

#include <algorithm>

namespace spark {
namespace {

constexpr char kAnyText = '*';
constexpr std::string_view kZstandard = "\x28\xb5\x2f\xfd";
constexpr std::string_view kParametersBegin = "<?xml version=\"1.0\"?>\n<parameters server=\"rcssserver3D";

constexpr LogFile kLogFiles[] = {
    {.name = "monitor.log", .beginnings = {"("}},
    {.name = "monitor.log.zst", .beginnings = {kZstandard}},
    {.name = "acts.zst", .beginnings = {kZstandard}},
    {.name = "hashes.log", .beginnings = {"rcssserver3D hashes "}},
    {.name = "server.log", .beginnings = {"debug: ", "note: ", "warning: ", "error: "}},
    {.name = "actions.log", .begins_with_number = true, .beginnings = {"[error]Engine", "[command]Trainer"}},
    {.name = "match.json", .beginnings = {"{\n  \"format\": "}},
    {.name = "parameters.xml", .beginnings = {kParametersBegin}},
    {.name = "parameters.xml.new", .beginnings = {kParametersBegin}},
    kOperatorLog,
    kPortLog,
    kReferenceFolder,
};

}  // namespace

bool LogFile::has_name(std::string_view candidate) const {
  const std::size_t any = name.find(kAnyText);
  if (any == name.npos) return candidate == name;
  const std::string_view first = name.substr(0, any);
  const std::string_view last = name.substr(any + 1);
  return candidate.size() >= first.size() + last.size() && candidate.starts_with(first) && candidate.ends_with(last);
}

bool LogFile::has_beginning(std::string_view bytes) const {
  if (begins_with_number) bytes.remove_prefix(std::min(bytes.size(), bytes.find_first_not_of("0123456789")));
  return std::ranges::any_of(
      beginnings, [&](std::string_view beginning) { return !beginning.empty() && bytes.starts_with(beginning); });
}

std::string LogFile::name_for(std::string_view part) const {
  std::string result(name);
  if (const std::size_t any = name.find(kAnyText); any != name.npos) result.replace(any, 1, part);
  return result;
}

std::span<const LogFile> log_files() {
  return kLogFiles;
}

}  // namespace spark
