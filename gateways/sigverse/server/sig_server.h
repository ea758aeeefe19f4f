// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "gateways/sigverse/server/options.h"
#include "spark/agent/gateway_node.h"

namespace sigverse {

/// The class `SigServer` of this module: controllers, viewers and tools of a world of SIGVerse.
///
///     importBundle 'sigverse'
///     world = new('SimWorld', '/sig/world')
///     world.load('demo.xml')
///     new('SigServer', '/sys/server/sigverse')
///
/// Its settings are the script's variables, which it declares unless the script has done so:
///
///     Sig.World           ''           the world file
///     Sig.Port            9000         where clients connect; 0: any free port
///     Sig.Address         '127.0.0.1'  where it listens
///     Sig.AutoStart       false        time runs as soon as the controllers are there, without START
///     Sig.EndTime         0.0          s of SIG time; 0: no end
///     Sig.LockStep        true         the world waits for controllers
///     Sig.ForeignClients  'timer'      controllers that know no turns hear when time runs, or packets at each step
///     Sig.MissingClass    'error'      a class file that is not there ends the start; box: a grey box in its place
///     Sig.DataPath        ''           further folders of world and class files, with ':' between
///     Sig.OwnEyes         true         sight by the server itself where nobody serves
///     Sig.OwnObjectsOnly  false        a controller changes nothing but its own object
///     Sig.PingTimeout     0.5          s of real time for a service to show that it is alive
///     Sig.ForwardTimeout  2.0          s of real time for the answer to a request that was forwarded
class SigServer final : public spark::GatewayNode {
 public:
  std::unique_ptr<spark::AgentGateway> make_gateway(spark::GatewayContext& context) override;

 protected:
  void linked() override;
};

/// What the variables say, and of the command line what stands in the context. Throws `std::runtime_error` with one
/// line for what is impossible.
SigOptions options_of(const spark::GatewayContext& context);

}  // namespace sigverse
