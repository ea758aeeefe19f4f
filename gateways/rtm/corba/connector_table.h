// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rtm {

inline constexpr std::size_t kMaxConnectors = 64;         ///< of a port
inline constexpr CORBA::ULong kMaxConnectorPorts = 16;    ///< of a connector; tools make those of two
inline constexpr std::size_t kMaxConnectorIdBytes = 256;  ///< a UUID has 36

/// Why a port takes no part in a connection. `code` is what the caller gets, `problem` the words for the log.
struct ConnectorRefusal {
  RTC::ReturnCode_t code = RTC::RTC_OK;
  std::string problem;
  bool is_refused() const { return code != RTC::RTC_OK; }
};

/// One port's part of a connection: what it has made for it. Ending the object ends that: no value and no call passes
/// any more. It is ended on any thread, with no lock held.
class ConnectorPart {
 public:
  virtual ~ConnectorPart() = default;
  /// Takes what the other ports have published in the properties. Called once, when the rest of the chain has returned;
  /// may call others.
  virtual ConnectorRefusal subscribe(const SDOPackage::NVList& properties) = 0;
  /// Whether this end calls the other one. It is ended first, so that it finds no end that is gone already.
  virtual bool calls_others() const = 0;
};

/// The connectors of a port. Each is formed first, while the chain of ports is called, which takes as long as the peers
/// take; then it is stored, and others see it. One that is ended while it is formed never becomes stored. Any thread;
/// the lock is never held over anything outside.
class ConnectorTable {
 public:
  /// Takes a place for the connector of this profile. PRECONDITION_NOT_MET: its id is known, or, unless that is
  /// allowed, a connector joins the same ports; OUT_OF_RESOURCES: there are kMaxConnectors.
  RTC::ReturnCode_t begin(const RTC::ConnectorProfile& profile, bool allows_duplicates);
  /// The end of forming: stores it, with the properties of this profile. False if it was ended meanwhile; the place is
  /// free then and `part` belongs to the caller still.
  bool store(const RTC::ConnectorProfile& profile, std::unique_ptr<ConnectorPart>& part);
  /// The other end of forming: gives the place back.
  void drop(std::string_view id);

  /// What has been taken out.
  struct Taken {
    RTC::ConnectorProfile profile;
    std::unique_ptr<ConnectorPart> part;  ///< null if it was still being formed
  };
  /// Ends a connector; nothing if the id is not known, or was ended already.
  std::optional<Taken> take(std::string_view id);
  /// Ends all, and takes no others any more.
  std::vector<Taken> close();

  bool has(std::string_view id) const;  ///< stored or being formed
  /// Whether a connector, stored or being formed, joins exactly these ports.
  bool joins(const RTC::PortServiceList& ports) const;
  /// Stored ones, in the order in which they were made.
  RTC::ConnectorProfileList profiles() const;
  /// Nothing if there is no such one.
  std::optional<RTC::ConnectorProfile> profile(std::string_view id) const;

 private:
  struct Entry {
    RTC::ConnectorProfile profile;
    std::unique_ptr<ConnectorPart> part;
    bool is_stored = false, is_ended = false;
  };
  std::vector<std::unique_ptr<Entry>>::iterator find(std::string_view id);
  bool joins_locked(const RTC::PortServiceList& ports) const;

  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Entry>> entries_;  ///< in the order in which they came; few, so that a search is short
  bool is_closed_ = false;
};

/// Whether both lists have the same ports, in any order. No call leaves the process.
bool same_ports(const RTC::PortServiceList& one, const RTC::PortServiceList& other);

}  // namespace rtm
