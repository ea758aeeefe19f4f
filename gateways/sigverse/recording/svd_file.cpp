// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/recording/svd_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include "gateways/sigverse/recording/svd_format.h"

namespace sigverse::recording {
namespace {

[[noreturn]] void cannot_write(const std::filesystem::path& path, std::string_view why) {
  throw std::runtime_error(fmt::format("cannot write {}: {}", path.string(), why));
}

std::string last_error() {
  return std::system_category().message(errno);
}

/// At most `count` octets of the file, starting at an offset.
std::string octets_at(int file, std::size_t offset, std::size_t count) {
  std::string octets(count, '\0');
  const ssize_t read = ::pread(file, octets.data(), count, static_cast<off_t>(offset));
  octets.resize(read < 0 ? 0 : static_cast<std::size_t>(read));
  return octets;
}

/// Whether the file, which has `size` octets, is empty or a recording, and may therefore be overwritten. A text file
/// may also begin with SVD1.
bool is_recording_or_empty(int file, std::uint64_t size) {
  if (size == 0) return true;
  FileFront front;
  if (!front.read(octets_at(file, 0, FileFront::kOctets), size).empty()) return false;
  const std::string header = octets_at(file, FileFront::kOctets, front.header);
  return header.size() == front.header && Header().read(header);
}

}  // namespace

SvdFile::SvdFile(std::filesystem::path path)
    // Without O_NONBLOCK, opening a pipe would wait for a reader.
    : path_(std::move(path)), file_(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666)) {
  if (!file_) cannot_write(path_, last_error());
  struct stat status {};
  if (::fstat(file_.get(), &status) != 0) cannot_write(path_, last_error());
  if (!S_ISREG(status.st_mode)) cannot_write(path_, "it is not a file");
  if (!is_recording_or_empty(file_.get(), static_cast<std::uint64_t>(status.st_size)))
    cannot_write(path_, "it exists and is not a recording");
  if (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    cannot_write(path_, "another program is recording into it");
  if (::ftruncate(file_.get(), 0) != 0) cannot_write(path_, last_error());
}

void SvdFile::append_header(std::string_view octets) {
  std::string header;
  FileFront{static_cast<std::uint32_t>(octets.size())}.append_to(header);
  header += octets;
  append(header);
  end_ = header.size();
}

void SvdFile::append_block(std::string_view block) {
  if (has_index_ && ::ftruncate(file_.get(), static_cast<off_t>(end_)) != 0) cannot_write(path_, last_error());
  has_index_ = false;
  append(block);
  offsets_.push_back(end_);
  end_ += block.size();
}

void SvdFile::append_index() {
  if (has_index_) return;
  std::string index(kIndexTag);
  append_number(index, static_cast<std::uint32_t>(offsets_.size()));
  for (const std::uint64_t offset : offsets_) append_number(index, offset);
  append_number(index, end_);
  index += kEndTag;
  append(index);
  has_index_ = true;
}

/// Appends at `end_`. If not everything can be written, the file is truncated to its previous size.
void SvdFile::append(std::string_view octets) {
  auto at = static_cast<off_t>(end_);
  while (!octets.empty()) {
    const ssize_t written = ::pwrite(file_.get(), octets.data(), octets.size(), at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const std::string why = last_error();
      [[maybe_unused]] const int ignored = ::ftruncate(file_.get(), static_cast<off_t>(end_));
      cannot_write(path_, why);
    }
    octets.remove_prefix(static_cast<std::size_t>(written));
    at += written;
  }
}

}  // namespace sigverse::recording
