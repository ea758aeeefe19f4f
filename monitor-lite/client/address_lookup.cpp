// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/client/address_lookup.h"

#include <netdb.h>

#include <condition_variable>
#include <cstring>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace monitor {

struct AddressLookup::Answer {
  std::mutex mutex;
  std::condition_variable came;
  std::optional<Addresses> addresses;
};

Addresses resolve(const std::string& host, std::uint16_t port, int flags) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = flags;
  addrinfo* found = nullptr;
  Addresses addresses;
  if (const int error = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &found); error != 0) {
    addresses.problem = ::gai_strerror(error);
    return addresses;
  }
  for (const addrinfo* each = found; each; each = each->ai_next) {
    Address& address = addresses.all.emplace_back();
    address.family = each->ai_family;
    address.protocol = each->ai_protocol;
    address.size = each->ai_addrlen;
    std::memcpy(&address.place, each->ai_addr, each->ai_addrlen);
  }
  ::freeaddrinfo(found);
  return addresses;
}

AddressLookup::AddressLookup(std::string host, std::uint16_t port, Resolve resolve)
    : host_(std::move(host)), port_(port), resolve_(std::move(resolve)) {}

std::optional<Addresses> AddressLookup::ask(std::chrono::milliseconds longest) {
  if (!answer_) {
    if (Addresses numeric = monitor::resolve(host_, port_, AI_NUMERICHOST); !numeric.all.empty()) return numeric;
    const auto answer = std::make_shared<Answer>();
    try {
      std::thread([answer, resolve = resolve_, host = host_, port = port_] {
        Addresses found = resolve(host, port);
        const std::lock_guard lock(answer->mutex);
        answer->addresses = std::move(found);
        answer->came.notify_one();
      }).detach();
    } catch (const std::system_error& error) {
      return Addresses{{}, error.what()};
    }
    answer_ = answer;
  }
  std::unique_lock lock(answer_->mutex);
  if (!answer_->came.wait_for(lock, longest, [&] { return answer_->addresses.has_value(); })) return std::nullopt;
  Addresses found = std::move(*answer_->addresses);
  lock.unlock();
  answer_.reset();
  return found;
}

}  // namespace monitor
