// SPDX-License-Identifier: Apache-2.0
#include "spark/server/log_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>

namespace spark::server {
namespace {

namespace fs = std::filesystem;

bool is_log_name(const std::string& name) {
  if (name.starts_with("agent"))
    return name.ends_with("-stdout.log") || name.ends_with("-stderr.log") || name.ends_with("-ttimes.log");
  return name == "monitor.log" || name == "monitor.log.zst" || name == "server.log" || name == "actions.log" ||
         name == "parameters.xml";
}

/// Whether everything in it was written by this server; only such a folder may be moved or removed.
bool holds_logs_only(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder))
    if (!entry.is_regular_file() || !is_log_name(entry.path().filename().string())) return false;
  return true;
}

/// Whether a match is writing into it.
bool is_taken(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool taken = descriptor >= 0 && ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (descriptor >= 0) ::close(descriptor);
  return taken;
}

[[noreturn]] void refuse_taken(const fs::path& folder) {
  throw std::runtime_error(
      fmt::format("another match is writing its logs into {}: give this one a folder with --logdir", folder.string()));
}

}  // namespace

LogFolder::LogFolder(const fs::path& folder) {
  try {
    const fs::path place = fs::weakly_canonical(folder);
    const fs::path kept = place.string() + ".1";
    if (is_taken(place)) refuse_taken(place);
    if (fs::is_directory(place) && !fs::is_empty(place) && holds_logs_only(place) && place != fs::current_path()) {
      if (fs::is_directory(kept) && !fs::is_symlink(kept) && holds_logs_only(kept) && !is_taken(kept))
        fs::remove_all(kept);
      if (fs::exists(kept))
        throw std::runtime_error(
            fmt::format("cannot keep the earlier logs: {} holds other things, or is in use", kept.string()));
      fs::rename(place, kept);
    }
    fs::create_directories(place);
    take(place);
  } catch (const fs::filesystem_error& error) {
    throw std::runtime_error(fmt::format("cannot use the log folder {}: {}", folder.string(), error.code().message()));
  }
}

void LogFolder::take(const fs::path& place) {
  lock_ = ::open(place.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // Where the file system knows no locks there are none.
  if (lock_ < 0 || ::flock(lock_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  ::close(lock_);
  refuse_taken(place);
}

LogFolder::~LogFolder() {
  if (lock_ >= 0) ::close(lock_);
}

}  // namespace spark::server
