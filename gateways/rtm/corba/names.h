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
inline constexpr const char* kOmgKind = "rtc";           ///< of references to RTC::RTObject, ours and foreign

/// Look-ups stop at this count, however many names a name server reports.
inline constexpr std::size_t kMaxNames = 10'000;
inline constexpr std::size_t kMaxContexts = 8;  ///< nested, including the root

/// Thrown if the naming service cannot be reached or returns invalid data; the text is one line for users.
class NamesUnavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown if the naming service can be reached but refuses the name.
class NameRefused : public NamesUnavailable {
 public:
  using NamesUnavailable::NamesUnavailable;
};

/// One object that a look-up has found.
struct NameEntry {
  std::string id;    ///< "ConsoleIn0": a valid component name (`is_name`)
  std::string kind;  ///< "rtc"
  std::string path;  ///< its location: "ConsoleIn0.rtc", "lab.host_cxt/ConsoleIn0.rtc" (name_path.h); for `resolve`
};

/// Maps the names of components to references: a naming service, or a folder. Other programs bind and unbind names at
/// any time: when a listed name is resolved, it may be gone or belong to another object. May be used by any thread. All
/// functions throw NamesUnavailable.
class Names {
 public:
  virtual ~Names() = default;
  /// Binds the object, replacing any other with the name; contexts are created as needed.
  virtual void bind(const std::string& path, CORBA::Object_ptr object) = 0;
  /// Unbinds the name. Contexts are not removed, even if they are empty, because other programs may be about to use
  /// them.
  virtual void unbind(const std::string& path) = 0;
  /// The object at exactly this path. The caller releases it; nil if there is none, or if it is not a reference.
  virtual CORBA::Object_ptr resolve(const std::string& path) = 0;
  /// All objects of these kinds, in all contexts, ascending by id, then kind, then path. One id may occur several
  /// times: bound in several contexts, by one program or by several. Names that are not valid for components are
  /// omitted.
  virtual std::vector<NameEntry> entries(std::initializer_list<std::string_view> kinds) = 0;
  /// The object ID.KIND of the root; if there is none, the first with that name in deeper contexts, such as those of
  /// hosts. As `resolve`.
  virtual CORBA::Object_ptr find(const std::string& id, const char* kind) = 0;
  /// "the name server 127.0.0.1:2809", for messages.
  virtual std::string what() const = 0;

  /// The ids of that kind, ascending, without duplicates.
  std::vector<std::string> list(const char* kind);
};

/// "Motor0.rtcomp": the path of an object in the root.
std::string root_path(const std::string& id, const char* kind);

/// A naming service, called through `orb`; `clock` limits look-ups that would not end.
std::unique_ptr<Names> naming_service(Orb& orb, const std::string& address, spark::RealClock& clock);
/// One file `ID.KIND` for each object (`ID` if the kind is empty), with one line `IOR:…`. Contexts in paths are
/// ignored, since a folder has none. The folder is created with the first file.
std::unique_ptr<Names> reference_folder(Orb& orb, const NamingSettings& settings);
/// Makes the kind that the settings specify.
std::unique_ptr<Names> names(Orb& orb, const NamingSettings& settings, spark::RealClock& clock);

/// Whether a peer serves a reference: false if it answers that there is no such object, or if there is no peer at all.
/// A peer that only hangs counts as alive.
bool is_alive(CORBA::Object_ptr object);

}  // namespace rtm
