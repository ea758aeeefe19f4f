// SPDX-License-Identifier: Apache-2.0
#include "server/match/log_file.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "server/engine/console.h"
#include "spark/core/standard_streams.h"

namespace server {

using namespace spark;

LogFile::LogFile(std::filesystem::path path, Console& console)
    : path_(std::move(path)),
      console_(console),
      file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
  if (!file_) fail(errno);
}

void LogFile::write(std::string_view line) {
  const std::scoped_lock lock(mutex_);
  if (!file_) return;
  const std::string text = fmt::format("{}\n", line);
  const int error = write_text(file_.get(), text);
  if (error == 0) {
    size_ += static_cast<off_t>(text.size());
    return;
  }
  [[maybe_unused]] const int whole_lines = ::ftruncate(file_.get(), size_);
  file_.close();
  fail(error);
}

void LogFile::fail(int error) {
  error_ = error;
  console_.show(LogLevel::error, fmt::format("cannot write {}: {}; this log ends here", path_.string(), problem()));
}

void LogFile::end() {
  const std::scoped_lock lock(mutex_);
  file_.close();
}

std::string LogFile::problem() const {
  const int error = error_;
  return error == 0 ? std::string() : std::strerror(error);
}

}  // namespace server
