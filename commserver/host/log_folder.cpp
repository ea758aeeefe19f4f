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
#include "spark/core/log_files.h"

namespace commserver {
namespace {

namespace fs = std::filesystem;

/// The logs of a program are named by its stem and one of these endings.
constexpr std::string_view kProgramLogs[] = {"-stdout.log", "-stderr.log", "-ttimes.log", "-draw.log"};
constexpr std::string_view kProgramFiles = "-files";

/// Whether the name is the stem of a program's logs followed by `ending`.
bool is_of_program(std::string_view name, std::string_view ending) {
  return name.ends_with(ending) && is_log_stem(name.substr(0, name.size() - ending.size()));
}

bool is_log_of_program(std::string_view name) {
  return name == "trainer-draw.log" ||
         std::ranges::any_of(kProgramLogs, [&](std::string_view ending) { return is_of_program(name, ending); });
}

std::string beginning_of(const fs::path& file) {
  std::string text(100, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

bool holds_only(const fs::path& folder, const spark::LogFile& known) {
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.symlink_status().type() != fs::file_type::regular || !known.has_beginning(beginning_of(entry.path())))
      return false;
  return true;
}

bool is_log(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  const bool is_folder = entry.symlink_status().type() == fs::file_type::directory;
  if (!is_folder && entry.symlink_status().type() != fs::file_type::regular) return false;
  if (is_folder ? is_of_program(name, kProgramFiles) : is_log_of_program(name)) return true;
  return std::ranges::any_of(spark::log_files(), [&](const spark::LogFile& known) {
    if (is_folder != (known.type == spark::LogFile::Type::folder) || !known.has_name(name)) return false;
    if (is_folder) return holds_only(entry.path(), known);
    const std::string beginning = beginning_of(entry.path());
    return beginning.empty() || known.has_beginning(beginning);
  });
}

/// The name of an entry that no match has written; empty if there is none. Only then may the folder be moved or
/// removed.
std::string foreign_entry(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder))
    if (!is_log(entry)) return entry.path().filename().string();
  return {};
}

[[noreturn]] void refuse(const fs::path& folder, std::string_view why) {
  throw std::runtime_error(fmt::format("cannot write logs into {}: {}", folder.string(), why));
}

/// Locks the folder against other servers; throws if another one has locked it. On file systems without locks it does
/// nothing.
spark::Descriptor lock(const fs::path& folder) {
  spark::Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor && ::flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw std::runtime_error(fmt::format(
        "another match is writing its logs into {}: give this one a folder with --logdir", folder.string()));
  return descriptor;
}

/// Throws if files in the folder cannot be created or moved.
void check_writing(const fs::path& folder) {
  const auto refuse_by = [&](std::error_code error) { throw fs::filesystem_error("", folder, error); };
  if (!fs::is_directory(folder)) refuse_by(std::make_error_code(std::errc::not_a_directory));
  if (::access(folder.c_str(), W_OK | X_OK) != 0) refuse_by({errno, std::generic_category()});
}

/// Throws if the folder cannot be created.
void check_making(const fs::path& place) {
  fs::path above = fs::absolute(place).parent_path();  // ends at the root at the latest
  while (!fs::exists(fs::symlink_status(above))) above = above.parent_path();
  check_writing(above);
}

/// The folder to which the logs of the last match are moved.
fs::path kept_name(const fs::path& place) {
  return place.string() + ".1";
}

/// Throws if the logs cannot be moved there.
void check_keeping(const fs::path& place) {
  if (place == fs::current_path())
    refuse(place, "it contains the logs of an earlier match, and cannot be moved because it is the current folder");
  check_writing(place.parent_path());
  const fs::path kept = kept_name(place);
  const fs::file_type type = fs::symlink_status(kept).type();
  if (type == fs::file_type::not_found) return;
  if (type != fs::file_type::directory || !foreign_entry(kept).empty())
    refuse(
        place,
        fmt::format("it contains the logs of an earlier match, but {}, where they would be kept, contains other files",
                    kept.string()));
  lock(kept);
}

/// Moves the logs there; if that fails, the logs that were kept before still exist.
void keep(const fs::path& place) {
  const fs::path kept = kept_name(place);
  if (!fs::exists(fs::symlink_status(kept))) return fs::rename(place, kept);
  const spark::Descriptor in_use = lock(kept);
  const fs::path moved = kept.string() + ".new";
  if (fs::is_directory(fs::symlink_status(moved)) && foreign_entry(moved).empty()) fs::remove_all(moved);
  fs::rename(place, moved);
  fs::remove_all(kept);
  fs::rename(moved, kept);
}

/// The folder to which links lead, without a slash at its end: earlier logs are kept beside it. `missing/../logs` is
/// refused, because no file in it could be opened by that path later.
fs::path place_of(const fs::path& folder) {
  if (folder.empty()) throw std::runtime_error("the log folder needs a name");
  fs::path reached;
  for (const fs::path& part : folder) {
    reached /= part;
    if (part == "..") static_cast<void>(fs::canonical(reached));
  }
  const fs::path canonical = fs::weakly_canonical(folder / ".").lexically_normal();
  return canonical.has_filename() ? canonical : canonical.parent_path();
}

/// Returns the lock of the folder, if the folder exists; throws for every folder that a match must not use.
spark::Descriptor inspect(const fs::path& place) {
  if (!fs::exists(place)) {
    check_making(place);
    return {};
  }
  if (!fs::is_directory(place)) refuse(place, "it is not a folder");
  spark::Descriptor mine = lock(place);
  if (const std::string entry = foreign_entry(place); !entry.empty())
    refuse(place, fmt::format("it contains other files ('{}'); use a new or an empty folder", entry));
  if (fs::is_empty(place))
    check_writing(place);
  else
    check_keeping(place);
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

bool is_of_program(std::string_view name) {
  return is_log_of_program(name) || is_of_program(name, kProgramFiles);
}

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
    check_writing(place);  // a umask may have forbidden it
  });
}

}  // namespace commserver
