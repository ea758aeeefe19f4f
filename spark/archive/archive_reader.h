// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

struct archive;
struct archive_entry;

namespace spark {

/// Thrown when an archive cannot be read any further; one line without the name of the file.
struct ArchiveError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// Thrown for a file that is not one of the expected archives and compressed files.
struct NotAnArchive : ArchiveError {
  using ArchiveError::ArchiveError;
};

/// Reads an archive from beginning to end, one file in it after another.
///
/// The archive is hostile: the number of files in it and of unpacked bytes is limited, regardless of the sizes it
/// claims; double compression (a .gz of a .gz) is refused, because a small file could keep the reader busy for ever.
/// Names in it are only returned, never used as paths.
class ArchiveReader {
 public:
  enum class Kinds {
    zip,     ///< with its table of contents
    packs,   ///< zip as above; tar, also compressed (.tgz)
    others,  ///< single files packed by gzip, bzip2, xz or zstd, and zip whose end is cut
  };
  struct Limits {
    std::uint64_t bytes;  ///< unpacked bytes of all files together
    std::int64_t files;
  };
  /// A file in the archive, or something else with a name in it.
  struct Entry {
    std::string name;      ///< as in the archive; empty for a single compressed file
    bool is_file = false;  ///< not a folder, link or device
  };

  /// `file` must be a regular file. Throws `NotAnArchive`, or `ArchiveError` for a damaged one and if the library for
  /// unpacking is missing.
  ArchiveReader(const std::filesystem::path& file, Kinds kinds, Limits limits);

  /// Null at the end. Valid until the next call. Throws `ArchiveError`.
  const Entry* next();
  /// Some bytes of this entry, none at its end. Valid until the next call. Throws `ArchiveError`.
  std::string_view read();
  /// Whether it is a compressed file instead of an archive: one entry without a name.
  bool is_single_file() const { return is_single_file_; }

 private:
  struct Deleter {
    void operator()(archive* reader) const;
  };
  void open(const std::filesystem::path& file);
  void find_next();
  [[noreturn]] void fail() const;

  std::unique_ptr<archive, Deleter> reader_;
  Limits left_;
  const Limits limits_;
  bool is_single_file_ = false;
  bool is_read_in_order_ = false;  ///< entries that are skipped are unpacked nevertheless
  bool has_begun_ = false;
  std::optional<Entry> entry_;
  std::vector<char> buffer_;
};

/// The names in an archive, in its order. Throws as `ArchiveReader` does.
std::vector<std::string> names_in_archive(const std::filesystem::path& file, ArchiveReader::Kinds kinds,
                                          ArchiveReader::Limits limits);

/// The prefix of the names of the wanted files: the outermost of the folders that contain one of `files`; `nullopt` if
/// none does. Throws `ArchiveError` if there are two side by side, because it would be ambiguous which is meant.
std::optional<std::string> outermost_folder(const std::vector<std::string>& names, std::span<const char* const> files);

}  // namespace spark
