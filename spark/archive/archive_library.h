// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <archive.h>
#include <archive_entry.h>

namespace spark {

/// The functions of libarchive that this project calls, without `archive_` in front.
///
/// The library is loaded when the first archive is read or written: it loads libxml2 and ICU (40 MB of address space, 5
/// ms), which would be wasted on every match and every reader of a plain log.
struct ArchiveLibrary {
  /// Loads it at the first call. Throws `std::runtime_error` with one line if it cannot be loaded. Any thread.
  static const ArchiveLibrary& get();

  decltype(&::archive_error_string) error_string;
  decltype(&::archive_filter_count) filter_count;
  decltype(&::archive_format) format;

  decltype(&::archive_read_new) read_new;
  decltype(&::archive_read_free) read_free;
  decltype(&::archive_read_support_filter_gzip) read_support_filter_gzip;
  decltype(&::archive_read_support_filter_bzip2) read_support_filter_bzip2;
  decltype(&::archive_read_support_filter_xz) read_support_filter_xz;
  decltype(&::archive_read_support_filter_zstd) read_support_filter_zstd;
  decltype(&::archive_read_support_format_zip_seekable) read_support_format_zip_seekable;
  decltype(&::archive_read_support_format_zip_streamable) read_support_format_zip_streamable;
  decltype(&::archive_read_support_format_tar) read_support_format_tar;
  decltype(&::archive_read_support_format_raw) read_support_format_raw;
  decltype(&::archive_read_open_filename) read_open_filename;
  decltype(&::archive_read_next_header) read_next_header;
  decltype(&::archive_read_data) read_data;

  decltype(&::archive_write_new) write_new;
  decltype(&::archive_write_free) write_free;
  decltype(&::archive_write_set_format_zip) write_set_format_zip;
  decltype(&::archive_write_zip_set_compression_deflate) write_zip_set_compression_deflate;
  decltype(&::archive_write_zip_set_compression_store) write_zip_set_compression_store;
  decltype(&::archive_write_set_bytes_in_last_block) write_set_bytes_in_last_block;
  decltype(&::archive_write_open_fd) write_open_fd;
  decltype(&::archive_write_header) write_header;
  decltype(&::archive_write_data) write_data;
  decltype(&::archive_write_close) write_close;

  decltype(&::archive_entry_new) entry_new;
  decltype(&::archive_entry_free) entry_free;
  decltype(&::archive_entry_pathname) entry_pathname;
  decltype(&::archive_entry_filetype) entry_filetype;
  decltype(&::archive_entry_hardlink) entry_hardlink;
  decltype(&::archive_entry_set_pathname) entry_set_pathname;
  decltype(&::archive_entry_set_filetype) entry_set_filetype;
  decltype(&::archive_entry_set_perm) entry_set_perm;
  decltype(&::archive_entry_set_size) entry_set_size;
  decltype(&::archive_entry_set_mtime) entry_set_mtime;
};

}  // namespace spark
