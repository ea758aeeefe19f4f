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
inline constexpr CORBA::ULong kMaxConnectorPorts = 16;    ///< of a connector; tools make connectors of two
inline constexpr std::size_t kMaxConnectorIdBytes = 256;  ///< a UUID has 36 bytes

/// Why a port refuses a connection. `code` is returned to the caller, `problem` is the text for the log.
struct ConnectorRefusal {
  RTC::ReturnCode_t code = RTC::RTC_OK;
  std::string problem;
  bool is_refused() const { return code != RTC::RTC_OK; }
};

/// One port's part of a connection. Destroying it ends the part: no value or call passes afterwards. It is destroyed on
/// any thread, with no lock held.
class ConnectorPart {
 public:
  virtual ~ConnectorPart() = default;
  /// Reads what the other ports have published in the properties. Called once, when the rest of the chain has returned;
  /// may make calls.
  virtual ConnectorRefusal subscribe(const SDOPackage::NVList& properties) = 0;
  /// Whether this end calls the other one. Such an end is destroyed first, so that it never calls an end that is
  /// already gone.
  virtual bool calls_others() const = 0;
};

/// The connectors of a port. Each is first being formed, while the chain of ports is called, which takes as long as the
/// peers take; then it is stored and visible to others. One that is ended while it is being formed is never stored. Any
/// thread; the lock is never held during a remote call.
class ConnectorTable {
 public:
  /// Reserves a place for the connector of this profile. Returns PRECONDITION_NOT_MET if its id is known, or, unless
  /// that is allowed, if a connector joins the same ports; OUT_OF_RESOURCES if there are kMaxConnectors.
  RTC::ReturnCode_t begin(const RTC::ConnectorProfile& profile, bool allows_duplicates);
  /// Ends forming: stores it, with the properties of this profile. Returns false if it was ended meanwhile; the place
  /// is then free and `part` still belongs to the caller.
  bool store(const RTC::ConnectorProfile& profile, std::unique_ptr<ConnectorPart>& part);
  /// Ends forming without success: frees the place.
  void drop(std::string_view id);

  /// A connector that has been removed from the table.
  struct Taken {
    RTC::ConnectorProfile profile;
    std::unique_ptr<ConnectorPart> part;  ///< null if it was still being formed
  };
  /// Ends a connector; returns nothing if the id is unknown or was already ended.
  std::optional<Taken> take(std::string_view id);
  /// Ends all connectors, and refuses new ones from now on.
  std::vector<Taken> close();

  bool has(std::string_view id) const;  ///< stored or being formed
  /// Whether a connector, stored or being formed, joins exactly these ports.
  bool joins(const RTC::PortServiceList& ports) const;
  /// Stored ones, in the order in which they were made.
  RTC::ConnectorProfileList profiles() const;
  /// Nothing if there is no such connector.
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
  std::vector<std::unique_ptr<Entry>> entries_;  ///< in the order of their creation; few, so that a search is short
  bool is_closed_ = false;
};

/// Whether both lists have the same ports, in any order. No call leaves the process.
bool same_ports(const RTC::PortServiceList& one, const RTC::PortServiceList& other);

}  // namespace rtm
