// SPDX-License-Identifier: Apache-2.0
#include "commserver/host/home_folder.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace commserver {
namespace {

namespace fs = std::filesystem;

constexpr const char* kName = ".rcssserver3d";

/// Why a folder cannot be used; empty if it can.
std::string unusable(const fs::path& folder, struct stat& found) {
  if (::stat(folder.c_str(), &found) != 0)
    return errno == ENOENT || errno == ENOTDIR ? "there is no such folder" : std::strerror(errno);
  if (!S_ISDIR(found.st_mode)) return "it is not a folder";
  if (::access(folder.c_str(), R_OK | X_OK) != 0) return fmt::format("cannot read it: {}", std::strerror(errno));
  return {};
}

}  // namespace

HomeFolder find_home_folder() {
  return find_home_folder(std::getenv("HOME"));
}

HomeFolder find_home_folder(const char* home) {
  if (!home || *home == '\0') return {{}, "HOME is not set"};
  if (*home != '/') return {{}, "HOME is not an absolute path"};
  const fs::path folder = fs::path(home) / kName;
  struct stat found {};
  std::string reason = unusable(folder, found);
  if (reason.empty() && found.st_uid != ::geteuid()) reason = "it belongs to another user";
  if (reason.empty() && (found.st_mode & S_IWOTH) != 0) reason = "anyone may write to it";
  if (!reason.empty()) return {{}, fmt::format("{}: {}", folder.string(), reason)};
  return {folder, {}};
}

HomeFolder chosen_home_folder(const std::string& option) {
  if (option.empty()) return find_home_folder();
  if (option == "off") return {{}, "--home off"};
  struct stat found {};
  if (const std::string reason = unusable(option, found); !reason.empty())
    throw std::runtime_error(fmt::format("--home {}: {}", option, reason));
  return {fs::absolute(option), {}};
}

}  // namespace commserver
