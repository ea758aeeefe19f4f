# SPDX-License-Identifier: Apache-2.0
#
# A world of SIGVerse: objects, agents and their controllers as a world file names them (docs/systems/sigverse.md).
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

# What the world is made from; the other variables of Sig are declared by the SigServer below, with their usual values.
defaultVariable('Sig.World', '')                # the world file
defaultVariable('Sig.MissingClass', 'error')    # a class file that is missing: error, box (a grey box) or shape (a file
                                                # of nearly its name)
defaultVariable('Sig.DataPath', '')             # further folders of world and class files, with ':' between

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
