// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <omniORB4/CORBA.h>

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/rtm/corba/orb.h"
#include "spark/core/real_clock.h"

namespace rtm {

struct NamingSettings;

inline constexpr const char* kComponentKind = "rtcomp";  ///< of references to RtComponent
inline constexpr const char* kViewKind = "rtmon";        ///< of references to RtmView::Monitor
inline constexpr const char* kOmgKind = "rtc";           ///< of references to RTC::RTObject, ours and those of others

/// Look-ups end here, whatever else a name server claims to have.
inline constexpr std::size_t kMaxNames = 10'000;
inline constexpr std::size_t kMaxContexts = 8;  ///< one within the other, with the root

/// The place where references are kept cannot be reached, or answers nonsense; the text is one line for users.
class NamesUnavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The place is there, but cannot take this one name.
class NameRefused : public NamesUnavailable {
 public:
  using NamesUnavailable::NamesUnavailable;
};

/// One object that a look-up has found.
struct NameEntry {
  std::string id;    ///< "ConsoleIn0": a name of a component (`is_name`)
  std::string kind;  ///< "rtc"
  std::string path;  ///< where it is: "ConsoleIn0.rtc", "lab.host_cxt/ConsoleIn0.rtc" (name_path.h); for `resolve`
};

/// The place where references are known by the names of components: a naming service, or a folder. Others bind and
/// unbind there at any time: a name that was listed may be gone, or belong to another object, when it is resolved. May
/// be used by any thread. All functions throw NamesUnavailable.
class Names {
 public:
  virtual ~Names() = default;
  /// Makes it known, in place of what has the name; contexts are made as needed.
  virtual void bind(const std::string& path, CORBA::Object_ptr object) = 0;
  /// Contexts stay, empty ones as well: others may be about to use them.
  virtual void unbind(const std::string& path) = 0;
  /// The object at exactly this place. The caller releases it; nil if there is none, or it is no reference.
  virtual CORBA::Object_ptr resolve(const std::string& path) = 0;
  /// All objects of these kinds, wherever they are, ascending by id, then kind, then path. One id may stand there more
  /// than once: bound in several contexts, by one program or by several. Names that are none of components are left
  /// out.
  virtual std::vector<NameEntry> entries(std::initializer_list<std::string_view> kinds) = 0;
  /// The object ID.KIND of the root; where there is none, the first of that name deeper below, in contexts of hosts for
  /// instance. As `resolve`.
  virtual CORBA::Object_ptr find(const std::string& id, const char* kind) = 0;
  /// "the name server 127.0.0.1:2809", for messages.
  virtual std::string what() const = 0;

  /// The ids of that kind, ascending, none twice.
  std::vector<std::string> list(const char* kind);
};

/// "Motor0.rtcomp": the path of an object in the root.
std::string root_path(const std::string& id, const char* kind);

/// A naming service, asked through `orb`; `clock` ends look-ups that do not come to an end.
std::unique_ptr<Names> naming_service(Orb& orb, const std::string& address, spark::RealClock& clock);
/// One file `ID.KIND` for each (`ID` where the kind is empty), of one line `IOR:…`, also for paths with contexts, which
/// a folder does not have. The folder is made with the first.
std::unique_ptr<Names> reference_folder(Orb& orb, const NamingSettings& settings);
/// Makes the one that the settings ask for.
std::unique_ptr<Names> names(Orb& orb, const NamingSettings& settings, spark::RealClock& clock);

/// Whether a peer answers behind a reference: not if it says that there is no such object, or if there is no peer at
/// all. A peer that only hangs is alive.
bool is_alive(CORBA::Object_ptr object);

}  // namespace rtm
