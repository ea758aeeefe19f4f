// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

namespace spark {

/// Owns a dWorld and what ODE hands the parts of its steps to, which does them one after another on the thread that
/// steps the world.
///
/// A world that is given no threading uses ODE's, of which there is one per process, without locks: two worlds that are
/// stepped on two threads at a time take each other's work, and ODE aborts the process. With their own they share
/// nothing, and no result changes: the same work is done in the same order.
///
/// What hangs in the world (bodies, joints, groups of joints) has to be destroyed before this is.
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
