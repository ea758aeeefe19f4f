# SPDX-License-Identifier: Apache-2.0
#
# The ground for robots whose devices are RT components (docs/systems/components.md): an empty world, and the node that offers
# them. A script of your own goes on from here:
#
#     run 'rtm/base.rb'
#     rtm = get('/sys/server/rtm')
#     rtm.addRobot('bench', 'rtm/motor.rsg', 9.0)       # a scene file with component nodes, and its arguments
#     rtm.load('Logic', 'threshold=100')                # a component that runs in the server
#     rtm.connect('Logic0.out', 'Motor0.position')
#     rtm.activate('Logic0')
#     rtm.activate('Motor0')
#
# Variables first, if you want others than these; each can be set on the command line, too: --Rtm.Sync true.

defaultVariable('Rtm.NameServer', '127.0.0.1:2809')      # the naming service; none: references become files
defaultVariable('Rtm.NamingFormat', '%n.rtc')            # where programs of the OMG's form find components; or '%h.host_cxt/%n.rtc'
defaultVariable('Rtm.Endpoint', 'giop:tcp:127.0.0.1:')   # where components listen; any free port
defaultVariable('Rtm.Period', 1)                         # steps from one control period of robots to the next
defaultVariable('Rtm.Sync', false)                       # lock-step: the world waits for the components
defaultVariable('Rtm.SyncTimeout', 1.0)                  # s, how long, in real time; 0: for ever
defaultVariable('Rtm.CallTimeout', 1000)                 # ms, of a call to others
defaultVariable('Rtm.Patience', 10.0)                    # s until a component that is switched on has to be on
defaultVariable('Rtm.ReadyLimit', 15.0)                  # s until all controllers of robots have to be there; 0: any time
defaultVariable('Rtm.TickTimeout', 20)                   # ms for the values of a controller whose tick returns early
defaultVariable('Rtm.OutputDelay', 0)                    # steps from a control period to the effect of its commands
defaultVariable('Rtm.Watchdog', 500)                     # ms of simulated time until an actuator whose stream stops is safe; 0: never
defaultVariable('Rtm.PortLog', false)                    # every value of a port into ports.log
defaultVariable('Rtm.ExportAgents', false)               # every agent a component, too: it lets others act for them

run 'world.rb'

# Robots stand on the floor in a row along y, 0.4 m apart, and get their bodies by (scene FILE ...).
def addAgent(path)
  get(path).setLocalPos($agentX, $agentY, 0.03)
  $agentY += 0.4
  new('SceneEffector', path + 'SceneEffector')
end

# Nothing below can do without it.
begin
  importBundle 'rtm'
rescue StandardError => problem
  raise problem
end
new('RtmServer', $serverPath + 'rtm')
