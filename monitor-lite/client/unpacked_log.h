// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "monitor-lite/client/byte_file.h"

namespace monitor {

/// A log that was in an archive or in a compressed file.
struct UnpackedLog {
  ByteFile file;        ///< an unnamed temporary file; may be compressed with zstd
  std::string problem;  ///< describes what could not be unpacked, one line; empty if nothing
};

/// Unpacks the log in a file: a single compressed one (gzip, bzip2, xz, zstd), or that in a pack (zip, tar, .tgz). A
/// pack has one match, whose files may be in a folder. The intact beginning of a damaged file is unpacked. Nothing if
/// the file is none of these. Throws `std::runtime_error` with one line if a pack has no log or several, and if it
/// cannot be unpacked at all.
std::optional<UnpackedLog> unpack_log(const std::filesystem::path& path);

}  // namespace monitor
