// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/orb.h"

#include <omniORB4/CORBA.h>
#include <omniORB4/minorCode.h>

#include <array>
#include <atomic>
#include <future>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/orb_log.h"

namespace rtm {
namespace {

std::atomic<bool> there_is_one{false};

/// The maximum time for ending an ORB; calls that still hang are abandoned.
constexpr std::chrono::milliseconds kEndTimeout{4000};

/// No retries: the sender of a value counts the failure, and would have a newer value by the time of a retry.
CORBA::Boolean never_again(void*, CORBA::ULong, const CORBA::TRANSIENT&) {
  return 0;
}

/// A connection has broken because the other end had closed it or was restarted: the call is repeated on another
/// connection, up to five times. Values and switch commands may arrive twice.
CORBA::Boolean again_on_another(void*, CORBA::ULong retries, const CORBA::COMM_FAILURE& exception) {
  return exception.minor() == omni::COMM_FAILURE_WaitingForReply && retries < 5;
}

CORBA::ORB_ptr open(const OrbSettings& settings) {
  const std::string timeout = std::to_string(settings.call_timeout.count());
  // A request has to arrive, and its answer to be received, within this time; otherwise a peer that stops in the middle
  // occupies a thread of the pool.
  std::vector<std::array<const char*, 2>> options = {
      {"endPoint", settings.endpoint.c_str()},
      {"threadPerConnectionPolicy", "0"},
      {"maxServerThreadPoolSize", "32"},
      // Connectors to one process share its connections, and a call waits for a free one; the ORB's default is 5.
      {"maxGIOPConnectionPerServer", "64"},
      {"clientCallTimeOutPeriod", timeout.c_str()},
      {"serverCallTimeOutPeriod", "2000"},
      {"giopMaxMsgSize", "2097152"},
      {"scanGranularity", "5"},
      // Silent connections are closed after 130 s here, and after 120 s by clients (the ORB's default), so that clients
      // close them: a call into a connection that the other end has just closed would fail.
      {"inConScanPeriod", "130"},
      {"nativeCharCodeSet", "UTF-8"},
      {"traceLevel", "1"},
      {"traceThreadId", "0"},
      {"traceTime", "0"},
  };
  for (const std::string& endpoint : settings.more_endpoints) options.push_back({"endPoint", endpoint.c_str()});
  options.push_back({nullptr, nullptr});
  int argc = 0;
  return CORBA::ORB_init(argc, nullptr, "omniORB4", reinterpret_cast<const char*(*)[2]>(options.data()));
}

/// "127.0.0.1" of "giop:tcp:127.0.0.1:0", "[::1]" of "giop:tcp:[::1]:"; empty for all other kinds.
std::string_view tcp_host(std::string_view endpoint) {
  static constexpr std::string_view kBefore = "giop:tcp:";
  if (!endpoint.starts_with(kBefore)) return {};
  endpoint.remove_prefix(kBefore.size());
  return endpoint.substr(0, endpoint.rfind(':'));
}

bool is_of_this_machine(std::string_view host) {
  return host.starts_with("127.") || host == "localhost" || host == "[::1]" || host == "::1";
}

void warn_if_open(const std::string& endpoint, spark::Log& log) {
  if (endpoint.starts_with("giop:tcp:") && !is_of_this_machine(tcp_host(endpoint)))
    log.warning("the end point {} can be reached from other machines, and there is no password", endpoint);
}

}  // namespace

Orb::Orb(const OrbSettings& settings, spark::Log& log) : log_(log) {
  if (there_is_one.exchange(true)) throw std::runtime_error("there is one ORB per process, and it already exists");
  try {
    send_orb_messages_to(nullptr);  // errors during the start are reported by exceptions
    access_ = std::make_unique<Access>();
    access_->settings = settings;
    access_->orb = open(settings);
    omniORB::installTransientExceptionHandler(nullptr, never_again);
    omniORB::installCommFailureExceptionHandler(nullptr, again_on_another);
    limit_connections();
    if (settings.listens) access_->serve();
    send_orb_messages_to(&log);
  } catch (const CORBA::Exception& exception) {
    there_is_one = false;
    throw std::runtime_error(
        fmt::format("cannot start the ORB with end point {}: CORBA::{}", settings.endpoint, exception._name()));
  } catch (...) {
    shut_down();
    throw;
  }
  if (!settings.listens) return;
  log.normal("rtm endpoint {}", endpoint());
  warn_if_open(settings.endpoint, log);
  for (const std::string& another : settings.more_endpoints) warn_if_open(another, log);
}

Orb::~Orb() {
  shut_down();
}

std::string Orb::endpoint() const {
  return access_ ? access_->address() : std::string();
}

std::chrono::milliseconds Orb::call_timeout() const {
  return access_->settings.call_timeout;
}

void Orb::shut_down() {
  if (!access_ || !access_->is_open.exchange(false)) return;
  std::promise<void> ended;
  const std::future<void> end = ended.get_future();
  // A separate thread, because a component that hangs in a call must not keep the process forever.
  std::thread ending([orb = CORBA::ORB::_duplicate(access_->orb.in()), done = std::move(ended)]() mutable {
    try {
      orb->shutdown(true);
      orb->destroy();
    } catch (const CORBA::Exception&) {  // NOLINT(bugprone-empty-catch): the process ends anyway
    }
    CORBA::release(orb);
    done.set_value();
  });
  if (end.wait_for(kEndTimeout) == std::future_status::ready) {
    ending.join();
    there_is_one = false;
  } else {
    ending.detach();
    log_.warning("the ORB does not end: a call to a component hangs; it is left behind");
  }
  send_orb_messages_to(nullptr);
}

void Orb::Access::serve() {
  const std::lock_guard lock(mutex_);
  if (!CORBA::is_nil(poa_)) return;
  try {
    const CORBA::Object_var root_object = orb->resolve_initial_references("RootPOA");
    const PortableServer::POA_var root = PortableServer::POA::_narrow(root_object);
    CORBA::PolicyList policies;
    policies.length(1);
    policies[0] = root->create_id_assignment_policy(PortableServer::USER_ID);
    const PortableServer::POAManager_var manager = root->the_POAManager();
    poa_ = root->create_POA("rtm", manager, policies);
    manager->activate();
  } catch (const CORBA::Exception& exception) {
    poa_ = PortableServer::POA::_nil();
    throw std::runtime_error(
        fmt::format("cannot listen on {}: is the port taken, or the address of another machine?", settings.endpoint));
  }
}

std::string Orb::Access::address() {
  const std::lock_guard lock(mutex_);
  if (CORBA::is_nil(poa_)) return {};
  const PortableServer::ObjectId_var id = PortableServer::string_to_ObjectId("none");
  const CORBA::Object_var object = poa_->create_reference_with_id(id, "");
  return address_of(object);
}

CORBA::Object_ptr Orb::Access::add(PortableServer::Servant servant, const std::string& key, const void* what) {
  serve();
  try {
    const PortableServer::ObjectId_var id = PortableServer::string_to_ObjectId(key.c_str());
    poa_->activate_object_with_id(id, servant);
    if (what) {
      const std::lock_guard lock(mutex_);
      keys_[what] = key;
    }
    return poa_->id_to_reference(id);
  } catch (const PortableServer::POA::ObjectAlreadyActive&) {
    throw std::runtime_error(fmt::format("{} is served already", key));
  }
}

void Orb::Access::remove(const std::string& key) {
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(keys_, [&key](const auto& one) { return one.second == key; });
  }
  try {
    const PortableServer::ObjectId_var id = PortableServer::string_to_ObjectId(key.c_str());
    poa_->deactivate_object(id);
  } catch (const CORBA::Exception&) {  // NOLINT(bugprone-empty-catch): already removed, or the ORB has ended
  }
}

CORBA::Object_ptr Orb::Access::reference(const std::string& key) {
  try {
    const PortableServer::ObjectId_var id = PortableServer::string_to_ObjectId(key.c_str());
    return CORBA::is_nil(poa_) ? CORBA::Object::_nil() : poa_->id_to_reference(id);
  } catch (const CORBA::Exception&) {
    return CORBA::Object::_nil();  // not served, or the ORB has ended
  }
}

CORBA::Object_ptr Orb::Access::reference_of(const void* what) {
  std::string key;
  {
    const std::lock_guard lock(mutex_);
    const auto found = keys_.find(what);
    if (found == keys_.end()) return CORBA::Object::_nil();
    key = found->second;
  }
  return reference(key);
}

PortableServer::ServantBase* Orb::Access::local_servant(CORBA::Object_ptr object) {
  {
    const std::lock_guard lock(mutex_);
    if (CORBA::is_nil(poa_)) return nullptr;
  }
  try {
    return poa_->reference_to_servant(object);
  } catch (const CORBA::Exception&) {
    return nullptr;  // not an object of this process, or already removed
  }
}

}  // namespace rtm
