# SPDX-License-Identifier: Apache-2.0
#
# Simulated hardware: the arm of arm.rb in a separate server, in real time, as a stand-in for a real one. It does not use
# RT components. A real arm is accessed only over the bus of its servos; this one only as an agent over --agent_port, by the
# component ArmIo (docs/systems/controllers.md):
#
#     rcssserver3D --script rtm/arm_hardware.rb --agent_port 3100
#
# It measures every 2 ms, and commands take effect with the next step. The arm is removed when its client disconnects; the
# next client gets a new one, upright.

defaultVariable('Spades.TimePerStep', 0.002)
defaultVariable('Spades.SenseInterval', 0.002)
defaultVariable('Spades.SenseLatency', 0.0)
defaultVariable('Spades.ActionLatency', 0.0)

run 'world.rb'

def addAgent(path)
  get(path).setLocalPos(0.0, 0.0, 0.05)
  addScene(path, 'robots/arm_torque.rsg')
end
