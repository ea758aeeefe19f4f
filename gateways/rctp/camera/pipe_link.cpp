// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/camera/pipe_link.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "gateways/rctp/camera/picture_maker.h"
#include "spark/net/frame_reader.h"

namespace rctp::camera {
namespace {

constexpr std::size_t kReadAtOnce = 64 * 1024;

}  // namespace

void PipeLink::run() {
  std::string frame;
  try {
    answer_all();
  } catch (const std::exception& error) {
    write_frame(frame, FailedMessage{0, error.what()});
    send(frame);
    throw;
  }
}

/// Returns false if the server no longer reads.
bool PipeLink::send(std::string_view octets) {
  while (!octets.empty()) {
    const ssize_t count = ::write(to_server_, octets.data(), octets.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) octets.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

void PipeLink::answer_all() {
  PictureMaker maker;
  std::string frame;
  write_frame(frame, ReadyMessage{});
  if (!send(frame)) return;
  spark::net::FrameReader reader(kPictureFrames);
  std::vector<char> buffer(kReadAtOnce);
  for (;;) {
    const ssize_t count = ::read(from_server_, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw std::runtime_error(std::string("cannot read from the server: ") + std::strerror(errno));
    if (count == 0) return;
    reader.feed({buffer.data(), static_cast<std::size_t>(count)});
    std::string_view message;
    using Result = spark::net::FrameReader::Result;
    for (Result result = reader.next(message); result != Result::none; result = reader.next(message)) {
      if (result != Result::message) throw std::runtime_error("the server sends " + reader.described());
      if (!send(maker.answer(message))) return;
    }
  }
}

}  // namespace rctp::camera
