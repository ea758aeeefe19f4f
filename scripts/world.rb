# SPDX-License-Identifier: Apache-2.0
#
# Builds an empty world, without soccer: a floor, gravity, and a place for agents. Your own script fills it:
#
#     createVariable('Spades.EndTime', 60.0)        # variables first: one that exists keeps its value below
#
#     run 'world.rb'
#
#     addThing('crate', 'crate.rsg', 1.0, 0.0, 0.5) # your scene file, at this position
#
#     def addAgent(path)                            # functions afterwards: yours replace those below
#       ...
#     end
#
# and the server plays it: rcssserver3D --script mine.rb --Spades.EndTime 60. Without that option only a signal or a
# control aspect of your own module ends the world.
#
# monitor.log and the monitor port show the pose of every named body (docs/write/protocol.md, section 7.4), unless the script
# registers a monitor system with get('/sys/server/monitor').registerMonitorSystem('NAME').
#
# Scene files are searched for in the folder scenes of the server. For your own, with names that do not occur there, add
# their folder: get('/sys/server/file').mount('FileSystemSTD', __dir__)
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

# Imports a scene file below the object at path. Errors in the file are logged with their lines.
def addScene(path, file, *arguments)
  get(path).importScene(file, *arguments) or raise "the scene file #{file} cannot be imported below #{path}"
end

# Imports a scene file below a new node with this name, at (x, y, z). The node's path is $scenePath + name.
def addThing(name, file, x, y, z, *arguments)
  new('oxygen/Transform', $scenePath + name).setLocalPos(x, y, z)
  addScene($scenePath + name, file, *arguments)
end

# Creates the floor: the plane z = height.
def addFloor(height = 0.0)
  addScene($scenePath, 'wall.rsg', 'floor', 0, 0, 1, height)
end

# Builds an agent; the server calls this when an agent sends (create). path is the agent's node, which its body will move.
# Here the agent chooses its own body among the scene files that the server finds: (scene FILE), once, or
# (scene FILE ARGUMENT ...) for a file with a template. Agents stand in a row along y, 2 m apart.
def addAgent(path)
  get(path).setLocalPos($agentX, $agentY, $agentZ)
  $agentY += 2.0
  new('SceneEffector', path + 'SceneEffector')
end

# Adds agents for the server to start, of a type in the agent database (--agentdb). Agents that connect (--agent_port)
# do not need this.
def queueAgents(type, count)
  get($serverPath + 'spades').queueAgents(type, count)
end

# ---------------------------------------------------------------------------------------------------------------------
# The world
# ---------------------------------------------------------------------------------------------------------------------

# Effectors and perceptors for agents of any game (docs/write/behaviour.md, 3.9).
%w[sparkagent robotparts forceeffector sceneeffector perfectvisionperceptor].each { |name| importBundle name }

new('oxygen/PhysicsServer', $serverPath + 'physics')
scene = new('oxygen/SceneServer', $serverPath + 'scene')
new('oxygen/MonitorServer', $serverPath + 'monitor')
gamecontrol = new('oxygen/GameControlServer', $serverPath + 'gamecontrol')
new('oxygen/SpadesServer', $serverPath + 'spades')   # declares Spades.TimePerStep and the other variables of the simulation

scene.setTransformShortening(false) # paths are as in the scene files (docs/write/behaviour.md, 10.4)
scene.createScene($scenePath)
world = new('oxygen/World', $scenePath + 'world')
world.setGravity(0.0, 0.0, -9.81)   # m/s^2
new('oxygen/Space', $scenePath + 'space')

addFloor

gamecontrol.initEffector('CreateEffector')
