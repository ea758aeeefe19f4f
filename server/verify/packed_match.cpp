// SPDX-License-Identifier: Apache-2.0
#include "server/verify/packed_match.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "server/verify/log_place.h"
#include "server/verify/zip_library.h"
#include "spark/core/descriptor.h"
#include "spark/core/log.h"
#include "spark/core/standard_streams.h"

namespace server {
namespace {

namespace fs = std::filesystem;

const ZipLibrary& zip() {
  return ZipLibrary::get();
}

/// Without writing what has been added.
struct Discard {
  void operator()(zip_t* archive) const { zip().discard(archive); }
};
struct CloseFile {
  void operator()(zip_file_t* file) const { zip().fclose(file); }
};
using Archive = std::unique_ptr<zip_t, Discard>;

[[noreturn]] void refuse(const fs::path& file, std::string_view why) {
  throw std::runtime_error(spark::printable(fmt::format("{}: {}", file.string(), why), kMaxErrorLine));
}

Archive open_archive(const fs::path& file, int flags) {
  int code = 0;
  Archive archive(zip().open(file.c_str(), flags, &code));
  if (archive) return archive;
  zip_error_t error;
  zip().error_init_with_code(&error, code);
  const std::string why = zip().error_strerror(&error);
  zip().error_fini(&error);
  refuse(file, fmt::format("{} (as a .zip file)", why));
}

/// All names in the archive, as their bytes are.
std::vector<std::string> names_in(zip_t& archive) {
  std::vector<std::string> names;
  for (zip_int64_t i = 0; i < zip().get_num_entries(&archive, 0); ++i) {
    const char* name = zip().get_name(&archive, static_cast<zip_uint64_t>(i), ZIP_FL_ENC_RAW);
    names.emplace_back(name ? name : "");
  }
  return names;
}

/// What stands before the names of the match's files: the folder with a parameters.xml, and the outermost one where an
/// agent has left another in its own. Throws if there are two matches side by side: it would be unclear which is meant.
std::string folder_in(const std::vector<std::string>& names, const fs::path& archive) {
  constexpr std::string_view kParameters = "parameters.xml";
  std::vector<std::string> folders;
  for (const std::string& name : names)
    if (name == kParameters || name.ends_with(fmt::format("/{}", kParameters)))
      folders.push_back(name.substr(0, name.size() - kParameters.size()));
  if (folders.empty()) return {};
  const std::string outermost = *std::ranges::min_element(folders, {}, &std::string::size);
  for (const std::string& folder : folders)
    if (!folder.starts_with(outermost))
      refuse(archive, fmt::format("has the logs of several matches, in {} and {}: unpack it, and name one folder",
                                  spark::printable(outermost, 200), spark::printable(folder, 200)));
  return outermost;
}

/// The place of the one of that name; nothing if there is none. Throws if there are two.
std::optional<zip_uint64_t> place_of(const std::vector<std::string>& names, const std::string& name,
                                     const fs::path& archive) {
  const auto first = std::ranges::find(names, name);
  if (first == names.end()) return std::nullopt;
  if (std::find(first + 1, names.end(), name) != names.end())
    refuse(archive, fmt::format("has two files {}", spark::printable(name, 200)));
  return static_cast<zip_uint64_t>(first - names.begin());
}

/// What is not unpacked: files and folders beside the match's files by their names there, others by their places.
std::vector<std::string> others_in(const std::vector<std::string>& names, const std::string& folder) {
  std::set<std::string> others;
  for (const std::string& name : names) {
    const bool is_beside = name.starts_with(folder) && name.size() > folder.size();
    const std::string shown =
        is_beside ? name.substr(folder.size(), name.find('/', folder.size()) - folder.size()) : name;
    const bool is_folder_above = folder.starts_with(name);
    if (!is_folder_above && std::ranges::find(kPackedFiles, shown) == std::end(kPackedFiles)) others.insert(shown);
  }
  return {others.begin(), others.end()};
}

void unpack(zip_t& archive, zip_uint64_t place, const fs::path& to, const fs::path& name, std::uint64_t& bytes_left) {
  const std::string what = to.filename().string();
  const std::unique_ptr<zip_file_t, CloseFile> in(zip().fopen_index(&archive, place, 0));
  if (!in) refuse(name, fmt::format("{} in it cannot be read: {}", what, zip().strerror(&archive)));
  const spark::Descriptor out(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!out) refuse(name, fmt::format("cannot unpack {}: {}", what, std::strerror(errno)));
  // What the archive says of the size is not asked.
  std::array<char, 65536> piece{};
  while (true) {
    const auto count = zip().fread(in.get(), piece.data(), piece.size());
    if (count == 0) return;
    if (count < 0) refuse(name, fmt::format("{} in it is damaged: {}", what, zip().file_strerror(in.get())));
    if (static_cast<std::uint64_t>(count) > bytes_left)
      refuse(name, fmt::format("unpacks to more than {} GiB", UnpackedMatch::kMaxBytes >> 30));
    bytes_left -= static_cast<std::uint64_t>(count);
    if (const int error = spark::write_text(out.get(), {piece.data(), static_cast<std::size_t>(count)}); error != 0)
      refuse(name, fmt::format("cannot unpack {} into {}: {}", what, to.parent_path().string(), std::strerror(error)));
  }
}

void add(zip_t& archive, const fs::path& from, const std::string& name, const fs::path& file) {
  zip_source_t* source = zip().source_file(&archive, from.c_str(), 0, -1);
  const zip_int64_t place = source ? zip().file_add(&archive, name.c_str(), source, ZIP_FL_ENC_UTF_8) : -1;
  if (place < 0) {
    if (source) zip().source_free(source);
    refuse(file, fmt::format("cannot add {}: {}", from.string(), zip().strerror(&archive)));
  }
  const bool is_packed = from.extension() == ".zst";
  zip().set_file_compression(&archive, static_cast<zip_uint64_t>(place), is_packed ? ZIP_CM_STORE : ZIP_CM_DEFLATE, 0);
}

}  // namespace

void pack_match(const fs::path& folder, const fs::path& file) {
  const LogPlace place = find_logs("--pack", folder);
  if (!fs::is_directory(folder)) refuse(folder, "is not a folder: --pack wants the log folder of a match, and a file");
  std::error_code error;
  if (fs::is_directory(file, error)) refuse(file, "is a folder: --pack wants the log folder of a match, and a file");
  if (!file.has_filename()) refuse(file, "is not a file name");
  if (fs::equivalent(fs::absolute(file).parent_path(), place.folder, error))
    refuse(file, "would be one of the logs: name a file in another folder");
  Archive archive = open_archive(file, ZIP_CREATE | ZIP_TRUNCATE);
  for (const char* name : kPackedFiles)
    if (fs::exists(place.folder / name, error))
      add(*archive, place.folder / name, fmt::format("{}/{}", spark::printable(file.stem().string(), 200), name), file);
  if (zip().close(archive.get()) != 0)
    refuse(file, fmt::format("cannot be written: {}", zip().strerror(archive.get())));
  [[maybe_unused]] zip_t* const closed = archive.release();
}

bool UnpackedMatch::is_packed(const fs::path& file) {
  std::array<char, 4> head{};
  std::ifstream(file, std::ios::binary).read(head.data(), head.size());
  const std::string_view bytes(head.data(), head.size());
  return bytes == std::string_view("PK\x03\x04", 4) || bytes == std::string_view("PK\x05\x06", 4);
}

UnpackedMatch::UnpackedMatch(const fs::path& file) {
  const Archive archive = open_archive(file, ZIP_RDONLY | ZIP_CHECKCONS);
  if (zip().get_num_entries(archive.get(), 0) > kMaxFiles)
    refuse(file, fmt::format("has more than {} files", kMaxFiles));
  const std::vector<std::string> names = names_in(*archive);
  const std::string folder = folder_in(names, file);
  others_ = others_in(names, folder);
  std::uint64_t bytes_left = kMaxBytes;
  for (const char* name : kPackedFiles)
    if (const auto place = place_of(names, folder + name, file))
      unpack(*archive, *place, folder_.path() / name, file, bytes_left);
}

}  // namespace server
