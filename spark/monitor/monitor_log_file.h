// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "spark/monitor/seekable_zstd.h"

namespace spark {

class Log;

/// A log in lines, such as the monitor log: one line per frame, exactly the lines that a monitor gets which is
/// connected from the start (behaviour 8.2).
///
/// Buffered; its owner, `BackgroundLogFile`, calls `flush()` regularly, so that the file can be followed. When the file
/// can no longer be opened or written (full disk, limit of file sizes), the log ends with one error line and the match
/// continues. The file stays readable: whole lines, or whole frames and, if there is room for it, their index. Used by
/// one thread.
///
/// Compressed (`SeekableZstd`) it is written in frames of about a second of a standard match, and at each flush: if the
/// server is killed, only data after the last of these is missing.
class MonitorLogFile {
 public:
  enum class Encoding { plain, zst };

  /// Creates or empties the file. Folders are not created. `name` is used in the line that says that it ends early.
  MonitorLogFile(std::filesystem::path path, Log& log, Encoding encoding = Encoding::plain,
                 const char* name = "the monitor log");
  ~MonitorLogFile();
  MonitorLogFile(const MonitorLogFile&) = delete;
  MonitorLogFile& operator=(const MonitorLogFile&) = delete;

  bool is_open() const { return file_ >= 0; }
  void write(std::string_view line);
  void flush();
  /// Completes and closes the file; otherwise the destructor does.
  void finish();
  /// Ends the log with an error line for this errno; the file stays readable.
  void fail(int error);
  /// Why the log ended early; empty if it has not.
  const std::string& problem() const { return problem_; }

 private:
  void report(int error);
  int write_out(std::string_view bytes);
  void append(std::string_view units);
  void cut_to_whole_frames();

  std::filesystem::path path_;
  Log& log_;
  const char* name_;
  int file_;
  off_t size_ = 0;  ///< of the complete lines or frames in the file
  std::string problem_;
  std::string buffer_;
  std::unique_ptr<SeekableZstd> compressor_;  ///< null: plain
  std::string compressed_;
};

}  // namespace spark
