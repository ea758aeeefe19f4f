// SPDX-License-Identifier: Apache-2.0
#include "spark/zip/zip_file_system.h"

#include <fmt/format.h>

#include "spark/archive/archive_reader.h"
#include "spark/core/core.h"
#include "spark/core/source_place.h"

namespace zip_files {
namespace {

/// `read` has a separate limit for each file; this one applies to the archive while its table of contents is read.
constexpr spark::ArchiveReader::Limits kMountLimits{~std::uint64_t{0}, ZipFileSystem::kMaxFiles};

}  // namespace

bool ZipFileSystem::refuse(const std::string& path, const std::string& why) const {
  spark::report(core(), spark::LogLevel::error, "mount " + path,
                fmt::format("cannot mount {}: {}", spark::printable(path, 200), why));
  return false;
}

bool ZipFileSystem::set_path(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error || !std::filesystem::is_regular_file(path, error)) return refuse(path, "there is no such file");
  if (size > kMaxBytes) return refuse(path, "it is larger than 256 MiB");
  try {
    files_.clear();
    spark::ArchiveReader archive(path, spark::ArchiveReader::Kinds::zip, kMountLimits);
    std::int64_t index = 0;
    for (const auto* entry = archive.next(); entry; entry = archive.next(), ++index)
      if (entry->is_file) files_.emplace(entry->name, index);
  } catch (const spark::ArchiveError& why) {
    return refuse(path, why.what());
  }
  path_ = path;
  return true;
}

/// Compares the name unchanged: an entry "../x" of the archive is not found as "x".
bool ZipFileSystem::has(const std::string& name) const {
  return files_.contains(name);
}

std::optional<std::string> ZipFileSystem::read(const std::string& name, std::size_t limit) const {
  const auto found = files_.find(name);
  if (found == files_.end()) return std::nullopt;
  try {
    spark::ArchiveReader archive(path_, spark::ArchiveReader::Kinds::zip, kMountLimits);
    const auto* entry = archive.next();
    for (std::int64_t index = 0; entry && index < found->second; ++index) entry = archive.next();
    if (!entry || entry->name != name) return std::nullopt;  // the archive has been replaced
    std::string text;
    while (text.size() <= limit) {
      const std::string_view piece = archive.read();
      if (piece.empty()) break;
      text += piece.substr(0, limit + 1 - text.size());
    }
    return text;
  } catch (const spark::ArchiveError&) {
    return std::nullopt;
  }
}

}  // namespace zip_files

/// Entry point of the module, called by importBundle 'filesystemzip'.
extern "C" void spark_register_bundle(spark::ClassRegistry& classes) {
  classes.add<zip_files::ZipFileSystem>("FileSystemZIP", "zeitgeist/FileSystem", "A .zip file that can be mounted.");
}
