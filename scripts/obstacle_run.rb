# SPDX-License-Identifier: Apache-2.0
#
# An obstacle course: a rover must drive from one corner of a floor of 5 x 5 m to the other, past three obstacles,
# without touching anything. A program drives it, or a person:
#
#     rcssserver3D --script obstacle_run.rb --agent_port 3100 --agents_awaited 1 --sync &
#     python3 rover_agent.py 3100                   # agent-sample/rover_agent.py, or yours
#
#     rcssserver3D --script obstacle_run.rb --rctp_port 3300    # http://127.0.0.1:3300/rover/ in a browser
#
# scenes/rover.rsg defines the rover's effectors and perceptors. The positions of the obstacles follow from --seed.

run 'operators.rb'

defaultVariable('Course.TimeLimit', 300.0) # s, then a run ends; with operators counted from the first movement
# Maximum number of runs; the server ends 2 s after the last one. A rover begins the next one with (again), a button for
# operators: the rover returns to the start, and the obstacles get new positions. 0: any number, without end
defaultVariable('Course.Runs', operators? ? 0 : 1)
defaultVariable('Course.Arm', false)       # whether the rover has an arm, scenes/rover_arm.rsg

run 'world.rb'

importBundle 'course'
judge = get($serverPath + 'gamecontrol')
judge.initControlAspect('CourseJudge')
judge = get($serverPath + 'gamecontrol/CourseJudge')
judge.setTimeLimit(Course.TimeLimit)
judge.setRuns(Course.Runs)
judge.setPatient(operators?)

START = [-2.0, -2.0].freeze
TARGET = [2.0, 2.0].freeze
PLACE = 0.3               # m, radius of both
FREE = 0.8                # m, between any two obstacles, around start and target, and at the walls
HEIGHT = 0.5              # m, of an obstacle

# ---------------------------------------------------------------------------------------------------------------------
# Positions of the obstacles
# ---------------------------------------------------------------------------------------------------------------------

# Draws an obstacle: its centre, the radius of the circle around it, its rotation in degrees, and its shape: a box with
# two edges, or a cylinder.
def drawObstacle(random)
  x = random.uniformRND(-1.25, 1.25)
  y = random.uniformRND(-1.25, 1.25)
  if random.uniformRND(0.0, 1.0) < 0.5
    a = random.uniformRND(0.4, 0.6)
    b = random.uniformRND(0.4, 0.6)
    { x: x, y: y, radius: Math.hypot(a, b) / 2.0, box: [a, b], turn: random.uniformRND(0.0, 90.0) }
  else
    radius = random.uniformRND(0.2, 0.3)
    { x: x, y: y, radius: radius, turn: 0.0 }
  end
end

# Draws a new position for an obstacle.
def moveObstacle(random, one)
  turn = one[:box] ? random.uniformRND(0.0, 90.0) : 0.0
  one.merge(x: random.uniformRND(-1.25, 1.25), y: random.uniformRND(-1.25, 1.25), turn: turn)
end

def distance(one, x, y)
  Math.hypot(one[:x] - x, one[:y] - y)
end

# Whether all obstacles are far enough apart and leave start and target free, and one of them blocks the straight path,
# x = y.
def isCourse(obstacles)
  obstacles.any? { |one| (one[:x] - one[:y]).abs / Math.sqrt(2.0) <= 0.3 } &&
    obstacles.each_with_index.all? do |one, i|
      [START, TARGET].all? { |place| distance(one, *place) - one[:radius] >= FREE } &&
        obstacles[0, i].all? { |other| distance(one, other[:x], other[:y]) - one[:radius] - other[:radius] >= FREE }
    end
end

# Draws three obstacles, or new positions for the obstacles in `before`.
def drawCourse(random, before = nil)
  2000.times do
    drawn = before ? before.map { |one| moveObstacle(random, one) } : Array.new(3) { drawObstacle(random) }
    return drawn if isCourse(drawn)
  end
  # Used if no random positions fit; boxes and cylinders of any size fit at these centres.
  middles = [[0.0, 0.0], [1.2, -1.2], [-1.2, 1.2]]
  middles.each_with_index.map { |(x, y), i| (before ? before[i] : { radius: 0.25, turn: 0.0 }).merge(x: x, y: y) }
end

random = get($serverPath + 'random')
random.seed(0)            # the seed of the match
$obstacles = drawCourse(random)

# Prepares another run, which has its own seed. The judge calls this when all objects are back at their start.
def layCourse
  $obstacles = drawCourse(get($serverPath + 'random'), $obstacles)
  $obstacles.each_with_index do |one, i|
    body = get("#{$scenePath}obstacle_#{i + 1}/body")
    body.setPosition(one[:x], one[:y], HEIGHT / 2)
    body.setRotation(0.0, 0.0, one[:turn])
  end
end

# ---------------------------------------------------------------------------------------------------------------------
# The course
# ---------------------------------------------------------------------------------------------------------------------

# Creates a visible place: a disc on the floor with which nothing collides.
def addPlace(name, x, y, material)
  new('oxygen/Transform', $scenePath + name).setLocalPos(x, y, 0.002)
  disc = new('kerosin/Cylinder', "#{$scenePath}#{name}/look")
  disc.setParams(PLACE, 0.004)
  disc.setMaterial(material)
end

# Creates a box or a cylinder of the course, which the judge watches.
def addCoursePiece(judge, name, material, x, y, turn, *sizes)
  isBox = sizes.size == 3
  addThing(name, isBox ? 'course_box.rsg' : 'course_cylinder.rsg', x, y, sizes.last / 2, *sizes)
  get("#{$scenePath}#{name}/body").setRotation(0.0, 0.0, turn)
  look = new(isBox ? 'kerosin/Box' : 'kerosin/Cylinder', "#{$scenePath}#{name}/look")
  isBox ? look.setExtents(*sizes) : look.setParams(*sizes)
  look.setMaterial(material)
  judge.addObstacle("#{$scenePath}#{name}/shape")
end

$obstacles.each_with_index do |one, i|
  sizes = one[:box] || [one[:radius]]
  addCoursePiece(judge, "obstacle_#{i + 1}", 'matRed', one[:x], one[:y], one[:turn], *sizes, HEIGHT)
end

[[2.55, 0.0, 0.1, 5.2], [-2.55, 0.0, 0.1, 5.2], [0.0, 2.55, 5.0, 0.1], [0.0, -2.55, 5.0, 0.1]].each_with_index do |wall, i|
  x, y, depth, width = wall
  addCoursePiece(judge, "wall_#{i + 1}", 'matGrey', x, y, 0.0, depth, width, 0.3)
end

addPlace('start', *START, 'matBlue')
addPlace('target', *TARGET, 'matGreen')
judge.setTarget(*TARGET, PLACE)

# ---------------------------------------------------------------------------------------------------------------------
# The rovers
# ---------------------------------------------------------------------------------------------------------------------

# Places the rovers: the first one at the start, two more beside it, all facing the target.
$starts = [START, [START[0] + 0.54, START[1]], [START[0], START[1] + 0.54]]

def addAgent(path)
  place = $starts.shift or raise 'the course has room for only three rovers'
  get(path).setLocalPos(*place, 0.09)
  get(path).setLocalRotation(0.0, 0.0, 45.0)
  addScene(path, Course.Arm ? 'rover_arm.rsg' : 'rover.rsg')
  new('JudgePerceptor', path + 'judge')
  new('PerfectVisionPerceptor', path + 'eyes') # (obstacle_1 (pos x y z)), m from the rover along the world's axes
  new('AnotherRunEffector', path + 'again') unless Course.Runs == 1
end

if (operators = openOperators)
  operators.addRobot('rover')
  operators.microphone('rover')
  operators.translate('rover', 'drive', 'DifferentialDrive', 'LEFT_WHEEL', 'RIGHT_WHEEL', 0.08, 0.32, 2.0)
  operators.translate('rover', 'arm', 'PlanarArm', '-SHOULDER', '-ELBOW', 0.12, 0.12, 90, -90) if Course.Arm
end
