# SPDX-License-Identifier: Apache-2.0
#
# Hop to the beacon:  rcssserver3D --script beacon.rb --agentdb hoppers.xml --team hopper:2

importBundle 'beacon'
run 'world.rb'

get('/sys/server/file').mount('FileSystemSTD', __dir__)
get('/sys/server/gamecontrol').initControlAspect('BeaconRule')
addThing('beacon', 'beacon.rsg', 3.0, 0.0, 1.0)

def addAgent(path)
  get(path).setLocalPos(-2.0, $agentY, 0.2)
  $agentY += 1.0
  addScene(path, 'hopper.rsg')
end
