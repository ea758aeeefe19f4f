// SPDX-License-Identifier: Apache-2.0
#include "server/verify/log_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "server/record/match_record.h"
#include "server/verify/packed_match.h"
#include "spark/core/log.h"

namespace server {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWanted = "expected the log folder of a match, a log in one, or a file made by --pack";

[[noreturn]] void refuse(std::string_view why) {
  throw std::runtime_error(spark::printable(why, kMaxErrorLine));
}

std::string_view name_of(fs::file_type type) {
  switch (type) {
    case fs::file_type::symlink:
      return "a symbolic link";
    case fs::file_type::directory:
      return "a folder";
    case fs::file_type::fifo:
      return "a pipe";
    case fs::file_type::socket:
      return "a socket";
    default:
      return "a device";
  }
}

/// Larger files are not read: reading one takes minutes, and it may be nothing but a hole.
constexpr std::uintmax_t kMaxFileSize = std::uintmax_t{16} << 30;

/// Refuses links, pipes and devices: the target of a link is not a file of the match and may be private, reading a pipe
/// would block, and a device has no end.
void check_files(const LogPlace& place) {
  for (const char* name : kPackedFiles) {
    const fs::path file = place.folder / name;
    std::error_code error;
    const fs::file_type type = fs::symlink_status(file, error).type();
    if (type == fs::file_type::not_found) continue;
    if (type == fs::file_type::regular) {
      if (fs::file_size(file, error) > kMaxFileSize && !error)
        refuse(fmt::format("{}: is larger than {} GiB", file.string(), kMaxFileSize >> 30));
      continue;
    }
    refuse(type == fs::file_type::none ? fmt::format("{}: cannot be examined: {}", file.string(), error.message())
                                       : fmt::format("{}: is {}: only regular files of the folder itself are read",
                                                     file.string(), name_of(type)));
  }
}

void check_folder(const std::string& option, const LogPlace& place) {
  check_files(place);
  std::error_code none;
  const auto lacks = [&](std::string_view file, std::string_view why) {
    refuse(fmt::format("{} {}: there is no {} in {}: {}", option, place.name, file, place.folder.string(), why));
  };
  const bool has_record = fs::exists(place.folder / MatchRecord::kActs, none);
  const bool has_parameters = fs::exists(place.folder / "parameters.xml", none);
  if (!has_record && !has_parameters)
    lacks("parameters.xml and no acts.zst", "these two, which a match writes into its log folder, are needed");
  if (!has_parameters) lacks("parameters.xml", "the options and variables of the match are needed");
  if (!has_record)
    lacks(MatchRecord::kActs,
          "the record of what agents and trainers did is needed (a match with --record_acts 0 writes none)");
}

}  // namespace

LogPlace find_logs(const std::string& option, const fs::path& given) {
  LogPlace place;
  place.name = given.string();
  std::error_code error;
  const auto refuse_it = [&](std::string_view why) { refuse(fmt::format("{} {}: {}", option, place.name, why)); };
  const fs::file_status status = fs::status(given, error);
  if (!fs::exists(status)) refuse_it(fmt::format("there is no such file or folder: {}", kWanted));
  const std::string file = given.filename().string();
  const bool is_log = std::ranges::find(kPackedFiles, file) != std::end(kPackedFiles);
  if (fs::is_directory(status)) {
    place.folder = fs::canonical(given);
  } else if (!fs::is_regular_file(status)) {
    refuse_it(fmt::format("is neither a file nor a folder: {}", kWanted));
  } else if (!is_log && UnpackedMatch::is_packed(given)) {
    place.unpacked = std::make_shared<const UnpackedMatch>(given);
    place.folder = place.unpacked->folder();
  } else {
    if (!is_log) refuse_it(fmt::format("is not a log: {}", kWanted));
    if (file == "server.log") refuse_it(fmt::format("is a log that is not compared: {}", kWanted));
    place.folder = fs::canonical(fs::absolute(given).parent_path());
    if (file.starts_with("monitor.log")) place.monitor_log = place.folder / file;
  }
  check_folder(option, place);
  return place;
}

}  // namespace server
