// SPDX-License-Identifier: Apache-2.0
#include "spark/archive/archive_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "spark/archive/archive_library.h"
#include "spark/archive/utf8_locale.h"
#include "spark/core/log.h"

namespace spark {
namespace {

constexpr std::size_t kBlock = 64 << 10;

const ArchiveLibrary& library() {
  try {
    return ArchiveLibrary::get();
  } catch (const std::runtime_error& error) {
    throw ArchiveError(error.what());
  }
}

}  // namespace

void ArchiveReader::Deleter::operator()(archive* reader) const {
  library().read_free(reader);
}

ArchiveReader::ArchiveReader(const std::filesystem::path& file, Kinds kinds, Limits limits)
    : reader_(library().read_new()), left_(limits), limits_(limits), buffer_(kBlock) {
  archive* const reader = reader_.get();
  if (kinds == Kinds::others) {
    library().read_support_format_zip_streamable(reader);
    library().read_support_format_raw(reader);
  } else {
    library().read_support_format_zip_seekable(reader);
  }
  if (kinds == Kinds::packs) library().read_support_format_tar(reader);
  if (kinds != Kinds::zip) {
    library().read_support_filter_gzip(reader);
    library().read_support_filter_bzip2(reader);
    library().read_support_filter_xz(reader);
    library().read_support_filter_zstd(reader);
  }
  is_read_in_order_ = kinds == Kinds::others;
  open(file);
}

void ArchiveReader::open(const std::filesystem::path& file) {
  if (library().read_open_filename(reader_.get(), file.c_str(), kBlock) != ARCHIVE_OK) fail();
  // One filter: the library counts the bytes themselves as another.
  constexpr int kMaxFilters = 2;
  const int filters = library().filter_count(reader_.get());
  if (filters > kMaxFilters) throw ArchiveError("it is packed more than once: unpack it");
  find_next();
  if (!entry_) throw NotAnArchive("it is empty");  // zeros look like the end of a tar file
  const int format = library().format(reader_.get()) & ARCHIVE_FORMAT_BASE_MASK;
  is_single_file_ = format == ARCHIVE_FORMAT_RAW;
  is_read_in_order_ = is_read_in_order_ || format != ARCHIVE_FORMAT_ZIP;
  if (is_single_file_ && filters < kMaxFilters) throw NotAnArchive("it is not compressed");
  if (is_single_file_) entry_->name.clear();
}

const ArchiveReader::Entry* ArchiveReader::next() {
  if (has_begun_ && entry_) {
    // Data that the library would skip counts, too: a small file may contain terabytes of it.
    if (is_read_in_order_)
      while (!read().empty()) {
      }
    find_next();
  }
  has_begun_ = true;
  return entry_ ? &*entry_ : nullptr;
}

void ArchiveReader::find_next() {
  const Utf8Locale names_are_utf8;
  entry_.reset();
  archive_entry* found = nullptr;
  const int result = library().read_next_header(reader_.get(), &found);
  if (result == ARCHIVE_EOF) return;
  // A warning concerns a name or a time that cannot be represented here.
  if (result != ARCHIVE_OK && result != ARCHIVE_WARN) fail();
  if (--left_.files < 0) throw ArchiveError(fmt::format("it has more than {} files", limits_.files));
  const char* const name = library().entry_pathname(found);
  entry_ = Entry{name ? name : "", library().entry_filetype(found) == AE_IFREG && !library().entry_hardlink(found)};
}

std::string_view ArchiveReader::read() {
  const auto count = library().read_data(reader_.get(), buffer_.data(), buffer_.size());
  if (count < 0) fail();
  const auto size = static_cast<std::size_t>(count);
  if (size > left_.bytes) throw ArchiveError(fmt::format("it unpacks to more than {} GiB", limits_.bytes >> 30));
  left_.bytes -= size;
  return {buffer_.data(), size};
}

void ArchiveReader::fail() const {
  const char* const text = library().error_string(reader_.get());
  const std::string why = printable(text ? text : "it is damaged", 200);
  if (why == "Unrecognized archive format") throw NotAnArchive(why);
  throw ArchiveError(why);
}

std::vector<std::string> names_in_archive(const std::filesystem::path& file, ArchiveReader::Kinds kinds,
                                          ArchiveReader::Limits limits) {
  ArchiveReader reader(file, kinds, limits);
  std::vector<std::string> names;
  while (const ArchiveReader::Entry* entry = reader.next()) names.push_back(entry->name);
  return names;
}

std::optional<std::string> outermost_folder(const std::vector<std::string>& names, std::span<const char* const> files) {
  std::vector<std::string> folders;
  for (const std::string& name : names)
    for (const std::string_view file : files)
      if (name == file || name.ends_with(fmt::format("/{}", file)))
        folders.push_back(name.substr(0, name.size() - file.size()));
  if (folders.empty()) return std::nullopt;
  const std::string outermost = *std::ranges::min_element(folders, {}, &std::string::size);
  for (const std::string& folder : folders)
    if (!folder.starts_with(outermost))
      throw ArchiveError(fmt::format("it has the logs of several matches, in {} and {}: unpack it, and name one folder",
                                     printable(outermost, 200), printable(folder, 200)));
  return outermost;
}

}  // namespace spark
