// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/pictures/picture_pipes.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "gateways/rctp/pictures/picture_messages.h"

namespace rtm {
namespace {

/// The maximum size that Linux grants every user by default; it holds a whole picture of 320 x 240 pixels.
constexpr int kPipeSize = 1024 * 1024;

}  // namespace

PicturePipes::PicturePipes(const spark::RealClock& clock)
    : clock_(clock), interrupted_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), reader_(rctp::kPictureFrames) {
  if (!interrupted_) throw std::runtime_error("pictures of cameras: the system has no descriptor left");
  buffer_.resize(kPipeSize);
}

void PicturePipes::set(spark::Descriptor to_program, spark::Descriptor from_program) {
  to_program_ = std::move(to_program);
  from_program_ = std::move(from_program);
  ::fcntl(from_program_.get(), F_SETPIPE_SZ, kPipeSize);  // smaller pipes are slower, but work
  reader_ = spark::net::FrameReader(rctp::kPictureFrames);
  reader_.feed({});
}

void PicturePipes::close() {
  to_program_.close();
  from_program_.close();
}

PicturePipes::Result PicturePipes::wait(int descriptor, short events, spark::RealClock::Time by) {
  for (;;) {
    std::array<pollfd, 2> polled{{{descriptor, events, 0}, {interrupted_.get(), POLLIN, 0}}};
    const auto rest = std::chrono::ceil<std::chrono::milliseconds>(by - clock_.now()).count();
    const int count = ::poll(polled.data(), polled.size(), static_cast<int>(std::clamp<std::int64_t>(rest, 0, 60'000)));
    if (polled[1].revents != 0 && count > 0) return Result::interrupted;
    if (count > 0) return Result::done;
    if (count == 0 && clock_.now() >= by) return Result::late;
    if (count < 0 && errno != EINTR) return Result::ended;
  }
}

PicturePipes::Result PicturePipes::write(std::string_view frame, spark::RealClock::Time by) {
  while (!frame.empty()) {
    if (!to_program_) return Result::ended;
    const ssize_t count = ::write(to_program_.get(), frame.data(), frame.size());
    if (count > 0) {
      frame.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      if (const Result result = wait(to_program_.get(), POLLOUT, by); result != Result::done) return result;
    } else if (errno != EINTR) {
      return Result::ended;
    }
  }
  return Result::done;
}

PicturePipes::Result PicturePipes::read(std::string_view& message, spark::RealClock::Time by) {
  using Frame = spark::net::FrameReader::Result;
  for (;;) {
    const Frame frame = reader_.next(message);
    if (frame == Frame::message) return Result::done;
    if (frame != Frame::none || !from_program_) return Result::ended;
    const ssize_t count = ::read(from_program_.get(), buffer_.data(), buffer_.size());
    if (count > 0) {
      reader_.feed({buffer_.data(), static_cast<std::size_t>(count)});
    } else if (count < 0 && errno == EAGAIN) {
      if (const Result result = wait(from_program_.get(), POLLIN, by); result != Result::done) return result;
    } else if (count == 0 || errno != EINTR) {
      return Result::ended;
    }
  }
}

void PicturePipes::interrupt() {
  const std::uint64_t one = 1;
  static_cast<void>(!::write(interrupted_.get(), &one, sizeof one));
}

}  // namespace rtm
