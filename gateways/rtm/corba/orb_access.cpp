// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/orb_access.h"

#include <omniORB4/minorCode.h>

#include <optional>
#include <string_view>

namespace rtm {
namespace {

/// The keys of `Orb::Access::add` begin with this prefix, which has the name of the POA between \xff and \xfe, then
/// eight octets of the process and a zero.
constexpr std::string_view kKeyPrefix = "\xffrtm\xfe";
constexpr std::size_t kOfProcess = 8;

/// The profile with the TCP address of the object; nothing if it has none.
std::optional<IIOP::ProfileBody> profile_of(CORBA::Object_ptr object) {
  if (CORBA::is_nil(object)) return std::nullopt;
  const omniIOR_var ior = object->_PR_getobj()->_getIOR();
  const IOP::TaggedProfileList& profiles = ior->iopProfiles();
  for (CORBA::ULong i = 0; i != profiles.length(); ++i) {
    if (profiles[i].tag != IOP::TAG_INTERNET_IOP) continue;
    IIOP::ProfileBody body;
    IIOP::unmarshalProfile(profiles[i], body);
    return body;
  }
  return std::nullopt;
}

}  // namespace

std::string key_of(CORBA::Object_ptr object) {
  const auto profile = profile_of(object);
  if (!profile) return {};
  const auto& key = profile->object_key;
  const std::string_view whole(reinterpret_cast<const char*>(key.get_buffer()), key.length());
  if (!whole.starts_with(kKeyPrefix) || whole.size() < kKeyPrefix.size() + kOfProcess) return {};
  std::string_view id = whole.substr(kKeyPrefix.size() + kOfProcess);
  if (id.starts_with('\0')) id.remove_prefix(1);
  return std::string(id);
}

std::string address_of(CORBA::Object_ptr object) {
  const auto profile = profile_of(object);
  if (!profile) return {};
  return spark::printable(profile->address.host.in()) + ":" + std::to_string(profile->address.port);
}

bool is_timeout(const CORBA::SystemException& exception) {
  if (CORBA::TIMEOUT::_downcast(&exception)) return true;
  return CORBA::TRANSIENT::_downcast(&exception) && exception.minor() == omni::TRANSIENT_CallTimedout;
}

std::string identity_of(CORBA::Object_ptr object) {
  const auto profile = profile_of(object);
  if (!profile) return {};
  const auto& key = profile->object_key;
  return address_of(object) + "/" + std::string(reinterpret_cast<const char*>(key.get_buffer()), key.length());
}

std::string describe(const CORBA::SystemException& exception) {
  if (is_timeout(exception)) return "no answer in time";
  if (CORBA::TRANSIENT::_downcast(&exception)) return "cannot be reached";
  if (CORBA::COMM_FAILURE::_downcast(&exception)) return "the connection broke";
  if (CORBA::OBJECT_NOT_EXIST::_downcast(&exception)) return "it no longer exists";
  if (CORBA::BAD_PARAM::_downcast(&exception)) {
    switch (exception.minor()) {
      case 1:
        return "refused: the number is not finite";
      case 2:
        return "refused: the type is wrong";
      case 3:
        return "refused: the number is out of range";
      case 4:
        return "refused: the value is too long";
      default:
        return "refused";
    }
  }
  return std::string("CORBA::") + exception._name();
}

bool is_absence(const CORBA::SystemException& exception) {
  return CORBA::TIMEOUT::_downcast(&exception) || CORBA::TRANSIENT::_downcast(&exception) ||
         CORBA::COMM_FAILURE::_downcast(&exception) || CORBA::OBJECT_NOT_EXIST::_downcast(&exception);
}

bool is_end(const CORBA::SystemException& exception) {
  return is_absence(exception) && !is_timeout(exception);
}

}  // namespace rtm
