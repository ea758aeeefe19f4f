// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <omniORB4/CORBA.h>

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "gateways/rtm/corba/orb.h"
#include "spark/core/real_clock.h"

namespace rtm {

struct NamingSettings;

inline constexpr const char* kComponentKind = "rtcomp";  ///< of references to RtComponent
inline constexpr const char* kViewKind = "rtmon";        ///< of references to RtmView::Monitor

/// Look-ups end here, whatever else a name server claims to have.
inline constexpr std::size_t kMostNames = 10'000;
inline constexpr int kMostContexts = 8;  ///< one within the other

/// The place where references are kept cannot be reached, or answers nonsense; one line for people.
class NamesUnavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Where references are known by the names of components: a naming service, or a folder. Any thread. All throw
/// NamesUnavailable.
class Names {
 public:
  virtual ~Names() = default;
  /// Makes it known, in place of what has the name.
  virtual void bind(const std::string& id, const char* kind, CORBA::Object_ptr object) = 0;
  virtual void unbind(const std::string& id, const char* kind) = 0;
  /// What `bind` has made known. To be released; nil if there is none of that name, or it is no reference.
  virtual CORBA::Object_ptr resolve(const std::string& id, const char* kind) = 0;
  /// The same; where there is none, also what others have put deeper, into contexts of hosts for instance.
  virtual CORBA::Object_ptr find(const std::string& id, const char* kind) { return resolve(id, kind); }
  /// The names of that kind, ascending, none twice; those that are no names of components (`is_name`) are left out.
  virtual std::vector<std::string> list(const char* kind) = 0;
  /// "the name server 127.0.0.1:2809", for messages.
  virtual std::string what() const = 0;
};

/// A naming service, asked through `orb`; `clock` ends look-ups that do not come to an end.
std::unique_ptr<Names> naming_service(Orb& orb, const std::string& address, spark::RealClock& clock);
/// One file `ID.KIND` for each, of one line `IOR:…`. The folder is made with the first.
std::unique_ptr<Names> reference_folder(Orb& orb, const NamingSettings& settings);
/// As the settings say.
std::unique_ptr<Names> names(Orb& orb, const NamingSettings& settings, spark::RealClock& clock);

/// Whether somebody answers behind a reference: not if it says that there is none, or nobody is there at all. Who only
/// hangs, is alive.
bool is_alive(CORBA::Object_ptr object);

}  // namespace rtm
