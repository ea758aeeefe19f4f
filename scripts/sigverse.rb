# SPDX-License-Identifier: Apache-2.0
#
# A world of SIGVerse: objects, agents and their controllers as a world file names them (docs/sigverse.md).
#
#     rcssserver3D --script sigverse.rb --Sig.World scenes/sigverse/demo.xml --Sig.AutoStart true --Sig.EndTime 20
#
# Without Sig.AutoStart it waits for START, from a viewer or from sigctl. A script of your own sets variables first, and
# goes on from here:
#
#     defaultVariable('Sig.World', File.join(__dir__, 'room.xml'))
#     run 'sigverse.rb'
#     get('/sig/ball').setMass 2.0                # every operation on objects is a method of theirs
#
# Lengths are in cm and y is up, in world files and in these methods.

defaultVariable('Sig.World', '')                # the world file
defaultVariable('Sig.Port', 9000)               # where controllers, viewers and tools connect; 0: any free port
defaultVariable('Sig.Address', '127.0.0.1')     # where it listens
defaultVariable('Sig.AutoStart', false)         # time runs as soon as all controllers are there
defaultVariable('Sig.EndTime', 0.0)             # s of SIG time, which a reset sets back; 0: no end
defaultVariable('Sig.LockStep', true)           # the world waits for controllers
defaultVariable('Sig.ForeignClients', 'timer')  # what clients that know no turns are told: timer, when time runs; packets, each step
defaultVariable('Sig.MissingClass', 'error')    # a class file that is not there: error, or box, a grey box in its place
defaultVariable('Sig.DataPath', '')             # further folders of world and class files, with ':' between
defaultVariable('Sig.OwnEyes', true)            # of services of sight, which this version has none of
defaultVariable('Sig.OwnObjectsOnly', false)    # a controller changes nothing but its own object
defaultVariable('Sig.PingTimeout', 0.5)         # s; of services as well
defaultVariable('Sig.ForwardTimeout', 2.0)      # s of real time until the answer to a forwarded request

$serverPath = '/sys/server/'
$scenePath = '/sig/'

# What goes wrong here ends the start, with or without --strict.
def need
  yield
rescue StandardError => problem
  raise problem
end

need { importBundle 'sigverse' }

new('oxygen/PhysicsServer', $serverPath + 'physics')
scene = new('oxygen/SceneServer', $serverPath + 'scene')
monitor = new('oxygen/MonitorServer', $serverPath + 'monitor')
new('oxygen/GameControlServer', $serverPath + 'gamecontrol').initControlAspect('SigEnd')
defaultVariable('Spades.MonitorInterval', 4)    # steps
new('oxygen/SpadesServer', $serverPath + 'spades')

# The names of these are none that an object could have in its path.
scene.setTransformShortening(false)
scene.createScene($scenePath)
new('oxygen/World', $scenePath + '.physics')
new('oxygen/Space', $scenePath + '.space')
$sigWorld = new('SimWorld', $scenePath + '.world')
need { $sigWorld.load(Sig.World) } unless Sig.World.empty?  # which the SigServer misses, if there is to be a match
Spades.TimePerStep = $sigWorld.getStepSize
monitor.registerMonitorSystem('SigMonitor')

new('SigServer', $serverPath + 'sigverse')
