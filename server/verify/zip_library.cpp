// SPDX-License-Identifier: Apache-2.0
#include "server/verify/zip_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <stdexcept>

#include "commserver/host/places.h"

namespace server {
namespace {

/// Stays loaded until the program ends.
void* module() {
  const auto file = commserver::find_places().modules / "filesystemzip.so";
  if (void* const handle = ::dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL)) return handle;
  throw std::runtime_error(fmt::format("packs need the module filesystemzip: {}", ::dlerror()));
}

/// `dlsym` also looks into the libraries that the module is linked to.
template <typename Function>
void find(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(handle, name));
  if (!function) throw std::runtime_error(fmt::format("packs need libzip, which has no {}", name));
}

ZipLibrary load() {
  void* const handle = module();
  ZipLibrary zip{};
  find(handle, "zip_discard", zip.discard);
  find(handle, "zip_fclose", zip.fclose);
  find(handle, "zip_open", zip.open);
  find(handle, "zip_error_init_with_code", zip.error_init_with_code);
  find(handle, "zip_error_strerror", zip.error_strerror);
  find(handle, "zip_error_fini", zip.error_fini);
  find(handle, "zip_get_num_entries", zip.get_num_entries);
  find(handle, "zip_get_name", zip.get_name);
  find(handle, "zip_fopen_index", zip.fopen_index);
  find(handle, "zip_strerror", zip.strerror);
  find(handle, "zip_fread", zip.fread);
  find(handle, "zip_file_strerror", zip.file_strerror);
  find(handle, "zip_source_file", zip.source_file);
  find(handle, "zip_file_add", zip.file_add);
  find(handle, "zip_source_free", zip.source_free);
  find(handle, "zip_set_file_compression", zip.set_file_compression);
  find(handle, "zip_close", zip.close);
  return zip;
}

}  // namespace

const ZipLibrary& ZipLibrary::get() {
  static const ZipLibrary library = load();
  return library;
}

}  // namespace server
