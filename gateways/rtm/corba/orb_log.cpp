// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/orb_log.h"

#include <omniORB4/CORBA.h>
#include <omniORB4/omniInterceptors.h>
#include <sys/resource.h>
#include <unistd.h>

#include <mutex>
#include <string>
#include <string_view>

OMNI_USING_NAMESPACE(omni)

namespace rtm {
namespace {

// The ORB accepts plain functions only, so their state is global.
std::mutex orb_log_mutex;
spark::Log* orb_log = nullptr;

/// The number of descriptors that are left for the rest of the process.
constexpr rlim_t kReserve = 128;

/// The host of "… giop:tcp:127.0.0.1:4711. …"; empty if there is none.
std::string_view host_in(std::string_view message) {
  static constexpr std::string_view kBefore = "giop:tcp:";
  const std::size_t at = message.find(kBefore);
  if (at == std::string_view::npos) return {};
  message.remove_prefix(at + kBefore.size());
  message = message.substr(0, message.find_first_of(" \n"));
  return message.substr(0, message.rfind(':'));
}

void log_text(const char* text) {
  std::string_view message(text);
  static constexpr std::string_view kPrefix = "omniORB: ";
  if (message.starts_with(kPrefix)) message.remove_prefix(kPrefix.size());
  while (message.ends_with('\n')) message.remove_suffix(1);
  const std::lock_guard lock(orb_log_mutex);
  if (!orb_log) return;
  const std::string_view host = host_in(message);
  if (host.empty())
    orb_log->complain("the ORB", "{}", spark::printable(message, 200));
  else if (message.find("protocol error") != std::string_view::npos)
    orb_log->complain(fmt::format("CORBA peer {}", host),
                      "sent something that is not a request; its connection is closed");
  else
    orb_log->complain(fmt::format("CORBA peer {}", host), "{}", spark::printable(message, 200));
}

CORBA::Boolean accept(omniInterceptors::serverAcceptConnection_T::info_T& info) {
  if (has_room_for_connections()) return 1;
  info.reject = 1;
  info.why = "too many connections";
  const std::lock_guard lock(orb_log_mutex);
  const std::string peer = info.peeraddress();
  if (orb_log)
    orb_log->complain(fmt::format("CORBA peer {}", host_in(peer)), "too many connections; this one is closed");
  return 1;
}

}  // namespace

void send_orb_messages_to(spark::Log* to) {
  const std::lock_guard lock(orb_log_mutex);
  orb_log = to;
  omniORB::setLogFunction(log_text);
}

bool has_room_for_connections() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return true;
  // The system assigns the lowest free descriptor.
  const int free = ::dup(STDERR_FILENO);
  if (free < 0) return errno == EBADF;  // without standard error nothing can be reported
  ::close(free);
  return static_cast<rlim_t>(free) + kReserve < limit.rlim_cur;
}

void limit_connections() {
  omniORB::getInterceptors()->serverAcceptConnection.add(accept);
}

}  // namespace rtm
