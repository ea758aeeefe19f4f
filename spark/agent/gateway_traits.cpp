// SPDX-License-Identifier: Apache-2.0
#include "spark/agent/gateway_traits.h"

namespace spark {
namespace {

template <typename Each>
void append(std::vector<Each>& all, const std::vector<Each>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

void GatewayTraits::add(const GatewayTraits& other) {
  // This names every member, so that a new one does not compile until it is combined here, too.
  const auto& [more_notices, more_types, more_agents, takes_more, more_at_once, real_time, more_beyond_acts,
               more_tallies, its_descriptor, its_observer, observes_more] = other;
  append(notices, more_notices);
  append(own_types, more_types);
  append(own_agents, more_agents);
  takes_arrivals |= takes_more;
  arrives_at_once += more_at_once;
  wants_real_time |= real_time;
  append(beyond_acts, more_beyond_acts);
  append(tallies, more_tallies);
}

}  // namespace spark
