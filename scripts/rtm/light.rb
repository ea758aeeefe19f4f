# SPDX-License-Identifier: Apache-2.0
#
# A motor follows a finger only while the light is on: a box of sensors, a motor, and logic between them.
#
#     rtm names --port 2809 &
#     rcssserver3D --script rtm/light.rb
#     rtm browse
#
# Finger0 presses the pads of the box (N), Lamp0 is the light above it (cd; 100 cd are 400 lx at the box). Logic0 passes the
# pressure while the illuminance exceeds 100 lx; the motor turns by 9 degrees per N.

defaultVariable('Rtm.Scripted', false)                   # finger and lamp move by themselves, for 20 s
defaultVariable('Rtm.Watchdog', 0)                       # off, because behind a closed gate the motor gets no values

run 'rtm/base.rb'

rtm = get('/sys/server/rtm')
rtm.addRobot('box', 'rtm/sensor_box.rsg')
rtm.addRobot('bench', 'rtm/motor.rsg', 9.0)
rtm.load('Logic', 'threshold=100')

rtm.connect('Sensor0.pressure1', 'Logic0.in1')
rtm.connect('Sensor0.light', 'Logic0.in2')
rtm.connect('Logic0.out', 'Motor0.position')

%w[Sensor0 Logic0 Motor0 Finger0 Lamp0].each { |name| rtm.activate(name) }

if Rtm.Scripted
  # In the dark the motor ignores the finger.
  [2.0, 5.0, 10.0, 0.0].each_with_index { |force, i| rtm.schedule('Finger0.force1', 1.0 + i, force) }
  # In the light it follows the finger.
  rtm.schedule('Lamp0.intensity', 5.0, 100.0)
  (0..10).each { |force| rtm.schedule('Finger0.force1', 6.0 + force, force) }
  # In the dark it keeps its position.
  rtm.schedule('Lamp0.intensity', 17.5, 0.0)
  rtm.schedule('Finger0.force1', 18.0, 0.0)
end
