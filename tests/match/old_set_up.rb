# SPDX-License-Identifier: Apache-2.0
#
# A set-up script in the manner of 2006: everything is built by calls, servers are asked for by their paths, and the variables of the
# engine are assigned to once the server of that name is there. Written from the description of 0.5.2, for old_scripts.py.

$useCars = false
$soccerNameSpace = 'Soccer'
$scenePath = '/usr/scene/'
$serverPath = '/sys/server/'

$agentX = -2.5
$agentY = 10.0
$agentZ = 2.5

logServer = get($serverPath + 'log')
logServer.addStream(':cerr', 'eError')

def addSoccerVar(name, value)
  createVariable($soccerNameSpace, name, value)
end

def getSoccerVar(name)
  eval <<-EOS
    #{$soccerNameSpace}.#{name}
  EOS
end

randomServer = get($serverPath + 'random')
randomServer.seed(0)

def addAgent(aspectPath)
  print "(rcssserver3D.rb) addAgent '" + aspectPath + "'\n"
  aspect = get(aspectPath)
  aspect.setLocalPos($agentX, $agentY, $agentZ)
  $agentX -= 4.0
  $agentY += 1.0
  $agentZ += 1.1

  new('oxygen/Body', aspectPath + 'physics').setSphereTotal(getSoccerVar('AgentMass'), getSoccerVar('AgentRadius'))
  new('oxygen/VelocityController', aspectPath + 'physics/maxVelCtr').setMaxVelocity(getSoccerVar('AgentMaxSpeed'))
  dragCtr = new('oxygen/DragController', aspectPath + 'physics/drag')
  dragCtr.setAngularDrag(12.0)
  dragCtr.setLinearDrag(12.0)
  new('oxygen/SphereCollider', aspectPath + 'geometry').setRadius(getSoccerVar('AgentRadius'))
  new('oxygen/ContactJointHandler', aspectPath + 'geometry/contact')
  new('AgentState', aspectPath + 'AgentState')
  new('InitEffector', aspectPath + 'InitEffector')
  driveEffector = new('DriveEffector', aspectPath + 'DriveEffector')
  driveEffector.setForceFactor(35.0 * 12.0 / 100.0)
  driveEffector.setSigma(0.005)
  driveEffector.setConsumption(120 * 75 * 12 * 4)
  kickEffector = new('KickEffector', aspectPath + 'KickEffector')
  kickEffector.setKickMargin(0.07)
  kickEffector.setForceFactor(0.7)
  kickEffector.setTorqueFactor(0.1)
  kickEffector.setNoiseParams(0.4, 0.02, 0.9, 4.5)
  kickEffector.setSteps(10)
  kickEffector.setMaxPower(100.0)
  kickEffector.setAngleRange(0.0, 50.0)
  new('BeamEffector', aspectPath + 'BeamEffector')
  new('SayEffector', aspectPath + 'SayEffector')
  catchEffector = new('CatchEffector', aspectPath + 'CatchEffector')
  catchEffector.setCatchMargin(0.8)
  panTilt = new('PanTiltEffector', aspectPath + 'PanTiltEffector')
  panTilt.setMaxPanAngleDelta(90)
  panTilt.setMaxTiltAngleDelta(10)
  vision = new('RestrictedVisionPerceptor', aspectPath + 'VisionPerceptor')
  vision.setSenseMyPos(false)
  vision.addNoise(true)
  vision.setStaticSenseAxis(true)
  vision.setViewCones(90, 90)
  vision.setPanRange(-180, 180)
  vision.setTiltRange(-10, 10)
  new('GameStatePerceptor', aspectPath + 'GameStatePerceptor')
  new('AgentStatePerceptor', aspectPath + 'AgentStatePerceptor')
  new('HearPerceptor', aspectPath + 'HearPerceptor')
end

def addFlag(name, id, x, y, z)
  flag = new('FieldFlag', $scenePath + name + '_' + id)
  flag.setLocalPos(x, y, z)
  state = new('ObjectState', $scenePath + name + '_' + id + '/ObjectState')
  state.setPerceptName(name)
  state.setID(id)
end

def addWall(name, a, b, c, d)
  new('oxygen/PlaneCollider', $scenePath + name).setParams(a, b, c, d)
  new('oxygen/ContactJointHandler', $scenePath + name + '/contact')
end

def addBall(x, y, z)
  new('Ball', $scenePath + 'Ball').setLocalPos(x, y, z)
  new('oxygen/Body', $scenePath + 'Ball/physics').setSphereTotal(Soccer.BallMass, Soccer.BallRadius)
  drag = new('oxygen/DragController', $scenePath + 'Ball/physics/drag')
  drag.setLinearDrag(0.3)
  drag.setAngularDrag(0.0)
  geometry = new('oxygen/SphereCollider', $scenePath + 'Ball/geometry')
  geometry.setRadius(Soccer.BallRadius)
  new('oxygen/RecorderHandler', $scenePath + 'Ball/geometry/recorder')
  new('oxygen/ContactJointHandler', $scenePath + 'Ball/geometry/contact')
  new('ObjectState', $scenePath + 'Ball/ObjectState').setPerceptName('Ball')
end

def addPost(path, name, x, y, z, lx, ly, lz)
  new('oxygen/Transform', path + name).setLocalPos(x, y, z)
  new('oxygen/BoxCollider', path + name + '/geometry').setBoxLengths(lx, ly, lz)
end

def addGoal(name, side)
  x = side * (Soccer.FieldLength / 2.0 + Soccer.GoalDepth / 2.0)
  path = $scenePath + name + '/'
  box = new('oxygen/BoxCollider', $scenePath + name)
  box.setBoxLengths(Soccer.GoalDepth, Soccer.GoalWidth, Soccer.GoalHeight)
  box.setPosition(x, 0.0, Soccer.GoalHeight / 2.0)
  new('oxygen/RecorderHandler', path + 'recorder')
  addPost(path, 'bar', x, 0, Soccer.GoalHeight, Soccer.GoalDepth, Soccer.GoalWidth, Soccer.LineWidth)
  addPost(path, 'leftPost', x, Soccer.GoalWidth / 2.0, 0.8, Soccer.GoalDepth, Soccer.LineWidth, Soccer.GoalHeight)
  addPost(path, 'rightPost', x, -Soccer.GoalWidth / 2.0, 0.8, Soccer.GoalDepth, Soccer.LineWidth, Soccer.GoalHeight)
end

def addField()
  length = Soccer.FieldLength
  width = Soccer.FieldWidth
  border = Soccer.BorderSize / 2.0
  addWall('Floor', 0, 0, 1.0, 0)
  addWall('W1', 1, 0, 0, -length / 2 - border)
  addWall('W2', -1, 0, 0, -length / 2 - border)
  addWall('W3', 0, 1, 0, -width / 2 - border)
  addWall('W4', 0, -1, 0, -width / 2 - border)
  addFlag('Flag', '1_l', -length / 2, -width / 2, 0)
  addFlag('Flag', '2_l', -length / 2, width / 2, 0)
  addFlag('Flag', '1_r', length / 2, -width / 2, 0)
  addFlag('Flag', '2_r', length / 2, width / 2, 0)
  addFlag('Goal', '1_l', -length / 2, -Soccer.GoalWidth / 2, 0)
  addFlag('Goal', '2_l', -length / 2, Soccer.GoalWidth / 2, 0)
  addFlag('Goal', '1_r', length / 2, -Soccer.GoalWidth / 2, 0)
  addFlag('Goal', '2_r', length / 2, Soccer.GoalWidth / 2, 0)
  box = new('oxygen/BoxCollider', $scenePath + 'FieldBox')
  box.setBoxLengths(length, width, Soccer.FieldHeight)
  box.setPosition(0, 0, Soccer.FieldHeight / 2.0)
  new('oxygen/RecorderHandler', $scenePath + 'FieldBox/recorder')
  addGoal('GoalBoxL', -1)
  addGoal('GoalBoxR', 1)
end

#
# setup
#
addSoccerVar('FieldLength', randomServer.uniformRND(100.0, 110.9).floor.to_f)
addSoccerVar('FieldWidth', randomServer.uniformRND(64.0, 75.9).floor.to_f)
addSoccerVar('FieldHeight', 40.0)
addSoccerVar('GoalWidth', 7.32)
addSoccerVar('GoalDepth', 2.0)
addSoccerVar('GoalHeight', 1.6)
addSoccerVar('BorderSize', 10.0)
addSoccerVar('LineWidth', 0.08)
addSoccerVar('FreeKickDistance', 9.15)
addSoccerVar('AutomaticKickOff', false)
addSoccerVar('WaitBeforeKickOff', 2.0)
addSoccerVar('AgentMass', 75.0)
addSoccerVar('AgentRadius', 0.22)
addSoccerVar('AgentMaxSpeed', 10.0)
addSoccerVar('BallRadius', 0.111)
addSoccerVar('BallMass', randomServer.uniformRND(0.41, 0.45))
addSoccerVar('RuleGoalPauseTime', 3.0)
addSoccerVar('RuleKickInPauseTime', 1.0)
addSoccerVar('RuleHalfTime', 5.0 * 60)
addSoccerVar('RuleDropBallTime', 30)
addSoccerVar('SingleHalfTime', false)
addSoccerVar('UseOffside', true)

importBundle 'soccer'
importBundle 'sexpparser'
importBundle 'sparkmonitor'
importBundle 'sparkagent'
importBundle 'rubysceneimporter'
importBundle 'perfectvisionperceptor'
importBundle 'collisionperceptor'
importBundle 'forceeffector'
importBundle 'filesystemstd'
importBundle 'filesystemzip'

new('oxygen/PhysicsServer', $serverPath + 'physics')
sceneServer = new('oxygen/SceneServer', $serverPath + 'scene')
sceneServer.createScene($scenePath)

world = new('oxygen/World', $scenePath + 'world')
world.setGravity(0.0, 0.0, -9.81)
new('oxygen/Space', $scenePath + 'space')

monitorServer = new('oxygen/MonitorServer', $serverPath + 'monitor')
monitorServer.registerMonitorSystem('SexpMonitor')
monitorServer.registerMonitorItem('GameStateItem')

gameControlServer = new('oxygen/GameControlServer', $serverPath + 'gamecontrol')
gameControlServer.initParser('SexpParser')
gameControlServer.initControlAspect('GameStateAspect')
gameControlServer.initControlAspect('BallStateAspect')
gameControlServer.initControlAspect('SoccerRuleAspect')
gameControlServer.initEffector('CreateEffector')
gameControlServer.initEffector('InitEffector')
gameControlServer.initEffector('BeamEffector')
gameControlServer.initEffector('DriveEffector')
gameControlServer.initEffector('KickEffector')
gameControlServer.initEffector('CatchEffector')
gameControlServer.initEffector('SayEffector')
gameControlServer.initEffector('PanTiltEffector')

addField()
addBall(0.0, 0.0, 10.0)

spadesServer = new('oxygen/SpadesServer', $serverPath + 'spades')
Spades.TimePerStep = 0.01
Spades.MonitorInterval = 15
Spades.RunIntegratedCommserver = true
Spades.CommServersWanted = 1
Spades.SendAgentThinkTimes = false
spadesServer.queueAgents('foo', 11)
spadesServer.queueAgents('bar', 11)
