// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/unpacked_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "monitor-lite/client/log_source.h"
#include "spark/archive/archive_reader.h"
#include "spark/core/standard_streams.h"

namespace monitor {
namespace {

using spark::ArchiveError;
using spark::ArchiveReader;

/// A hundred matches, as for logs compressed with zstd.
constexpr ArchiveReader::Limits kLogLimits{std::uint64_t{1} << 30, 10'000};

/// Creates a file that disappears as soon as it is closed.
spark::Descriptor temporary_file() {
  const std::string folder = std::filesystem::temp_directory_path().string();
  spark::Descriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file) return file;
  std::string name = folder + "/monitor.log.XXXXXX";  // not every file system supports unnamed files
  file = spark::Descriptor(::mkostemp(name.data(), O_CLOEXEC));
  if (!file) throw std::runtime_error(fmt::format("cannot unpack it into {}: {}", folder, std::strerror(errno)));
  ::unlink(name.c_str());
  return file;
}

/// The index of the log among the files of a pack. In a pack with a single file it is that one, whatever its name is.
std::size_t place_of_log(const std::vector<std::string>& files) {
  const auto folder = spark::outermost_folder(files, kLogNames);
  if (!folder && files.size() == 1) return 0;
  if (!folder) throw ArchiveError("there is no monitor.log in it");
  for (const char* name : kLogNames) {
    const auto first = std::ranges::find(files, *folder + name);
    if (first == files.end()) continue;
    if (std::find(first + 1, files.end(), *first) != files.end())
      throw ArchiveError(fmt::format("it has two files {}", name));
    return static_cast<std::size_t>(first - files.begin());
  }
  throw ArchiveError("there is no monitor.log in it");
}

/// Unpacks as much of the entry as possible; returns why a part is missing.
std::string unpack(ArchiveReader& reader, int out) {
  std::uint64_t done = 0;
  try {
    for (std::string_view bytes = reader.read(); !bytes.empty(); bytes = reader.read()) {
      if (const int error = spark::write_text(out, bytes); error != 0)
        throw std::runtime_error(fmt::format("cannot unpack it into {}: {}",
                                             std::filesystem::temp_directory_path().string(), std::strerror(error)));
      done += bytes.size();
    }
  } catch (const ArchiveError& error) {
    if (done == 0) throw;
    return fmt::format("what is packed after byte {} of the log is left out: {}", done, error.what());
  }
  return {};
}

/// The files of a pack in its order; for a damaged pack those before the damage.
std::vector<std::string> files_in(const std::filesystem::path& path, ArchiveReader::Kinds kinds) {
  ArchiveReader reader(path, kinds, kLogLimits);
  std::vector<std::string> files;
  try {
    while (const ArchiveReader::Entry* entry = reader.next())
      if (entry->is_file) files.push_back(entry->name);
  } catch (const ArchiveError&) {
    if (files.empty()) throw;
  }
  return files;
}

UnpackedLog unpack_log(const std::filesystem::path& path, ArchiveReader::Kinds kinds) {
  ArchiveReader reader(path, kinds, kLogLimits);
  std::size_t place = reader.is_single_file() ? 0 : place_of_log(files_in(path, kinds));
  while (const ArchiveReader::Entry* entry = reader.next()) {
    if (!entry->is_file || place-- != 0) continue;
    spark::Descriptor out = temporary_file();
    std::string problem = unpack(reader, out.get());
    return {ByteFile(std::move(out), path), std::move(problem)};
  }
  throw ArchiveError("it changed while it was read");
}

}  // namespace

std::optional<UnpackedLog> unpack_log(const std::filesystem::path& path) {
  try {
    try {
      return unpack_log(path, ArchiveReader::Kinds::packs);
    } catch (const spark::NotAnArchive&) {
      return unpack_log(path, ArchiveReader::Kinds::others);
    }
  } catch (const spark::NotAnArchive&) {
    return std::nullopt;
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("cannot read {}: {}", path.string(), error.what()));
  }
}

}  // namespace monitor
