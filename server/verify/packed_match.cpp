// SPDX-License-Identifier: Apache-2.0
#include "server/verify/packed_match.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "server/verify/log_place.h"
#include "spark/archive/archive_reader.h"
#include "spark/archive/zip_writer.h"
#include "spark/core/descriptor.h"
#include "spark/core/log.h"
#include "spark/core/standard_streams.h"

namespace server {
namespace {

namespace fs = std::filesystem;

using spark::ArchiveReader;

constexpr ArchiveReader::Limits kPackLimits{UnpackedMatch::kMaxBytes, UnpackedMatch::kMaxFiles};

[[noreturn]] void refuse(const fs::path& file, std::string_view why) {
  throw std::runtime_error(spark::printable(fmt::format("{}: {}", file.string(), why), kMaxErrorLine));
}

/// The entries that are not unpacked: those in the folder of the match by name, all others by path.
std::vector<std::string> others_in(const std::vector<std::string>& names, const std::string& folder) {
  std::set<std::string> others;
  for (const std::string& name : names) {
    const bool is_beside = name.starts_with(folder) && name.size() > folder.size();
    const std::string shown =
        is_beside ? name.substr(folder.size(), name.find('/', folder.size()) - folder.size()) : name;
    const bool is_folder_above = folder.starts_with(name);
    if (!is_folder_above && std::ranges::find(kPackedFiles, shown) == std::end(kPackedFiles)) others.insert(shown);
  }
  return {others.begin(), others.end()};
}

/// Unpacks the current entry of the archive.
void unpack(ArchiveReader& archive, const fs::path& to) {
  const std::string what = to.filename().string();
  const spark::Descriptor out(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!out && errno == EEXIST) throw spark::ArchiveError(fmt::format("it has two files {}", what));
  int error = out ? 0 : errno;
  for (std::string_view bytes = archive.read(); !bytes.empty() && error == 0; bytes = archive.read())
    error = spark::write_text(out.get(), bytes);
  if (error == 0) return;
  throw std::runtime_error(
      fmt::format("cannot unpack {} into {}: {}", what, to.parent_path().string(), std::strerror(error)));
}

}  // namespace

void pack_match(const fs::path& folder, const fs::path& file) {
  const LogPlace place = find_logs("--pack", folder);
  if (!fs::is_directory(folder))
    refuse(folder, "is not a folder: --pack needs the log folder of a match, and a file name");
  std::error_code error;
  if (fs::is_directory(file, error))
    refuse(file, "is a folder: --pack needs the log folder of a match, and a file name");
  if (!file.has_filename()) refuse(file, "is not a file name");
  if (fs::equivalent(fs::absolute(file).parent_path(), place.folder, error))
    refuse(file, "would be one of the logs: name a file in another folder");
  const std::string inside = spark::printable(file.stem().string(), 200);
  try {
    spark::ZipWriter zip(file);
    for (const char* name : kPackedFiles)
      if (fs::exists(place.folder / name, error))
        zip.add(fmt::format("{}/{}", inside, name), place.folder / name,
                fs::path(name).extension() == ".zst" ? spark::ZipWriter::Packing::none
                                                     : spark::ZipWriter::Packing::deflate);
    zip.close();
  } catch (const std::runtime_error& failure) {
    refuse(file, failure.what());
  }
}

bool UnpackedMatch::is_packed(const fs::path& file) {
  std::array<char, 4> head{};
  std::ifstream(file, std::ios::binary).read(head.data(), head.size());
  const std::string_view bytes(head.data(), head.size());
  if (bytes == std::string_view("PK\x03\x04", 4) || bytes == std::string_view("PK\x05\x06", 4)) return true;
  try {
    ArchiveReader(file, ArchiveReader::Kinds::packs, kPackLimits);
    return true;
  } catch (const spark::ArchiveError&) {
    return false;
  }
}

UnpackedMatch::UnpackedMatch(const fs::path& file) {
  try {
    const std::vector<std::string> names = spark::names_in_archive(file, ArchiveReader::Kinds::packs, kPackLimits);
    constexpr const char* kParameters[] = {"parameters.xml"};
    const std::string folder = spark::outermost_folder(names, kParameters).value_or("");
    others_ = others_in(names, folder);
    ArchiveReader archive(file, ArchiveReader::Kinds::packs, kPackLimits);
    while (const ArchiveReader::Entry* entry = archive.next())
      for (const char* name : kPackedFiles) {
        if (entry->name != folder + name) continue;
        if (!entry->is_file) throw spark::ArchiveError(fmt::format("{} in it is not a regular file", name));
        unpack(archive, folder_.path() / name);
      }
  } catch (const std::runtime_error& error) {
    refuse(file, error.what());
  }
}

}  // namespace server
