// SPDX-License-Identifier: Apache-2.0
#include "server/record/line_source.h"

#include "monitor-lite/client/log_source.h"

namespace server {

LineSource::LineSource(const std::filesystem::path& file) : source_(monitor::LogSource::open_as_written(file)) {}

LineSource::~LineSource() = default;

std::optional<std::string_view> LineSource::next() {
  while (left_.empty()) {
    if (piece_ == source_->pieces()) return std::nullopt;
    left_ = source_->piece(piece_++);
  }
  const std::size_t end = left_.find('\n');
  const std::string_view line = left_.substr(0, end);
  is_cut_ = end == left_.npos;
  left_.remove_prefix(end == left_.npos ? left_.size() : end + 1);
  return line;
}

const std::string& LineSource::problem() const {
  return source_->problem();
}

}  // namespace server
