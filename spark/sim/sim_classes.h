// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spark {
class ClassRegistry;
/// Registers oxygen/ControlAspect, TimeLimitAspect, GameControlServer and SpadesServer.
void register_sim_classes(ClassRegistry& classes);
}  // namespace spark
