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
# * To what the manual of 0.5.2 says where that server did something else: with the option --profile manual. To the
#   rules that leagues play by today: with --profile modern. Single variables on the command line go before the profile.
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
$agentStart = nil # where the first one has appeared

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
# first place until it joins a team with (init ...). After two teams the places begin anew, for those who come later: further
# out it would fall behind the walls.
def addAgent(path)
  $agentStart ||= [$agentX, $agentY, $agentZ]
  get(path).setLocalPos($agentX, $agentY, $agentZ)
  $agentX -= 4.0
  $agentY += 1.0
  $agentZ += 1.1
  $agentX, $agentY, $agentZ = $agentStart if $agentX <= $agentStart[0] - 22 * 4.0
  addScene(path, 'player.rsg')
  addScene(path, 'catch.rsg') if Soccer.UseCatch
  addScene(path, 'pan_tilt.rsg') if Soccer.UsePanTilt && !Soccer.OmniVision
  # Perceptors write their percepts in the order of their creation.
  addScene(path, Soccer.OmniVision ? 'omni_vision.rsg' : 'camera_vision.rsg')
  addScene(path, 'senses.rsg')
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

# What --profile NAME chooses; the first is the usual one. Each lists the variables below that get another value.
$profile = profile(
  '0.5.2' => {},
  'manual' => {
    'GoalHeight' => 0.5,
    'KickMargin' => 0.04,
    'OmniVision' => true,
    'UsePanTilt' => false,
    'UseCatch' => false,
    'VisionHorizontalSigma' => 0.1225,  # the two are exchanged in the server of 0.5.2
    'VisionVerticalSigma' => 0.1480,
    'MonitorSay' => true
  },
  'modern' => {
    'SecondHalfKickOff' => 'other',
    'ChangeSides' => true,
    'ExtraHalfTime' => 180.0,
    'ShootOut' => 5,
    'DoubleTouch' => true,
    'IndirectKicks' => 'kick-off,kick-in,free',
    'StuckBallTime' => 15.0,
    'CrowdTime' => 1.0
  }
)

# Creates a variable of the game, unless a script before this one has done so.
def soccer(name, value)
  defaultVariable($soccerNameSpace, name, $profile.fetch(name, value))
end

# Field and goals
soccer 'FieldLength', random.uniformRND(100.0, 110.9).floor.to_f  # m, along x; 100 to 110
soccer 'FieldWidth', random.uniformRND(64.0, 75.9).floor.to_f     # m, along y; 64 to 75
soccer 'FieldHeight', 40.0          # m, a ball above is out
soccer 'GoalWidth', 7.32            # m, between the posts
soccer 'GoalDepth', 2.0             # m
soccer 'GoalHeight', 1.6            # m, below the bar
soccer 'PenaltyAreaDepth', 16.5     # m, from the goal line
soccer 'PenaltyAreaMargin', Soccer.PenaltyAreaDepth  # m, to either side of the goal
soccer 'BorderSize', 10.0           # m, the walls stand half of this outside the lines
soccer 'LineWidth', 0.08            # m, thickness of posts and bar, width of the lines

# Players and ball
soccer 'TeamSize', 11               # players the server starts for each team
soccer 'AgentMass', 75.0            # kg
soccer 'AgentRadius', 0.22          # m
soccer 'AgentMaxSpeed', 10.0        # m/s, nothing makes a player faster; driving reaches 1.62
soccer 'BallRadius', 0.111          # m
soccer 'BallMass', random.uniformRND(0.41, 0.45)  # kg

# Time
soccer 'RuleHalfTime', 300.0        # s, length of one half
soccer 'SingleHalfTime', false      # true: the game is over after the first half
soccer 'AutomaticKickOff', false    # true: kick-off needs no operator
soccer 'WaitBeforeKickOff', 2.0     # s, before an automatic kick-off
soccer 'RuleGoalPauseTime', 3.0     # s, from a goal to the kick-off position
soccer 'RuleKickInPauseTime', 1.0   # s, after the ball went out, until it may be played
soccer 'RuleDropBallTime', 30       # s, longest time a restart may take; 0 or less: any time
soccer 'GameOverDieTime', 9.0       # s after the end, then monitors are told to leave
soccer 'GameOverEndTime', 10.0      # s after the end, then the server ends

# Restarts
soccer 'UseOffside', true           # false: no player is offside
soccer 'GoalKickDistance', 5.0      # m, from the goal line to the ball
soccer 'CornerKickInset', 0.05      # m, from both lines to the ball
soccer 'FreeKickDistance', 9.15     # m, opponents keep this distance at restarts
soccer 'ClearDistance', 15.15       # m, those who are nearer are sent to this distance
soccer 'ClearSpread', 2.0           # m, at most so much is added to all distances players are sent, at random
soccer 'ClearHeight', 1.0           # m, players who are sent away fall from here
soccer 'KickOffClearDistance', 1.0  # m, players in the wrong half are sent so far behind the halfway line
soccer 'GoalKickClearDistance', 1.0 # m, opponents at a goal kick so far out of the penalty area

# Rules that 0.5.2 did not have
soccer 'SecondHalfKickOff', 'coin'  # who begins a second half if no trainer names a team; other: who did not begin the first
soccer 'ChangeSides', false         # true: the teams change sides between halves
soccer 'ExtraHalfTime', 0.0         # s, each half of the extra time after a draw; 0: none
soccer 'ShootOut', 0                # attempts of each team after a draw; 0: no shoot-out
soccer 'ShootOutTime', 60.0         # s, longest time of an attempt
soccer 'ShootOutStart', 7.3         # m, from the goal line to the ball
soccer 'DoubleTouch', false         # true: who takes a restart may not touch the ball a second time
soccer 'DoubleTouchGap', 0.1        # s without a touch, then the next one is the second
soccer 'IndirectKicks', 'none'      # restarts without a direct goal: kick-off,kick-in,free or some of them
soccer 'BackPass', false            # true: goalkeepers may not catch what a team mate has kicked
soccer 'StuckBallTime', 0.0         # s, after that a ball that is stuck is dropped; 0: never
soccer 'StuckBallRadius', 0.5       # m, a ball that stays in this circle is stuck
soccer 'CrowdTime', 0.0             # s, longest time of a crowd at the ball; 0: any time
soccer 'CrowdMates', 2              # players of a team who may stay at the ball
soccer 'CrowdRadius', 0.8           # m, who is nearer is at the ball
soccer 'ChargeSpeed', 0.0           # m/s, running into an opponent so fast is a foul; 0: never

# What players can do
soccer 'DriveSigma', 0.005          # noise of the force of a drive, each component, relative
soccer 'KickMargin', 0.07           # m, largest gap between player and ball
soccer 'KickPowerSigma', 0.4        # noise of a kick: of its power,
soccer 'KickThetaSigma', 0.02       # rad, of its horizontal direction,
soccer 'KickPhiSigmaEnd', 0.9       # degrees, of its elevation at both ends of the range
soccer 'KickPhiSigmaMid', 4.5       # degrees, and in the middle
soccer 'UseCatch', true             # false: goalkeepers cannot catch
soccer 'CatchMargin', 0.8           # m, largest gap between goalkeeper and ball
soccer 'CatchGap', 0.07             # m, between them after a catch
soccer 'CatchClearRadius', 2.0      # m, players nearer to the caught ball
soccer 'CatchClearDistance', 5.0    # m, are sent to this distance
soccer 'SayMsgSize', 512            # bytes, longest message
soccer 'AudioCutDist', 50.0         # m, messages are heard nearer than this
soccer 'HearMax', 2                 # capacity of an ear; players have one for each team
soccer 'HearInc', 1                 # what a sensation gives back to it
soccer 'HearDecay', 2               # what a message takes from it

# What players see
soccer 'OmniVision', false          # true: all around, and there is no camera to turn
soccer 'UsePanTilt', true           # false: the camera is fixed
soccer 'PanTiltSigma', 0.25         # degrees, noise of turning the camera
soccer 'VisionDistanceSigma', 0.0965     # percent of the distance
soccer 'VisionHorizontalSigma', 0.1480   # degrees
soccer 'VisionVerticalSigma', 0.1225     # degrees
soccer 'VisionCalibrationError', 0.005   # m, at most, each axis; constant in a match

# What monitors see
soccer 'MonitorKicks', false        # true: who kicks the ball
soccer 'MonitorSay', false          # true: what players say

# Where beams and trainers put players and ball
soccer 'FreeSpot', false            # true: into the nearest free spot, never into each other

# Players that people operate over the network instead of programs
soccer 'Operated', ''               # words team:number, as in 'foo:11 bar:0'; 0: the next free number
run 'operators.rb'                  # the variables Rctp.*

# ---------------------------------------------------------------------------------------------------------------------
# The match
# ---------------------------------------------------------------------------------------------------------------------

importBundle 'soccer'

new('oxygen/PhysicsServer', $serverPath + 'physics')
scene = new('oxygen/SceneServer', $serverPath + 'scene')
monitor = new('oxygen/MonitorServer', $serverPath + 'monitor')
gamecontrol = new('oxygen/GameControlServer', $serverPath + 'gamecontrol')
# With it come the variables of the simulation: Spades.TimePerStep and those beside it (rcssserver3D --variables lists
# all). A script of yours may give them values before it runs this one, with createVariable, or assign to them afterwards.
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

if (operators = openOperators(!Soccer.Operated.empty?))
  taken = Hash.new(0)
  players = Hash.new { |teams, team| teams[team] = [] }
  Soccer.Operated.b.split.each do |word|
    team, number = word.match(/\A([!-~&&[^()"';\\:]]{1,64}):(\d{1,2})\z/)&.captures
    unless team && number.to_i <= 11
      raise "Soccer.Operated: '#{word}' is not a player; expected words like foo:11, with numbers up to 11"
    end
    raise "Soccer.Operated: #{word} occurs twice" if number.to_i.positive? && players[team].include?(number.to_i)
    players[team] << number.to_i
    raise "Soccer.Operated: a match has two teams, and #{players.keys.join(', ')} are more" if players.size > 2
    raise "Soccer.Operated: more than 11 players of #{team}" if players[team].size > 11
    # Names of robots are parts of addresses.
    name = "#{team[0, 20].gsub(/[^A-Za-z0-9_-]/, '_')}_#{number.to_i.zero? ? 'next' : number.to_i}"
    name = "team_#{name}" unless name.match?(/\A[A-Za-z]/)
    taken[name] += 1
    name += taken[name].to_s if taken[name] > 1
    operators.addRobot(name, "(init (unum #{number.to_i})(teamname #{team}))")
    operators.translate(name, 'head', 'AbsolutePanTilt', 'pantilt') if Soccer.UsePanTilt && !Soccer.OmniVision
  end
end

# The team that is queued first plays on the left. The types are in the agent database.
spades.queueAgents('foo', Soccer.TeamSize)
spades.queueAgents('bar', Soccer.TeamSize)
