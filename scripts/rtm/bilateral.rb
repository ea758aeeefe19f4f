# SPDX-License-Identifier: Apache-2.0
#
# Two coupled arms (symmetric bilateral control): each motor is driven to the position of the other one.
#
#     rtm names --port 2809 &
#     rcssserver3D --script rtm/bilateral.rb
#     rtm browse
#
# Hand0 and Hand1 are hands on the arms: torque (N m) turns an arm, hold (a boolean) keeps it in place, and then an OutPort
# has the torque on the hand.

defaultVariable('Rtm.Scripted', false)                   # the hands move by themselves, for 20 s

run 'rtm/base.rb'

rtm = get('/sys/server/rtm')
rtm.addRobot('left', 'rtm/motor.rsg', 1.0)
rtm.addRobot('right', 'rtm/motor.rsg', 1.0)

rtm.connect('Motor0.position', 'Motor1.position')
rtm.connect('Motor1.position', 'Motor0.position')

%w[Motor0 Motor1 Hand0 Hand1].each { |name| rtm.activate(name) }

if Rtm.Scripted
  # A push on one arm moves both.
  rtm.schedule('Hand0.torque', 1.0, 0.2)
  rtm.schedule('Hand0.torque', 3.0, 0.0)
  # If the other arm is held, its hand measures the push; and vice versa.
  [[0, 1, 6.0], [1, 0, 13.0]].each do |pushes, holds, time|
    rtm.schedule("Hand#{holds}.hold", time, true)
    rtm.schedule("Hand#{pushes}.torque", time + 1.0, 0.2)
    rtm.schedule("Hand#{pushes}.torque", time + 4.0, 0.0)
    rtm.schedule("Hand#{holds}.hold", time + 5.0, false)
  end
end
