// SPDX-License-Identifier: Apache-2.0
#include "commserver/host/log_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "commserver/starter/log_stem.h"

namespace commserver {
namespace {

namespace fs = std::filesystem;

/// The stem of a program's logs and one of these are a program's; what is in them is its own affair.
constexpr std::string_view kProgramLogs[] = {"-stdout.log", "-stderr.log", "-ttimes.log"};
constexpr std::string_view kProgramFiles = "-files";

/// The files the server itself writes, with the possible beginnings of a non-empty one.
struct OwnLog {
  std::string_view name;
  std::string_view beginnings[4];
};
constexpr OwnLog kOwnLogs[] = {
    {"monitor.log", {"("}},
    {"acts.zst", {"\x28\xb5\x2f\xfd"}},
    {"hashes.log", {"rcssserver3D hashes "}},
    {"monitor.log.zst", {"\x28\xb5\x2f\xfd"}},
    {"server.log", {"debug: ", "note: ", "warning: ", "error: "}},
    {"actions.log", {"[error]Engine", "[command]Trainer"}},  // behind the time
    {"match.json", {"{\n  \"format\": "}},
    {"parameters.xml", {"<?xml version=\"1.0\"?>\n<parameters server=\"rcssserver3D"}},
    {"parameters.xml.new", {"<?xml version=\"1.0\"?>\n<parameters server=\"rcssserver3D"}},
};

/// What people did to robots that they operated: a file for each robot, "operator-NAME.log".
constexpr std::string_view kOperatorLog = "operator-";
constexpr std::string_view kOperatorLogBegins = "rctp-operator ";

bool is_of_operator(std::string_view name) {
  return name.starts_with(kOperatorLog) && name.ends_with(".log");
}

/// What the ports of RT components have carried: lines that begin with a step.
constexpr std::string_view kPortLog = "ports.log";
/// A folder of references to RT components, where no name server has them: a file "IOR:…" for each.
constexpr std::string_view kReferences = "ior";
constexpr std::string_view kReferenceBegins = "IOR:";

/// Whether the name is the stem of a program's logs and then this.
bool is_of_program(std::string_view name, std::string_view ending) {
  return name.ends_with(ending) && is_log_stem(name.substr(0, name.size() - ending.size()));
}

std::string beginning_of(const fs::path& file) {
  std::string text(100, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

bool holds_references(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.symlink_status().type() != fs::file_type::regular ||
        !beginning_of(entry.path()).starts_with(kReferenceBegins))
      return false;
  return true;
}

bool is_log(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  if (entry.symlink_status().type() == fs::file_type::directory)
    return is_of_program(name, kProgramFiles) || (name == kReferences && holds_references(entry.path()));
  if (entry.symlink_status().type() != fs::file_type::regular) return false;
  if (std::ranges::any_of(kProgramLogs, [&](std::string_view ending) { return is_of_program(name, ending); }))
    return true;
  if (is_of_operator(name)) {
    const std::string beginning = beginning_of(entry.path());
    return beginning.empty() || beginning.starts_with(kOperatorLogBegins);
  }
  if (name == kPortLog) {
    const std::string beginning = beginning_of(entry.path());
    return beginning.empty() || (beginning[0] >= '0' && beginning[0] <= '9');
  }
  const auto own =
      std::find_if(std::begin(kOwnLogs), std::end(kOwnLogs), [&](const OwnLog& log) { return log.name == name; });
  if (own == std::end(kOwnLogs)) return false;
  const std::string beginning = beginning_of(entry.path());
  std::string_view text = beginning;
  if (name == "actions.log") text.remove_prefix(std::min(text.size(), text.find_first_not_of("0123456789")));
  return beginning.empty() ||
         std::any_of(std::begin(own->beginnings), std::end(own->beginnings),
                     [&](std::string_view begin) { return !begin.empty() && text.starts_with(begin); });
}

/// The name of something in it that no match has written; empty if there is none. Only then may it be moved or removed.
std::string stranger_in(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder))
    if (!is_log(entry)) return entry.path().filename().string();
  return {};
}

[[noreturn]] void refuse(const fs::path& folder, std::string_view why) {
  throw std::runtime_error(fmt::format("cannot write logs into {}: {}", folder.string(), why));
}

/// Locks the folder against other servers; refuses if one has it. Where the file system knows no locks there are none.
spark::Descriptor lock(const fs::path& folder) {
  spark::Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor && ::flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw std::runtime_error(fmt::format(
        "another match is writing its logs into {}: give this one a folder with --logdir", folder.string()));
  return descriptor;
}

/// Refuses if nothing could be made or moved in it.
void check_writing(const fs::path& folder) {
  const auto refuse_by = [&](std::error_code error) { throw fs::filesystem_error("", folder, error); };
  if (!fs::is_directory(folder)) refuse_by(std::make_error_code(std::errc::not_a_directory));
  if (::access(folder.c_str(), W_OK | X_OK) != 0) refuse_by({errno, std::generic_category()});
}

/// Refuses if it cannot be made.
void check_making(const fs::path& place) {
  fs::path above = fs::absolute(place).parent_path();  // the root is always there
  while (!fs::exists(fs::symlink_status(above))) above = above.parent_path();
  check_writing(above);
}

/// Where the logs of the last match are moved to.
fs::path kept_name(const fs::path& place) {
  return place.string() + ".1";
}

/// Refuses if that cannot be.
void check_keeping(const fs::path& place) {
  if (place == fs::current_path())
    refuse(place, "it has an earlier match's, and cannot be moved: it is the current folder");
  check_writing(place.parent_path());
  const fs::path kept = kept_name(place);
  const fs::file_type type = fs::symlink_status(kept).type();
  if (type == fs::file_type::not_found) return;
  if (type != fs::file_type::directory || !stranger_in(kept).empty())
    refuse(place,
           fmt::format("it has an earlier match's, and {}, where they are kept, holds other things", kept.string()));
  lock(kept);
}

/// If it cannot be, the logs that were kept before are still there.
void keep(const fs::path& place) {
  const fs::path kept = kept_name(place);
  if (!fs::exists(fs::symlink_status(kept))) return fs::rename(place, kept);
  const spark::Descriptor in_use = lock(kept);
  const fs::path moved = kept.string() + ".new";
  if (fs::is_directory(fs::symlink_status(moved)) && stranger_in(moved).empty()) fs::remove_all(moved);
  fs::rename(place, moved);
  fs::remove_all(kept);
  fs::rename(moved, kept);
}

/// Where links lead to: there are the neighbours. Without a slash at its end.
fs::path place_of(const fs::path& folder) {
  if (folder.empty()) throw std::runtime_error("the log folder needs a name");
  const fs::path canonical = fs::weakly_canonical(folder / ".").lexically_normal();
  return canonical.has_filename() ? canonical : canonical.parent_path();
}

/// The lock of the folder, if it is there; refuses every folder that no match may have.
spark::Descriptor inspect(const fs::path& place) {
  if (!fs::exists(place)) return check_making(place), spark::Descriptor();
  if (!fs::is_directory(place)) refuse(place, "it is not a folder");
  spark::Descriptor mine = lock(place);
  if (const std::string stranger = stranger_in(place); !stranger.empty())
    refuse(place, fmt::format("it holds other things ('{}'); take a new or an empty folder", stranger));
  if (!fs::is_empty(place)) check_keeping(place);
  return mine;
}

template <typename Work>
void with_one_line(const fs::path& folder, Work work) {
  try {
    work();
  } catch (const fs::filesystem_error& error) {
    throw std::runtime_error(fmt::format("cannot use the log folder {}: {}", folder.string(), error.code().message()));
  }
}

}  // namespace

void LogFolder::check(const fs::path& folder) {
  with_one_line(folder, [&] { inspect(place_of(folder)); });
}

LogFolder::LogFolder(const fs::path& folder) {
  with_one_line(folder, [&] {
    const fs::path place = place_of(folder);
    lock_ = inspect(place);
    if (lock_ && fs::is_empty(place)) return;
    if (lock_) keep(place);
    fs::create_directories(place);
    lock_ = lock(place);
  });
}

}  // namespace commserver
