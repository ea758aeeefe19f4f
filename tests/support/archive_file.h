// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "spark/archive/archive_library.h"
#include "spark/core/descriptor.h"

/// Writes a .zip file like another program: names that end with / are folders, and names that end with @ are links.
inline void write_zip(const std::filesystem::path& path,
                      const std::vector<std::pair<std::string, std::string>>& files) {
  const spark::ArchiveLibrary& library = spark::ArchiveLibrary::get();
  const spark::Descriptor out(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  archive* const writer = library.write_new();
  REQUIRE(library.write_set_format_zip(writer) == ARCHIVE_OK);
  REQUIRE(library.write_open_fd(writer, out.get()) == ARCHIVE_OK);
  archive_entry* const entry = library.entry_new();
  for (const auto& [name, text] : files) {
    library.entry_set_pathname(entry, name.c_str());
    library.entry_set_filetype(entry, name.ends_with('/') ? AE_IFDIR : name.ends_with('@') ? AE_IFLNK : AE_IFREG);
    library.entry_set_perm(entry, 0644);
    library.entry_set_size(entry, static_cast<la_int64_t>(text.size()));
    REQUIRE(library.write_header(writer, entry) == ARCHIVE_OK);
    REQUIRE(library.write_data(writer, text.data(), text.size()) == static_cast<la_ssize_t>(text.size()));
  }
  library.entry_free(entry);
  REQUIRE(library.write_close(writer) == ARCHIVE_OK);
  library.write_free(writer);
}
