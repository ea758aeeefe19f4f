// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RtComponent.hh>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gateways/rtm/component/manager.h"
#include "gateways/rtm/corba/orb.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/publisher.h"
#include "spark/core/log.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/waiting.h"

/// A component with the ports that a test needs; it does nothing by itself.
class Bench final : public rtm::Component {
 public:
  explicit Bench(const std::string& type = "Bench") : Component(type, rtm::Pattern::passive) {}
  rtm::InPort& in(const std::string& name, rtm::ValueType type = rtm::ValueType::float32) {
    return add_in_port(name, type);
  }
  rtm::OutPort& out(const std::string& name, rtm::ValueType type = rtm::ValueType::float32,
                    rtm::OutPortKind kind = rtm::OutPortKind::direct) {
    return add_out_port(name, type, kind);
  }
};

/// A process with an ORB and a publisher that writes files, played by the test.
class Stage {
 public:
  /// `call_timeout`: short only where a test waits until a call times out. The machine may be busy with other things.
  explicit Stage(rtm::NamingSettings naming = {.name_server = "none", .reference_folder = {}},
                 std::chrono::milliseconds call_timeout = kTimeout);
  ~Stage();

  /// A Bench named after its type, whose ports `declare` makes; on the network.
  template <typename Declare>
  std::shared_ptr<Bench> add(const std::string& type, Declare declare) {
    auto bench = std::make_shared<Bench>(type);
    declare(*bench);
    manager->adopt(bench);
    return bench;
  }

  /// References as other programs get them: read from the folder.
  std::string reference(const std::string& name, const std::string& kind = "rtcomp") const;
  CORBA::Object_var object(const std::string& name, const std::string& kind = "rtcomp");
  RtComponent_var component(const std::string& name);
  /// The same object by another name of this machine, so that calls to it leave the process and come back.
  CORBA::Object_ptr outside(CORBA::Object_ptr object);

  /// The lines of the log so far, with their levels in front.
  std::vector<std::string> lines() const;
  bool said(const std::string& text) const;

  TemporaryFolder folder;
  spark::Log log;
  std::unique_ptr<rtm::Orb> orb;
  std::unique_ptr<rtm::CorbaPublisher> publisher;
  std::unique_ptr<rtm::Manager> manager;

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};

/// A peer that accepts connections, and never answers.
class SilentPeer {
 public:
  SilentPeer();
  ~SilentPeer();
  SilentPeer(const SilentPeer&) = delete;
  SilentPeer& operator=(const SilentPeer&) = delete;
  std::string reference(const std::string& key) const;  ///< "corbaloc::127.0.0.1:40123/key"
  CORBA::Object_ptr object(Stage& stage, const std::string& key) const;
  /// The number of GIOP messages that have arrived on all its connections.
  int requests() const;

 private:
  int listening_ = -1, port_ = 0;
};

/// The first port of a list that has this name.
InPort_var in_port(RtComponent_ptr component, const std::string& name);
OutPort_var out_port(RtComponent_ptr component, const std::string& name);
