// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <zip.h>

namespace server {

/// The functions of libzip that packs need, without `zip_` in front.
///
/// They come with the module `filesystemzip`, which is linked to libzip, and are loaded when the first pack is made or
/// read: a server that plays a match does not load libzip and its libcrypto, which cost each start 1.5 ms and 2 MB.
struct ZipLibrary {
  /// Loads it at the first call. Throws `std::runtime_error` with one line if the module cannot be loaded.
  static const ZipLibrary& get();

  decltype(&::zip_discard) discard;
  decltype(&::zip_fclose) fclose;
  decltype(&::zip_open) open;
  decltype(&::zip_error_init_with_code) error_init_with_code;
  decltype(&::zip_error_strerror) error_strerror;
  decltype(&::zip_error_fini) error_fini;
  decltype(&::zip_get_num_entries) get_num_entries;
  decltype(&::zip_get_name) get_name;
  decltype(&::zip_fopen_index) fopen_index;
  decltype(&::zip_strerror) strerror;
  decltype(&::zip_fread) fread;
  decltype(&::zip_file_strerror) file_strerror;
  decltype(&::zip_source_file) source_file;
  decltype(&::zip_file_add) file_add;
  decltype(&::zip_source_free) source_free;
  decltype(&::zip_set_file_compression) set_file_compression;
  decltype(&::zip_close) close;
};

}  // namespace server
