// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

namespace spark {

/// Owns a dWorld and ODE's threading object for it, which runs the parts of a step one after another on the thread that
/// steps the world.
///
/// A world without its own threading uses ODE's, of which there is one per process, without locks: two worlds that are
/// stepped on two threads at a time would take each other's work, and ODE would abort the process. With their own they
/// share nothing, and the results are the same: the same work is done in the same order.
///
/// Objects in the world (bodies, joints, groups of joints) must be destroyed before it.
class OdeWorld {
 public:
  OdeWorld();  ///< throws `std::runtime_error` if ODE has no memory
  ~OdeWorld();
  OdeWorld(const OdeWorld&) = delete;
  OdeWorld& operator=(const OdeWorld&) = delete;

  dWorldID id() const { return world_; }

 private:
  dThreadingImplementationID threading_;
  dWorldID world_;
};

}  // namespace spark
