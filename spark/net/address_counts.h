// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace spark::net {

/// The network address of a peer: "127.0.0.1" for "127.0.0.1:4711".
inline std::string_view address_of(std::string_view peer) {
  return peer.substr(0, peer.rfind(':'));
}

/// Counts peers by network address: ports limit the number of connections per address, so that one host cannot take all
/// places.
class AddressCounts {
 public:
  void add(std::string_view peer) { ++counts_[std::string(address_of(peer))]; }
  /// Removes a peer that was added.
  void remove(std::string_view peer) {
    if (const auto found = counts_.find(address_of(peer)); --found->second == 0) counts_.erase(found);
  }
  /// The number of peers with the same address as `peer`.
  int of(std::string_view peer) const {
    const auto found = counts_.find(address_of(peer));
    return found == counts_.end() ? 0 : found->second;
  }
  /// The largest number for one address; 0 if there are no peers.
  int max() const {
    int max = 0;
    for (const auto& [address, count] : counts_) max = std::max(max, count);
    return max;
  }

 private:
  std::map<std::string, int, std::less<>> counts_;
};

}  // namespace spark::net
