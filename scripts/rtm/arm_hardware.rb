# SPDX-License-Identifier: Apache-2.0
#
# Hardware for everyone: the arm of arm.rb in a server of its own, in real time, which plays the part of a real one. It
# knows nothing of RT components. As the servos of a real arm are reached over their bus only, so is this one as an agent
# over --agent_port; the component ArmIo does that (docs/systems/controllers.md):
#
#     rcssserver3D --script rtm/arm_hardware.rb --agent_port 3100
#
# It measures every 2 ms, and what is ordered takes effect with the next step. A client that leaves takes its arm along;
# the next one gets an arm that stands upright.

defaultVariable('Spades.TimePerStep', 0.002)
defaultVariable('Spades.SenseInterval', 0.002)
defaultVariable('Spades.SenseLatency', 0.0)
defaultVariable('Spades.ActionLatency', 0.0)

run 'world.rb'

def addAgent(path)
  get(path).setLocalPos(0.0, 0.0, 0.05)
  addScene(path, 'robots/arm_torque.rsg')
end
