// SPDX-License-Identifier: Apache-2.0
#include "spark/archive/archive_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <stdexcept>

namespace spark {
namespace {

/// The version of its interface has not changed since libarchive 3.0.
constexpr const char* kLibrary = "libarchive.so.13";

/// Stays loaded until the program ends.
void* loaded_library() {
  if (void* const handle = ::dlopen(kLibrary, RTLD_LAZY | RTLD_LOCAL)) return handle;
  throw std::runtime_error(
      fmt::format("archives and compressed files need libarchive (Debian: libarchive13): {}", ::dlerror()));
}

template <typename Function>
void find(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(handle, name));
  if (!function) throw std::runtime_error(fmt::format("{} has no {}", kLibrary, name));
}

void find_reader(void* handle, ArchiveLibrary& library) {
  find(handle, "archive_read_new", library.read_new);
  find(handle, "archive_read_free", library.read_free);
  find(handle, "archive_read_support_filter_gzip", library.read_support_filter_gzip);
  find(handle, "archive_read_support_filter_bzip2", library.read_support_filter_bzip2);
  find(handle, "archive_read_support_filter_xz", library.read_support_filter_xz);
  find(handle, "archive_read_support_filter_zstd", library.read_support_filter_zstd);
  find(handle, "archive_read_support_format_zip_seekable", library.read_support_format_zip_seekable);
  find(handle, "archive_read_support_format_zip_streamable", library.read_support_format_zip_streamable);
  find(handle, "archive_read_support_format_tar", library.read_support_format_tar);
  find(handle, "archive_read_support_format_raw", library.read_support_format_raw);
  find(handle, "archive_read_open_filename", library.read_open_filename);
  find(handle, "archive_read_next_header", library.read_next_header);
  find(handle, "archive_read_data", library.read_data);
}

void find_writer(void* handle, ArchiveLibrary& library) {
  find(handle, "archive_write_new", library.write_new);
  find(handle, "archive_write_free", library.write_free);
  find(handle, "archive_write_set_format_zip", library.write_set_format_zip);
  find(handle, "archive_write_zip_set_compression_deflate", library.write_zip_set_compression_deflate);
  find(handle, "archive_write_zip_set_compression_store", library.write_zip_set_compression_store);
  find(handle, "archive_write_set_bytes_in_last_block", library.write_set_bytes_in_last_block);
  find(handle, "archive_write_open_fd", library.write_open_fd);
  find(handle, "archive_write_header", library.write_header);
  find(handle, "archive_write_data", library.write_data);
  find(handle, "archive_write_close", library.write_close);
}

void find_entry(void* handle, ArchiveLibrary& library) {
  find(handle, "archive_entry_new", library.entry_new);
  find(handle, "archive_entry_free", library.entry_free);
  find(handle, "archive_entry_pathname", library.entry_pathname);
  find(handle, "archive_entry_filetype", library.entry_filetype);
  find(handle, "archive_entry_hardlink", library.entry_hardlink);
  find(handle, "archive_entry_set_pathname", library.entry_set_pathname);
  find(handle, "archive_entry_set_filetype", library.entry_set_filetype);
  find(handle, "archive_entry_set_perm", library.entry_set_perm);
  find(handle, "archive_entry_set_size", library.entry_set_size);
  find(handle, "archive_entry_set_mtime", library.entry_set_mtime);
}

ArchiveLibrary load() {
  void* const handle = loaded_library();
  ArchiveLibrary library{};
  find(handle, "archive_error_string", library.error_string);
  find(handle, "archive_filter_count", library.filter_count);
  find(handle, "archive_format", library.format);
  find_reader(handle, library);
  find_writer(handle, library);
  find_entry(handle, library);
  return library;
}

}  // namespace

const ArchiveLibrary& ArchiveLibrary::get() {
  static const ArchiveLibrary library = load();
  return library;
}

}  // namespace spark
