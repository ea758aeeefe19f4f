// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/protocol/operator_log_writer.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "gateways/rctp/protocol/operator_log_words.h"
#include "spark/core/log.h"
#include "spark/core/number_text.h"

namespace rctp {
namespace {

/// Returns false, and sets errno, if not all bytes can be written.
bool write_out(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

// The file is not a C++ stream, because started programs would inherit its descriptor.
OperatorLogWriter::OperatorLogWriter(std::filesystem::path file, spark::Log& log)
    : path_(std::move(file)), log_(log), file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
  if (!file_) report("");
  lines_.reserve(std::size_t{16} * 1024);
  lines_ += kOperatorLogHead;
  lines_ += '\n';
}

OperatorLogWriter::~OperatorLogWriter() {
  flush();
}

void OperatorLogWriter::connect(spark::Step step, std::string_view peer) {
  begin_line(step, OperatorLog::Word::connect);
  append_name(peer);
  lines_ += '\n';
}

void OperatorLogWriter::write(spark::Step step, OperatorLog::Word word) {
  begin_line(step, word);
  lines_ += '\n';
}

void OperatorLogWriter::act(spark::Step step, std::string_view object, std::span<const double> values) {
  begin_line(step, OperatorLog::Word::act);
  append_name(object);
  for (const double value : values) {
    lines_ += ' ';
    append_exactly(lines_, value);
  }
  lines_ += '\n';
}

void OperatorLogWriter::act(spark::Step step, std::string_view object, std::string_view text) {
  begin_line(step, OperatorLog::Word::act);
  append_name(object);
  lines_ += ' ';
  append_quoted(lines_, text);
  lines_ += '\n';
}

void OperatorLogWriter::begin_line(spark::Step step, OperatorLog::Word word) {
  spark::append_integer(lines_, step);
  lines_ += ' ';
  lines_ += to_string(word);
}

/// Quotes names with blanks, which scripts may give to objects.
void OperatorLogWriter::append_name(std::string_view name) {
  lines_ += ' ';
  const bool is_plain = !name.empty() && name.find_first_of(" \t\r\n\"") == name.npos;
  if (is_plain)
    lines_ += name;
  else
    append_quoted(lines_, name);
}

void OperatorLogWriter::flush() {
  waiting_since_.reset();
  if (file_ && !write_out(file_.get(), lines_)) {
    report(" any further");
    file_.close();
  }
  lines_.clear();
}

void OperatorLogWriter::report(std::string_view how_far) {
  log_.error("cannot write {}{}, so the match cannot be replayed: {}", path_.string(), how_far,
             std::system_category().message(errno));
}

void OperatorLogWriter::flush_if_due(Time now) {
  if (lines_.empty()) return;
  if (!waiting_since_) waiting_since_ = now;
  if (now - *waiting_since_ >= kFlushTime) flush();
}

}  // namespace rctp
