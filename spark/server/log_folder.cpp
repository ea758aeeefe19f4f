// SPDX-License-Identifier: Apache-2.0
#include "spark/server/log_folder.h"

#include <fmt/format.h>

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

}  // namespace

void prepare_log_folder(const fs::path& folder) {
  try {
    const fs::path place = fs::weakly_canonical(folder);
    if (fs::is_directory(place) && !fs::is_empty(place) && holds_logs_only(place) && place != fs::current_path()) {
      const fs::path kept = place.string() + ".1";
      if (fs::is_directory(kept) && !fs::is_symlink(kept) && holds_logs_only(kept)) fs::remove_all(kept);
      if (fs::exists(kept))
        throw std::runtime_error(fmt::format("cannot keep the earlier logs: {} holds other things", kept.string()));
      fs::rename(place, kept);
    }
    fs::create_directories(place);
  } catch (const fs::filesystem_error& error) {
    throw std::runtime_error(fmt::format("cannot use the log folder {}: {}", folder.string(), error.code().message()));
  }
}

}  // namespace spark::server
