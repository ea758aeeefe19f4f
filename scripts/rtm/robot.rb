# SPDX-License-Identifier: Apache-2.0
#
# A robot on the floor of an empty world, with steps of 1 ms. Each of its effectors is an InPort, and each of its percepts
# an OutPort, of the component Agent0 (docs/systems/components.md, "Agents of a match").
#
#     rtm names --port 2809 &
#     rcssserver3D --script rtm/robot.rb --Rtm.Robot robots/vehicle_torque.rsg
#     rtm browse

defaultVariable('Rtm.Robot', 'robots/arm_torque.rsg')    # a scene file and, after blanks, the arguments of its template
defaultVariable('Rtm.ExportAgents', true)                # makes the ports
defaultVariable('Spades.TimePerStep', 0.001)             # s

run 'rtm/base.rb'

def addAgent(path)
  new('SceneEffector', path + 'SceneEffector').setFloor(0.0)
end

get('/sys/server/rtm').addRobot('robot', *Rtm.Robot.split)
