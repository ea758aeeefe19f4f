// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/names.h"

#include <algorithm>
#include <utility>

#include "gateways/rtm/corba/name_path.h"
#include "gateways/rtm/corba/publisher.h"

namespace rtm {

std::vector<std::string> Names::list(const char* kind) {
  std::vector<std::string> ids;
  for (NameEntry& entry : entries({kind})) ids.push_back(std::move(entry.id));
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

std::string root_path(const std::string& id, const char* kind) {
  return to_text({{id, kind}});
}

std::unique_ptr<Names> names(Orb& orb, const NamingSettings& settings, spark::RealClock& clock) {
  return settings.name_server == "none" ? reference_folder(orb, settings)
                                        : naming_service(orb, settings.name_server, clock);
}

bool is_alive(CORBA::Object_ptr object) {
  if (CORBA::is_nil(object)) return false;
  try {
    return !object->_non_existent();
  } catch (const CORBA::TIMEOUT&) {
    return true;
  } catch (const CORBA::Exception&) {
    return false;
  }
}

}  // namespace rtm
