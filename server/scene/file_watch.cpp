// SPDX-License-Identifier: Apache-2.0
#include <poll.h>
#include <sys/eventfd.h>

#include <stdexcept>
#include <utility>

#include "server/scene/scene_watch.h"

namespace server {
namespace {

namespace fs = std::filesystem;
constexpr int kLook = 200;  // ms of real time

}  // namespace

FileWatch::FileWatch(fs::path file, std::function<void()> changed, std::function<void()> look)
    : file_(std::move(file)), changed_(std::move(changed)), look_(std::move(look)), leave_(eventfd(0, EFD_CLOEXEC)) {
  if (leave_.get() < 0) throw std::runtime_error("the system is out of descriptors");
  thread_ = std::thread([this] { serve(); });
}

FileWatch::~FileWatch() {
  eventfd_write(leave_.get(), 1);
  thread_.join();
}

FileWatch::Stamps FileWatch::stamps() const {
  Stamps found;
  const auto add = [&](const fs::path& path) {
    std::error_code no_time, no_size;
    const Stamp stamp{fs::last_write_time(path, no_time), fs::file_size(path, no_size)};
    if (!no_time && !no_size) found[path.string()] = stamp;
  };
  std::error_code error;
  for (fs::directory_iterator at(file_.parent_path(), error), end; !error && at != end && found.size() < kMaxFiles;
       at.increment(error))
    if (at->path().extension() == ".rsg") add(at->path());
  add(file_);
  return found;
}

void FileWatch::serve() {
  Stamps known = stamps(), last = known;
  pollfd leave{leave_.get(), POLLIN, 0};
  while (poll(&leave, 1, kLook) == 0) {
    Stamps now = stamps();
    const bool is_quiet = now == last;
    // An editor may remove a file before it creates the new one.
    if (is_quiet && now != known && now.contains(file_.string())) {
      known = now;
      changed_();
    }
    last = std::move(now);
    look_();
  }
}

}  // namespace server
