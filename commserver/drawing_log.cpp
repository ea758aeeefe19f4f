// SPDX-License-Identifier: Apache-2.0
#include "commserver/drawing_log.h"

#include <fcntl.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "spark/core/number_text.h"

namespace commserver {

DrawingLog::~DrawingLog() {
  if (lines_) lines_->finish();
}

void DrawingLog::add(spark::Step step, std::string_view drawing) {
  if (file_.empty() || (!lines_ && !open())) return;
  line_.clear();
  spark::append_integer(line_, step);
  line_ += ' ';
  for (const char letter : drawing) {
    const auto code = static_cast<unsigned char>(letter);
    line_ += code < ' ' || code == 0x7f ? '?' : letter;
  }
  line_ += '\n';
  lines_->append(line_);
  if (lines_->failure() != 0) report(lines_->failure());
}

/// False if there is no file to write to, so that drawings are dropped.
bool DrawingLog::open() {
  spark::Descriptor file(::open(file_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file)
    lines_.emplace(std::move(file), limit_);
  else
    report(errno);
  return lines_.has_value();
}

void DrawingLog::report(int error) {
  log_->error("cannot write {}: {}; these drawings end here", file_.string(), std::strerror(error));
  file_.clear();
}

}  // namespace commserver
