# SPDX-License-Identifier: Apache-2.0
#
# Sets up a match: variables, servers, field, ball, and what a player is made of.
#
# To change something, leave this file as it is.
#
# * Single variables: on the command line, as in
#
#       rcssserver3D --Soccer.RuleHalfTime 600 --Soccer.OmniVision true
#
# * More than that: in a script of your own, started with --script league.rb:
#
#       createVariable('Soccer.FieldLength', 40.0)   # variables first: one that exists keeps its value below
#       createVariable('Soccer.FieldWidth', 20.0)
#
#       run 'rcssserver3D.rb'
#
#       def addAgent(path)                           # functions afterwards: yours replace those below
#         ...
#       end
#
# The files that addScene names are in the folder scenes. For scene files of your own, under names of their own, add
# their folder: get('/sys/server/file').mount('FileSystemSTD', __dir__)
#
# Lengths are in m, masses in kg, times in s.

$soccerNameSpace = 'Soccer'
$scenePath = '/usr/scene/'
$serverPath = '/sys/server/'

# Where the next agent appears; see addAgent.
$agentX = -2.5
$agentY = 10.0
$agentZ = 2.5

# ---------------------------------------------------------------------------------------------------------------------
# Functions that you may use, or replace by your own
# ---------------------------------------------------------------------------------------------------------------------

# Creates a variable of the game, or gives it a new value.
def addSoccerVar(name, value)
  createVariable($soccerNameSpace, name, value)
end

def getSoccerVar(name)
  Object.const_get($soccerNameSpace).send(name)
end

# Imports a scene file below the object at path. What is wrong with a file is in the log, with its line.
def addScene(path, file, *arguments)
  get(path).importScene(file, *arguments) or raise "the scene file #{file} cannot be imported below #{path}"
end

# Builds a player; the server calls this when an agent sends (create). path is the agent's node. The player falls from its
# first place until it joins a team with (init ...).
def addAgent(path)
  get(path).setLocalPos($agentX, $agentY, $agentZ)
  $agentX -= 4.0
  $agentY += 1.0
  $agentZ += 1.1
  addScene(path, 'player.rsg', Soccer.OmniVision ? 'omni_vision.rsg' : 'camera_vision.rsg')
end

# A marker at (x, y, z): players see it as name with that id.
def addFlag(name, id, x, y, z)
  addScene($scenePath, 'flag.rsg', "#{name}_#{id}", name, id, x, y, z)
end

# A wall in the plane a*x + b*y + c*z = d; (a, b, c) points into the field.
def addWall(name, a, b, c, d)
  addScene($scenePath, 'wall.rsg', name, a, b, c, d)
end

def addBall(x, y, z)
  addScene($scenePath, 'ball.rsg', x, y, z)
end

# Floor, walls, markers and goals. Vision and monitors list the markers in the order of their creation.
def addField
  x = Soccer.FieldLength / 2.0
  y = Soccer.FieldWidth / 2.0
  border = Soccer.BorderSize / 2.0
  post = Soccer.GoalWidth / 2.0

  addWall('Floor', 0, 0, 1, 0)
  addWall('W1', 1, 0, 0, -(x + border))
  addWall('W2', -1, 0, 0, -(x + border))
  addWall('W3', 0, 1, 0, -(y + border))
  addWall('W4', 0, -1, 0, -(y + border))

  addFlag('Flag', '1_l', -x, -y, 0)
  addFlag('Flag', '2_l', -x, y, 0)
  addFlag('Flag', '1_r', x, -y, 0)
  addFlag('Flag', '2_r', x, y, 0)
  addFlag('Goal', '1_l', -x, -post, 0)
  addFlag('Goal', '2_l', -x, post, 0)
  addFlag('Goal', '1_r', x, -post, 0)
  addFlag('Goal', '2_r', x, post, 0)

  addScene($scenePath, 'field.rsg')
  addScene($scenePath, 'goal.rsg', 'GoalBoxL', -1)
  addScene($scenePath, 'goal.rsg', 'GoalBoxR', 1)
end

# ---------------------------------------------------------------------------------------------------------------------
# Variables
# ---------------------------------------------------------------------------------------------------------------------

# Numbers drawn here are the same in every match with the same --seed: 0 stands for the seed of the match.
random = get($serverPath + 'random')
random.seed(0)

# Creates a variable of the game, unless a script before this one has done so.
def soccer(name, value)
  defaultVariable($soccerNameSpace, name, value)
end

# Field and goals
soccer 'FieldLength', random.uniformRND(100.0, 110.9).floor.to_f  # m, along x; 100 to 110
soccer 'FieldWidth', random.uniformRND(64.0, 75.9).floor.to_f     # m, along y; 64 to 75
soccer 'FieldHeight', 40.0          # m, a ball above is out
soccer 'GoalWidth', 7.32            # m, between the posts
soccer 'GoalDepth', 2.0             # m
soccer 'GoalHeight', 1.6            # m, below the bar
soccer 'BorderSize', 10.0           # m, the walls stand half of this outside the lines
soccer 'LineWidth', 0.08            # m, thickness of posts and bar

# Players and ball
soccer 'AgentMass', 75.0            # kg
soccer 'AgentRadius', 0.22          # m
soccer 'AgentMaxSpeed', 10.0        # m/s, nothing makes a player faster; driving reaches 1.62
soccer 'BallRadius', 0.111          # m
soccer 'BallMass', random.uniformRND(0.41, 0.45)  # kg
soccer 'OmniVision', false          # true: players see all around, and have no camera to turn

# Rules
soccer 'RuleHalfTime', 300.0        # s, length of one half
soccer 'SingleHalfTime', false      # true: the game is over after the first half
soccer 'AutomaticKickOff', false    # true: kick-off needs no operator
soccer 'WaitBeforeKickOff', 2.0     # s, before an automatic kick-off
soccer 'RuleGoalPauseTime', 3.0     # s, from a goal to the kick-off position
soccer 'RuleKickInPauseTime', 1.0   # s, after the ball went out, until it may be played
soccer 'RuleDropBallTime', 30       # s, longest time a restart may take; 0 or less: any time
soccer 'FreeKickDistance', 9.15     # m, opponents keep this distance at restarts
soccer 'UseOffside', true           # false: nobody is offside

# Simulation
defaultVariable 'Spades.TimePerStep', 0.01              # s
defaultVariable 'Spades.MonitorInterval', 15            # steps from one frame for monitors to the next
defaultVariable 'Spades.RunIntegratedCommserver', true  # true: this server starts the agents itself
defaultVariable 'Spades.CommServersWanted', 1           # commservers to wait for, the integrated one counted
defaultVariable 'Spades.SendAgentThinkTimes', false     # no effect yet

# ---------------------------------------------------------------------------------------------------------------------
# The match
# ---------------------------------------------------------------------------------------------------------------------

importBundle 'soccer'

new('oxygen/PhysicsServer', $serverPath + 'physics')
scene = new('oxygen/SceneServer', $serverPath + 'scene')
monitor = new('oxygen/MonitorServer', $serverPath + 'monitor')
gamecontrol = new('oxygen/GameControlServer', $serverPath + 'gamecontrol')
spades = new('oxygen/SpadesServer', $serverPath + 'spades')

scene.createScene($scenePath)
world = new('oxygen/World', $scenePath + 'world')
world.setGravity(0.0, 0.0, -9.81)   # m/s^2
new('oxygen/Space', $scenePath + 'space')

addField
addBall(0.0, 0.0, 10.0)             # the referee puts it on the kick-off spot

monitor.registerMonitorSystem('SexpMonitor')
monitor.registerMonitorItem('GameStateItem')

gamecontrol.initParser('SexpParser')
%w[Create Init Beam Drive Kick Say Catch PanTilt].each { |name| gamecontrol.initEffector("#{name}Effector") }
gamecontrol.initControlAspect('GameStateAspect')
gamecontrol.initControlAspect('BallStateAspect')
gamecontrol.initControlAspect('SoccerRuleAspect')

# The team that is queued first plays on the left. The types are in the agent database.
spades.queueAgents('foo', 11)
spades.queueAgents('bar', 11)
