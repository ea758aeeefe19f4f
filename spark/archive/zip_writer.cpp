// SPDX-License-Identifier: Apache-2.0
#include "spark/archive/zip_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "spark/archive/archive_library.h"
#include "spark/archive/utf8_locale.h"
#include "spark/core/log.h"

namespace spark {
namespace {

struct FreeEntry {
  void operator()(archive_entry* entry) const { ArchiveLibrary::get().entry_free(entry); }
};

[[noreturn]] void refuse(std::string_view why) {
  throw std::runtime_error(fmt::format("cannot be written: {}", why));
}

}  // namespace

void ZipWriter::Deleter::operator()(archive* writer) const {
  ArchiveLibrary::get().write_free(writer);
}

ZipWriter::ZipWriter(const std::filesystem::path& file) {
  writer_.reset(ArchiveLibrary::get().write_new());
  ArchiveLibrary::get().write_set_format_zip(writer_.get());
  try {
    out_.emplace(file);
  } catch (const std::runtime_error& error) {
    refuse(error.what());
  }
  // By default a pipe would get zeros after the end of the archive.
  check(ArchiveLibrary::get().write_set_bytes_in_last_block(writer_.get(), 1));
  check(ArchiveLibrary::get().write_open_fd(writer_.get(), out_->descriptor()));
}

void ZipWriter::check(int result) const {
  if (result == ARCHIVE_OK) return;
  const char* const why = ArchiveLibrary::get().error_string(writer_.get());
  refuse(printable(why ? why : std::strerror(errno), 200));
}

void ZipWriter::add(const std::string& name, const std::filesystem::path& content, Packing packing) {
  const ArchiveLibrary& library = ArchiveLibrary::get();
  const auto refuse = [&] {
    throw std::runtime_error(fmt::format("cannot add {}: {}", content.string(), std::strerror(errno)));
  };
  const Descriptor in(::open(content.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat about {};
  if (!in || ::fstat(in.get(), &about) != 0) refuse();
  check(packing == Packing::none ? library.write_zip_set_compression_store(writer_.get())
                                 : library.write_zip_set_compression_deflate(writer_.get()));
  const std::unique_ptr<archive_entry, FreeEntry> entry(library.entry_new());
  library.entry_set_pathname(entry.get(), name.c_str());
  library.entry_set_filetype(entry.get(), AE_IFREG);
  library.entry_set_perm(entry.get(), 0644);
  library.entry_set_mtime(entry.get(), about.st_mtim.tv_sec, 0);
  library.entry_set_size(entry.get(), about.st_size);
  {
    const Utf8Locale names_are_utf8;
    check(library.write_header(writer_.get(), entry.get()));
  }
  std::array<char, 65536> piece{};
  for (ssize_t count = 0; (count = ::read(in.get(), piece.data(), piece.size())) != 0;) {
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse();
    // The library drops data that was appended since the size was read.
    if (library.write_data(writer_.get(), piece.data(), static_cast<std::size_t>(count)) < 0) check(ARCHIVE_FATAL);
  }
}

void ZipWriter::close() {
  check(ArchiveLibrary::get().write_close(writer_.get()));
  // Devices and pipes have nothing to be synchronized.
  if (::fsync(out_->descriptor()) != 0 && errno != EINVAL && errno != EROFS) refuse(std::strerror(errno));
  try {
    out_->replace();
  } catch (const std::runtime_error& error) {
    refuse(error.what());
  }
  out_.reset();
}

}  // namespace spark
