// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <omniORB4/CORBA.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace rtm {

/// The octets of an encapsulation, starting with its byte order. Reading past the end yields zeros and is recorded.
class Encapsulation {
 public:
  explicit Encapsulation(std::span<const CORBA::Octet> octets) : octets_(octets) {
    if (octets_.empty())
      ended_ = true;
    else
      little_ = octets_[at_++] != 0;
  }

  bool ended() const { return ended_; }

  std::uint32_t number() {
    at_ = (at_ + 3) / 4 * 4;
    if (at_ > octets_.size() || octets_.size() - at_ < 4) {
      ended_ = true;
      return 0;
    }
    std::uint32_t result = 0;
    for (std::size_t i = 0; i != 4; ++i)
      result |= static_cast<std::uint32_t>(octets_[at_ + i]) << (little_ ? 8 * i : 8 * (3 - i));
    at_ += 4;
    return result;
  }

  void skip(std::uint32_t count) {
    if (count > octets_.size() - at_)
      ended_ = true;
    else
      at_ += count;
  }

  /// The encapsulation that begins here with its length; empty if there are fewer octets.
  std::span<const CORBA::Octet> inner() {
    const std::uint32_t length = number();
    if (ended_ || length > octets_.size() - at_) {
      ended_ = true;
      return {};
    }
    const auto result = octets_.subspan(at_, length);
    at_ += length;
    return result;
  }

 private:
  std::span<const CORBA::Octet> octets_;
  std::size_t at_ = 0;
  bool little_ = false, ended_ = false;
};

}  // namespace rtm
