// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <omniORB4/CORBA.h>

#include <atomic>
#include <map>
#include <mutex>
#include <string>

#include "gateways/rtm/corba/orb.h"

namespace rtm {

/// The ORB as those see it who speak CORBA. Any thread.
struct Orb::Access {
  OrbSettings settings;
  CORBA::ORB_var orb;
  std::atomic<bool> is_open{true};  ///< until it is shut down

  /// Opens the port if there is none yet; throws std::runtime_error if it cannot be opened.
  void serve();
  std::string address();  ///< empty while there is no port
  /// Serves the object under `key`, which others may read from the reference (`key_of`). Keys that are served already
  /// are refused with std::runtime_error. The servant is kept until it is taken out. `what` is what the object shows to
  /// others, for `reference_of`; null if no one asks for it.
  CORBA::Object_ptr add(PortableServer::Servant servant, const std::string& key, const void* what = nullptr);
  /// Calls that are under way continue; new ones get OBJECT_NOT_EXIST.
  void remove(const std::string& key);
  /// The object that is served under that key, or for that thing, to be released; nil if there is none.
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
/// objects of other ORBs. It is no more than a hint: the peer that makes a reference can write anything there.
std::string key_of(CORBA::Object_ptr object);

/// Where the object is: "127.0.0.1:40123".
std::string address_of(CORBA::Object_ptr object);

/// Whether a call has ended because the peer did not answer in time: it may be there still.
bool is_timeout(const CORBA::SystemException& exception);

/// Equal for references to the same object: where it is, and its key.
std::string identity_of(CORBA::Object_ptr object);

/// One line for users about what a call has ended with: "no answer in time", "not there any more" …
std::string describe(const CORBA::SystemException& exception);
/// Whether it says that the object is not there or does not answer, rather than what it thinks of the call.
bool is_absence(const CORBA::SystemException& exception);
/// The same, but for those that only do not answer in time.
bool is_end(const CORBA::SystemException& exception);

}  // namespace rtm
