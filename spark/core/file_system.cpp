// SPDX-License-Identifier: Apache-2.0
#include "spark/core/file_system.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "spark/core/core.h"
#include "spark/core/descriptor.h"

namespace spark {
namespace {

constexpr std::size_t kFirstBlock = 4096;  // most scene files are shorter

const FileSystem* archive_at(Core& core, const std::filesystem::path& path) {
  Leaf* server = core.root().find("/sys/server/file");
  if (!server || !server->as_node()) return nullptr;
  for (const auto& child : server->as_node()->children())
    if (const auto* archive = dynamic_cast<const FileSystem*>(child.get()); archive && archive->path() == path)
      return archive;
  return nullptr;
}

/// Reads at most `limit` + 1 bytes.
bool read_from_disk(const std::filesystem::path& path, std::string& text, std::size_t limit) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return false;
  text.clear();
  while (text.size() <= limit) {
    const std::size_t before = text.size(), wanted = std::min(std::max(kFirstBlock, before), limit + 1 - before);
    text.resize(before + wanted);
    const ssize_t count = ::read(file.get(), text.data() + before, wanted);
    text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count == 0) return true;
    if (count < 0 && errno != EINTR) return false;
  }
  return true;
}

}  // namespace

FoundFile find_scene_file(Core& core, const std::string& name) {
  namespace fs = std::filesystem;
  if (name.empty() || name.find('\0') != name.npos) return {};
  fs::path unreadable;
  const auto is_usable = [&](const fs::path& file) {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) return false;
    if (::access(file.c_str(), R_OK) == 0) return true;
    if (unreadable.empty()) unreadable = file;
    return false;
  };
  if (!fs::path(name).is_absolute())
    for (const fs::path& mounted : core.scene_path) {
      if (const FileSystem* archive = archive_at(core, mounted)) {
        if (archive->has(name)) return {mounted / name, archive, name};
      } else if (is_usable(mounted / name)) {
        return {mounted / name, nullptr, {}};
      }
    }
  const bool is_looked_at = core.searches_here || fs::path(name).is_absolute();
  return {is_looked_at && is_usable(name) ? fs::path(name) : unreadable, nullptr, {}};
}

const char* read_file(const FoundFile& file, std::string& text, std::size_t limit) {
  if (file.archive) {
    auto content = file.archive->read(file.name, limit);
    if (!content) return "cannot be read";
    text = std::move(*content);
  } else {
    if (!read_from_disk(file.path, text, limit)) return "cannot be read";
  }
  static_assert(kMaxFileBytes == 1 << 20, "the message names it");
  if (text.size() <= limit) return nullptr;
  return limit == kMaxFileBytes ? "is larger than 1 MiB" : "is too large";
}

}  // namespace spark
