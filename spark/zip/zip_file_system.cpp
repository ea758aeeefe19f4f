// SPDX-License-Identifier: Apache-2.0
#include "spark/zip/zip_file_system.h"

#include <fmt/format.h>

#include "spark/core/core.h"
#include "spark/core/source_place.h"

namespace zip_files {
namespace {

struct CloseFile {
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

}  // namespace

bool ZipFileSystem::refuse(const std::string& path, const std::string& why) const {
  spark::report(core(), spark::LogLevel::error, "mount " + path,
                fmt::format("cannot mount {}: {}", spark::printable(path, 200), why));
  return false;
}

bool ZipFileSystem::set_path(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error || !std::filesystem::is_regular_file(path, error)) return refuse(path, "there is no such file");
  if (size > kMaxBytes) return refuse(path, "it is larger than 256 MiB");
  int code = 0;
  // With checks: the table of contents and the heads of the files agree.
  std::unique_ptr<zip_t, Close> archive(zip_open(path.c_str(), ZIP_RDONLY | ZIP_CHECKCONS, &code));
  if (!archive) {
    zip_error_t reason;
    zip_error_init_with_code(&reason, code);
    const std::string text = zip_error_strerror(&reason);
    zip_error_fini(&reason);
    return refuse(path, text);
  }
  if (zip_get_num_entries(archive.get(), 0) > kMaxFiles)
    return refuse(path, fmt::format("it has more than {} files", kMaxFiles));
  archive_ = std::move(archive);
  path_ = path;
  return true;
}

/// -1 if there is none. The name as it is: what an archive calls "../x" is not found by asking for "x".
std::int64_t ZipFileSystem::find(const std::string& name) const {
  if (!archive_ || name.empty() || name.back() == '/') return -1;
  return zip_name_locate(archive_.get(), name.c_str(), ZIP_FL_ENC_RAW);
}

bool ZipFileSystem::has(const std::string& name) const {
  return find(name) >= 0;
}

std::optional<std::string> ZipFileSystem::read(const std::string& name, std::size_t limit) const {
  const std::int64_t index = find(name);
  if (index < 0) return std::nullopt;
  const std::unique_ptr<zip_file_t, CloseFile> file(
      zip_fopen_index(archive_.get(), static_cast<zip_uint64_t>(index), 0));
  if (!file) return std::nullopt;
  // What the archive says of the size is not asked: memory is taken for what comes.
  std::string text;
  char piece[16384];
  while (text.size() <= limit) {
    const auto count = zip_fread(file.get(), piece, std::min(sizeof piece, limit + 1 - text.size()));
    if (count < 0) return std::nullopt;
    if (count == 0) break;
    text.append(piece, static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace zip_files

/// Entry point of the module, called by importBundle 'filesystemzip'.
extern "C" void spark_register_bundle(spark::ClassRegistry& classes) {
  classes.add<zip_files::ZipFileSystem>("FileSystemZIP", "zeitgeist/FileSystem", "A .zip file that can be mounted.");
}
