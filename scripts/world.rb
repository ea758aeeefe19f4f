# SPDX-License-Identifier: Apache-2.0
#
# Builds an empty world, without soccer: a floor, gravity, and a place for agents. A script of your own fills it:
#
#     createVariable('Spades.EndTime', 60.0)        # variables first: one that exists keeps its value below
#
#     run 'world.rb'
#
#     addThing('crate', 'crate.rsg', 1.0, 0.0, 0.5) # a scene file of yours, at that place
#
#     def addAgent(path)                            # functions afterwards: yours replace those below
#       ...
#     end
#
# and the server plays it: rcssserver3D --script mine.rb --Spades.EndTime 60. Nothing else ends such a world; a control
# aspect of a module of yours may.
#
# monitor.log and the monitor port show the pose of every named body (docs/write/protocol.md, section 7.4), unless the script
# registers a monitor system with get('/sys/server/monitor').registerMonitorSystem('NAME').
#
# Scene files are looked for in the folder scenes of the server. For your own, under names of their own, add their
# folder: get('/sys/server/file').mount('FileSystemSTD', __dir__)
#
# Lengths are in m, masses in kg, times in s.

$scenePath = '/usr/scene/'
$serverPath = '/sys/server/'

# Where the next agent appears; see addAgent.
$agentX = 0.0
$agentY = 0.0
$agentZ = 0.5

# ---------------------------------------------------------------------------------------------------------------------
# Functions that you may use, or replace by your own
# ---------------------------------------------------------------------------------------------------------------------

# Imports a scene file below the object at path. What is wrong with a file is in the log, with its line.
def addScene(path, file, *arguments)
  get(path).importScene(file, *arguments) or raise "the scene file #{file} cannot be imported below #{path}"
end

# The contents of a scene file under a name of their own, at (x, y, z). Its path is $scenePath + name.
def addThing(name, file, x, y, z, *arguments)
  new('oxygen/Transform', $scenePath + name).setLocalPos(x, y, z)
  addScene($scenePath + name, file, *arguments)
end

# The plane z = height; what is above falls onto it.
def addFloor(height = 0.0)
  addScene($scenePath, 'wall.rsg', 'floor', 0, 0, 1, height)
end

# What an agent gets when it sends (create). path is the agent's node, which its body will move. Here it may choose its
# body by itself, among the scene files that the server finds: (scene FILE), once, or (scene FILE ARGUMENT ...) for a
# file with a template. Agents stand in a row along y, 2 m apart.
def addAgent(path)
  get(path).setLocalPos($agentX, $agentY, $agentZ)
  $agentY += 2.0
  new('SceneEffector', path + 'SceneEffector')
end

# Agents for the server to start, of a type of the agent database (--agentdb). Agents that connect by themselves
# (--agent_port) need no such line.
def queueAgents(type, count)
  get($serverPath + 'spades').queueAgents(type, count)
end

# ---------------------------------------------------------------------------------------------------------------------
# The world
# ---------------------------------------------------------------------------------------------------------------------

# What moves joints, pushes bodies, builds scenes and sees everything, for agents of any game (docs/write/behaviour.md, 3.9).
%w[sparkagent robotparts forceeffector sceneeffector perfectvisionperceptor].each { |name| importBundle name }

new('oxygen/PhysicsServer', $serverPath + 'physics')
scene = new('oxygen/SceneServer', $serverPath + 'scene')
new('oxygen/MonitorServer', $serverPath + 'monitor')
gamecontrol = new('oxygen/GameControlServer', $serverPath + 'gamecontrol')
new('oxygen/SpadesServer', $serverPath + 'spades')   # from here on there are Spades.TimePerStep and those beside it

scene.setTransformShortening(false) # paths stay as scene files have them (docs/write/behaviour.md, 10.4)
scene.createScene($scenePath)
world = new('oxygen/World', $scenePath + 'world')
world.setGravity(0.0, 0.0, -9.81)   # m/s^2
new('oxygen/Space', $scenePath + 'space')

addFloor

gamecontrol.initEffector('CreateEffector')
