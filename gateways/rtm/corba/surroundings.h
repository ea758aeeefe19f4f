// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RtComponent.hh>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "gateways/rtm/corba/orb.h"

namespace rtm {

/// What all servants of one publisher share, as long as one of them is there. Any thread.
class Surroundings {
 public:
  explicit Surroundings(Orb& orb) : orb_(orb) {}

  Orb& orb() { return orb_; }
  spark::Log& log() { return orb_.log(); }

  /// The InPorts that are served, by their full names, for those who want to show where a value goes.
  void add_in_port(const std::string& name, ::InPort_ptr port);
  void remove_in_port(const std::string& name);
  ::InPort_ptr in_port(std::string_view name) const;  ///< to be released; nil if there is none

  std::atomic<std::uint64_t> refused{0};  ///< values that have not even reached a port

 private:
  Orb& orb_;
  mutable std::mutex mutex_;
  std::map<std::string, ::InPort_var, std::less<>> in_ports_;
};

}  // namespace rtm
