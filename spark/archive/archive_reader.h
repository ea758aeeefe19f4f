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

/// Why an archive cannot be read any further; one line without the name of the file.
struct ArchiveError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// The file is none of the archives and compressed files that were expected.
struct NotAnArchive : ArchiveError {
  using ArchiveError::ArchiveError;
};

/// Reads an archive from its beginning to its end, one file in it after another.
///
/// The archive is hostile: the number of files in it and the bytes that come out of it are limited, whatever it says
/// of its sizes; what is packed twice (a .gz of a .gz) is refused, because a small file could keep this one busy for
/// ever. Names in it are only returned, never used as paths.
class ArchiveReader {
 public:
  enum class Kinds {
    zip,     ///< with its table of contents
    packs,   ///< zip likewise; tar, also compressed (.tgz)
    others,  ///< single files packed by gzip, bzip2, xz or zstd, and zip whose end is cut
  };
  struct Limits {
    std::uint64_t bytes;  ///< that are unpacked, of all files together
    std::int64_t files;
  };
  /// A file in the archive, or something else with a name in it.
  struct Entry {
    std::string name;      ///< as it is in the archive; of a single compressed file there is none
    bool is_file = false;  ///< no folder, link or device
  };

  /// `file` has to be a regular file. Throws `NotAnArchive`, or `ArchiveError` for a damaged one and where the library
  /// that unpacks is missing.
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
  bool is_read_in_order_ = false;  ///< what is not read is unpacked nevertheless
  bool has_begun_ = false;
  std::optional<Entry> entry_;
  std::vector<char> buffer_;
};

/// The names in an archive, in its order. Throws as `ArchiveReader` does.
std::vector<std::string> names_in_archive(const std::filesystem::path& file, ArchiveReader::Kinds kinds,
                                          ArchiveReader::Limits limits);

/// What stands before the names of the files that are looked for: of the folders that have one of `files`, the
/// outermost; nothing if none has. Throws `ArchiveError` if there are two side by side: it would be unclear which is
/// meant.
std::optional<std::string> outermost_folder(const std::vector<std::string>& names, std::span<const char* const> files);

}  // namespace spark
