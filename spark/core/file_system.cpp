// SPDX-License-Identifier: Apache-2.0
#include "spark/core/file_system.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "spark/core/core.h"

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
  return {is_usable(name) ? fs::path(name) : unreadable, nullptr, {}};
}

const char* read_file(const FoundFile& file, std::string& text, std::size_t limit) {
  if (file.archive) {
    auto content = file.archive->read(file.name, limit);
    if (!content) return "cannot be read";
    text = std::move(*content);
  } else {
    std::ifstream stream(file.path, std::ios::binary);
    if (!stream) return "cannot be read";
    text.clear();
    while (stream && text.size() <= limit) {
      const std::size_t before = text.size(), wanted = std::min(std::max(kFirstBlock, before), limit + 1 - before);
      text.resize(before + wanted);
      stream.read(text.data() + before, static_cast<std::streamsize>(wanted));
      text.resize(before + static_cast<std::size_t>(stream.gcount()));
    }
    if (stream.bad()) return "cannot be read";
  }
  static_assert(kMaxFileBytes == 1 << 20, "the message names it");
  if (text.size() <= limit) return nullptr;
  return limit == kMaxFileBytes ? "is larger than 1 MiB" : "is too large";
}

}  // namespace spark
