// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <omniORB4/CORBA.h>

#include <atomic>
#include <map>
#include <mutex>
#include <string>

#include "gateways/rtm/corba/orb.h"

namespace rtm {

/// The ORB for code that uses CORBA. Any thread.
struct Orb::Access {
  OrbSettings settings;
  CORBA::ORB_var orb;
  std::atomic<bool> is_open{true};  ///< until it is shut down

  /// Opens the port if it is not open yet; throws std::runtime_error if that fails.
  void serve();
  std::string address();  ///< empty while there is no port
  /// Serves the object under `key`, which peers may read from the reference (`key_of`). Keys in use are refused with
  /// std::runtime_error. The servant is held until it is removed. `what` is the address of the thing that the object
  /// represents, for `reference_of`; null if that is not needed.
  CORBA::Object_ptr add(PortableServer::Servant servant, const std::string& key, const void* what = nullptr);
  /// Calls in progress continue; new ones get OBJECT_NOT_EXIST.
  void remove(const std::string& key);
  /// The object served under that key, or for that thing, to be released; nil if there is none.
  CORBA::Object_ptr reference(const std::string& key);
  CORBA::Object_ptr reference_of(const void* what);
  /// The servant of an object of this process that has been added and not removed, to be released; else null.
  PortableServer::ServantBase* local_servant(CORBA::Object_ptr object);

 private:
  std::mutex mutex_;
  PortableServer::POA_var poa_;
  std::map<const void*, std::string> keys_;
};

/// The key under which an Orb of this kind in another process serves the object: "Motor0/in/position"; empty for
/// objects of other ORBs. It is only a hint: the peer that makes a reference can write anything there.
std::string key_of(CORBA::Object_ptr object);

/// The address of the object's server: "127.0.0.1:40123".
std::string address_of(CORBA::Object_ptr object);

/// Whether a call has ended because the peer did not answer in time; it may still exist.
bool is_timeout(const CORBA::SystemException& exception);

/// Equal for references to the same object: its address and its key.
std::string identity_of(CORBA::Object_ptr object);

/// One line for users about the failure of a call: "no answer in time", "not there any more" …
std::string describe(const CORBA::SystemException& exception);
/// Whether the object does not exist or does not answer, as opposed to an error of the call itself.
bool is_absence(const CORBA::SystemException& exception);
/// Whether the object does not exist; unlike `is_absence`, false for one that only does not answer in time.
bool is_end(const CORBA::SystemException& exception);

}  // namespace rtm
