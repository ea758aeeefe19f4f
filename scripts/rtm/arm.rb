# SPDX-License-Identifier: Apache-2.0
#
# A controller in simulated time (docs/systems/controllers.md): an arm driven with torques, and the component ArmPD0, which
# computes them and moves the arm along a path of 10 s. The same module controls a real arm (arm_hardware.rb).
#
#     rtm names --port 2809 &
#     rcssserver3D --script rtm/arm.rb --Rtm.Controller loaded --speed 1        # ArmPD in the server, or:
#
#     rcssserver3D --script rtm/arm.rb &                                         # the world waits for ArmPD0
#     rtm-host -f arm_controller_sim.conf                                        # beside this script; or your own
#
# Your own controller replaces it if it is named ArmPD0, or has the name given by --Rtm.Instance.

defaultVariable('Rtm.Controller', 'remote')              # remote: a program of its own; loaded: in the server
defaultVariable('Rtm.Instance', 'ArmPD0')                # the controller; as a path in the name server, too
defaultVariable('Rtm.Sync', true)                        # the world waits for it
defaultVariable('Rtm.ControlPeriod', 0.002)              # s, a whole number of steps
defaultVariable('Spades.TimePerStep', 0.002)             # s

unless %w[remote loaded].include?(Rtm.Controller)
  raise "Rtm.Controller is remote or loaded, not '#{Rtm.Controller}'"
end

run 'rtm/base.rb'

def addAgent(path)
  get(path).setLocalPos(0.0, 0.0, 0.05)
  new('SceneEffector', path + 'SceneEffector')
end

rtm = get('/sys/server/rtm')
rtm.addRobot('arm', 'robots/arm_torque.rsg')
rtm.load('ArmPD') if Rtm.Controller == 'loaded'
# The robot, its ports, its controller.
rtm.bridge('arm', 'arm_sim.conf', Rtm.Instance, Rtm.ControlPeriod)
