// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <omniORB4/CORBA.h>

#include <atomic>
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
  /// are refused with std::runtime_error. The servant is kept until it is taken out.
  CORBA::Object_ptr add(PortableServer::Servant servant, const std::string& key);
  /// What is called just now goes on; new calls get OBJECT_NOT_EXIST.
  void remove(const std::string& key);
  /// The servant of an object of this process that has been added and not removed, to be released; else null.
  PortableServer::ServantBase* local_servant(CORBA::Object_ptr object);

 private:
  std::mutex mutex_;
  PortableServer::POA_var poa_;
};

/// The key under which somebody else's Orb of this kind serves the object: "Motor0/in/position". Of objects of other
/// ORBs nothing. It is a hint for people: whoever makes references can write there what they like.
std::string key_of(CORBA::Object_ptr object);

/// Where the object is: "127.0.0.1:40123".
std::string address_of(CORBA::Object_ptr object);

/// One line for people about what a call has ended with: "no answer in time", "not there any more" …
std::string describe(const CORBA::SystemException& exception);

}  // namespace rtm
