# SPDX-License-Identifier: Apache-2.0
#
# The base for robots whose devices are RT components (docs/systems/components.md): an empty world, and the node that offers
# them. Your own script begins with it:
#
#     run 'rtm/base.rb'
#     rtm = get('/sys/server/rtm')
#     rtm.addRobot('bench', 'rtm/motor.rsg', 9.0)       # a scene file with component nodes, and its arguments
#     rtm.load('Logic', 'threshold=100')                # a component that runs in the server
#     rtm.connect('Logic0.out', 'Motor0.position')
#     rtm.activate('Logic0')
#     rtm.activate('Motor0')
#
# The RtmServer below declares the variables Rtm.* with their defaults, which rcssserver3D --script rtm/base.rb
# --variables lists. To change them, set them first, by defaultVariable, or on the command line: --Rtm.Sync true.

run 'world.rb'

# Robots stand on the floor in a row along y, 0.4 m apart, and get their bodies by (scene FILE ...).
def addAgent(path)
  get(path).setLocalPos($agentX, $agentY, 0.03)
  $agentY += 0.4
  new('SceneEffector', path + 'SceneEffector')
end

# The rest of this script needs the module.
begin
  importBundle 'rtm'
rescue StandardError => problem
  raise problem
end
new('RtmServer', $serverPath + 'rtm')
