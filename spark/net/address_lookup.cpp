// SPDX-License-Identifier: Apache-2.0
#include "spark/net/address_lookup.h"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>

#include <atomic>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "spark/net/loop.h"

namespace spark::net {
namespace {

/// "::1" for "[::1]", the form before a port.
std::string without_brackets(const std::string& host) {
  const bool has_brackets = host.size() > 2 && host.front() == '[' && host.back() == ']';
  return has_brackets ? host.substr(1, host.size() - 2) : host;
}

Addresses ask_system(const std::string& host, std::uint16_t port, int flags) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = flags;
  addrinfo* found = nullptr;
  Addresses addresses;
  if (const int error = ::getaddrinfo(without_brackets(host).c_str(), std::to_string(port).c_str(), &wanted, &found);
      error != 0) {
    addresses.problem = ::gai_strerror(error);
    return addresses;
  }
  for (const addrinfo* each = found; each; each = each->ai_next) {
    Address& address = addresses.all.emplace_back();
    address.size = each->ai_addrlen;
    std::memcpy(&address.place, each->ai_addr, each->ai_addrlen);
  }
  ::freeaddrinfo(found);
  return addresses;
}

/// One of the concurrent look-ups of the process.
class LookupSlot {
 public:
  LookupSlot() : taken_(count_.fetch_add(1) < AddressLookup::kMaxAtOnce) {
    if (!taken_) --count_;
  }
  ~LookupSlot() {
    if (taken_) --count_;
  }
  LookupSlot(const LookupSlot&) = delete;
  LookupSlot& operator=(const LookupSlot&) = delete;
  bool is_taken() const { return taken_; }

 private:
  static inline std::atomic<int> count_{0};
  const bool taken_;
};

bool is_loopback(const Address& address) {
  if (address.place.ss_family == AF_INET) {
    in_addr v4;
    std::memcpy(&v4, &reinterpret_cast<const sockaddr_in*>(&address.place)->sin_addr, sizeof v4);
    return ntohl(v4.s_addr) >> 24 == 127;
  }
  return address.place.ss_family == AF_INET6 &&
         IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6*>(&address.place)->sin6_addr);
}

}  // namespace

Addresses resolve(const std::string& host, std::uint16_t port) {
  return ask_system(host, port, 0);
}

bool is_loopback(const std::string& host) {
  const Addresses found = resolve(host, 0);
  if (found.all.empty()) throw std::runtime_error(fmt::format("cannot find {}: {}", host, found.problem));
  for (const Address& address : found.all)
    if (!is_loopback(address)) return false;
  return true;
}

/// Shared by the thread that looks up the name and the one that requested it.
struct AddressLookup::Answer {
  std::mutex mutex;
  Loop* loop;  ///< null when the answer is no longer wanted
  Done done;   ///< used on the loop's thread
};

AddressLookup::AddressLookup(Loop& loop, Resolve resolve) : loop_(loop), resolve_(std::move(resolve)) {}

AddressLookup::~AddressLookup() {
  cancel();
}

void AddressLookup::ask(const std::string& host, std::uint16_t port, Done done) {
  cancel();
  answer_ = std::make_shared<Answer>();
  answer_->loop = &loop_;
  answer_->done = std::move(done);
  const auto give = [](const std::shared_ptr<Answer>& answer, Addresses found) {
    const std::lock_guard lock(answer->mutex);
    if (!answer->loop) return;
    answer->loop->post([answer, found = std::move(found)]() mutable {
      if (const auto wanted = std::exchange(answer->done, nullptr)) wanted(std::move(found));
    });
  };
  if (Addresses numeric = ask_system(host, port, AI_NUMERICHOST); !numeric.all.empty())
    return give(answer_, std::move(numeric));
  auto slot = std::make_shared<LookupSlot>();
  if (!slot->is_taken()) return give(answer_, {{}, fmt::format("{} names are being looked up already", kMaxAtOnce)});
  try {
    std::thread([answer = answer_, resolve = resolve_, host, port, give, slot = std::move(slot)]() mutable {
      Addresses found = resolve(host, port);
      // Before the answer is delivered, because its receiver may begin another look-up at once.
      slot.reset();
      give(answer, std::move(found));
    }).detach();
  } catch (const std::system_error& error) {
    give(answer_, {{}, error.what()});
  }
}

void AddressLookup::cancel() {
  if (!answer_) return;
  {
    const std::lock_guard lock(answer_->mutex);
    answer_->loop = nullptr;
  }
  answer_->done = nullptr;
  answer_.reset();
}

}  // namespace spark::net
