# SPDX-License-Identifier: Apache-2.0
#
# A world of SIGVerse: the objects, agents and controllers of a world file (docs/systems/sigverse.md).
#
#     rcssserver3D --script sigverse.rb --Sig.World scenes/sigverse/demo.xml --Sig.AutoStart true --Sig.EndTime 20
#
# Without Sig.AutoStart it waits for START, from a viewer or from sigctl. Your own script sets variables first, then runs
# this one:
#
#     defaultVariable('Sig.World', File.join(__dir__, 'room.xml'))
#     run 'sigverse.rb'
#     get('/sig/ball').setMass 2.0                # every operation on objects is a method
#
# Lengths are in cm and y is up, in world files and in these methods.

# The source of the world; the SigServer below declares the other variables of Sig, with their defaults.
defaultVariable('Sig.World', '')                # the world file
defaultVariable('Sig.MissingClass', 'error')    # a class file that is missing: error, box (a grey box) or shape (a file
                                                # of nearly its name)
defaultVariable('Sig.DataPath', '')             # further folders of world and class files, separated by ':'

$serverPath = '/sys/server/'
$scenePath = '/sig/'

# Errors here abort the start, with or without --strict.
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

# No object can have these names in its path.
scene.setTransformShortening(false)
scene.createScene($scenePath)
new('oxygen/World', $scenePath + '.physics')
new('oxygen/Space', $scenePath + '.space')
$sigWorld = new('SimWorld', $scenePath + '.world')
need { $sigWorld.load(Sig.World) } unless Sig.World.empty?  # the SigServer reports a missing world before a match
Spades.TimePerStep = $sigWorld.getStepSize
monitor.registerMonitorSystem('SigMonitor')

new('SigServer', $serverPath + 'sigverse')
