// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/pipe_channel.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "gateways/sigverse/server/reused_buffer.h"

namespace sigverse::server {
namespace {

bool is_for_later(int error) {
  return error == EAGAIN || error == EWOULDBLOCK;
}

}  // namespace

PipeChannel::PipeChannel(std::string peer, spark::Descriptor from_client, spark::Descriptor to_client,
                         spark::PollSet& polls, std::uint64_t key)
    : peer_(std::move(peer)),
      from_client_(std::move(from_client)),
      to_client_(std::move(to_client)),
      polls_(polls),
      key_(key) {
  polls_.add(from_client_.get(), EPOLLIN, key_);
}

void PipeChannel::read() {
  std::array<char, 64 * 1024> buffer;
  while (from_client_ && input().size() < kMaxInput) {
    const ssize_t count = ::read(from_client_.get(), buffer.data(), buffer.size());
    if (count > 0) {
      input_.append(buffer.data(), static_cast<std::size_t>(count));
      if (static_cast<std::size_t>(count) < buffer.size()) break;
    } else if (count < 0 && is_for_later(errno)) {
      break;
    } else if (count == 0 || errno != EINTR) {
      stop_reading();
    }
  }
  // A descriptor that stays readable would keep the simulation from ever sleeping.
  if (from_client_ && watching_input_ && input().size() >= kMaxInput) {
    polls_.remove(from_client_.get());
    watching_input_ = false;
  }
}

void PipeChannel::take(std::size_t count) {
  taken_ += count;
  if (taken_ == input_.size()) {
    input_.clear();
    taken_ = 0;
  } else if (taken_ >= kMaxInput / 2) {
    input_.erase(0, taken_);
    taken_ = 0;
  }
  if (from_client_ && !watching_input_ && input().size() < kMaxInput) {
    polls_.add(from_client_.get(), EPOLLIN, key_);
    watching_input_ = true;
  }
}

/// Returns how many octets the system accepted.
std::size_t PipeChannel::write(std::string_view octets) {
  std::size_t written = 0;
  while (to_client_ && written < octets.size()) {
    const ssize_t count = ::write(to_client_.get(), octets.data() + written, octets.size() - written);
    if (count >= 0)
      written += static_cast<std::size_t>(count);
    else if (is_for_later(errno))
      break;
    else if (errno != EINTR)
      stop_writing();  // no one will ever read it; reading will show that the peer has gone
  }
  return written;
}

void PipeChannel::send(std::string_view octets) {
  if (!to_client_) return;
  if (unsent() == 0) octets.remove_prefix(write(octets));
  if (octets.empty() || !to_client_) return;
  output_.append(octets);
  watch_output(true);
}

void PipeChannel::flush() {
  sent_ += write(std::string_view(output_).substr(sent_));
  if (unsent() > 0 && to_client_) return;
  empty_buffer(output_);
  sent_ = 0;
  watch_output(false);
}

void PipeChannel::stop_reading() {
  if (from_client_ && watching_input_) polls_.remove(from_client_.get());
  from_client_.close();
}

void PipeChannel::stop_writing() {
  watch_output(false);
  to_client_.close();
}

void PipeChannel::close() {
  stop_reading();
  stop_writing();
}

void PipeChannel::watch_output(bool wanted) {
  if (!to_client_ || wanted == watching_output_) return;
  if (wanted)
    polls_.add(to_client_.get(), EPOLLOUT, key_);
  else
    polls_.remove(to_client_.get());
  watching_output_ = wanted;
}

}  // namespace sigverse::server
