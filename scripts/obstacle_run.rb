# SPDX-License-Identifier: Apache-2.0
#
# An obstacle course: a rover is to come from one corner of a floor of 5 x 5 m to the other, past three obstacles, and touch nothing.
#
#     rcssserver3D --script obstacle_run.rb --agent_port 3100 --agents_awaited 1 --sync &
#     python3 rover_agent.py 3100                   # agent-sample/rover_agent.py, or yours
#
# What the rover can do and perceives stands in scenes/rover.rsg. Where the obstacles are follows from --seed.

createVariable('Course.TimeLimit', 300.0) # s, then a run is over

run 'world.rb'

importBundle 'course'
judge = get($serverPath + 'gamecontrol')
judge.initControlAspect('CourseJudge')
judge = get($serverPath + 'gamecontrol/CourseJudge')
judge.setTimeLimit(Course.TimeLimit)

START = [-2.0, -2.0].freeze
TARGET = [2.0, 2.0].freeze
FREE = 0.8                # m, between any two obstacles, and around start, target and at the walls
HEIGHT = 0.5              # m, of an obstacle

# Places that are to be seen; nothing collides with them.
def addPlace(name, x, y)
  new('oxygen/Transform', $scenePath + name).setLocalPos(x, y, 0.0)
end

# A box or a cylinder of the course, which the judge watches.
def addCoursePiece(judge, name, file, x, y, z, turn, *arguments)
  addThing(name, file, x, y, z, *arguments)
  get("#{$scenePath}#{name}/body").setRotation(0.0, 0.0, turn)
  judge.addObstacle("#{$scenePath}#{name}/shape")
end

random = get($serverPath + 'random')
random.seed(0)            # the seed of the match

# Three obstacles with middle, radius of the circle around each, and what each is: a box with two edges and a turn, or a cylinder.
drawOne = lambda do
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

distance = ->(one, x, y) { Math.hypot(one[:x] - x, one[:y] - y) }
fits = lambda do |one, others|
  [START, TARGET].all? { |place| distance.call(one, *place) - one[:radius] >= FREE } &&
    others.all? { |other| distance.call(one, other[:x], other[:y]) - one[:radius] - other[:radius] >= FREE }
end
# From the straight way between start and target, which is x = y.
inTheWay = ->(one) { (one[:x] - one[:y]).abs / Math.sqrt(2.0) <= 0.3 }

# Where three drawn at random do not fit, the middles are these; boxes and cylinders of any size fit there.
obstacles = nil
2000.times do
  drawn = []
  3.times { drawn << drawOne.call }
  next unless drawn.any?(&inTheWay)
  next unless drawn.each_with_index.all? { |one, i| fits.call(one, drawn[0, i]) }
  obstacles = drawn
  break
end
unless obstacles
  obstacles = [[0.0, 0.0], [1.2, -1.2], [-1.2, 1.2]].map { |x, y| { x: x, y: y, radius: 0.25, turn: 0.0 } }
end

obstacles.each_with_index do |one, i|
  name = "obstacle_#{i + 1}"
  if one[:box]
    addCoursePiece(judge, name, 'course_box.rsg', one[:x], one[:y], HEIGHT / 2, one[:turn], *one[:box], HEIGHT)
  else
    addCoursePiece(judge, name, 'course_cylinder.rsg', one[:x], one[:y], HEIGHT / 2, 0.0, one[:radius], HEIGHT)
  end
end

[[2.55, 0.0, 0.1, 5.2], [-2.55, 0.0, 0.1, 5.2], [0.0, 2.55, 5.0, 0.1], [0.0, -2.55, 5.0, 0.1]].each_with_index do |wall, i|
  x, y, depth, width = wall
  addCoursePiece(judge, "wall_#{i + 1}", 'course_box.rsg', x, y, 0.15, 0.0, depth, width, 0.3)
end

addPlace('start', *START)
addPlace('target', *TARGET)
judge.setTarget(*TARGET, 0.3)

# A rover at the start, which looks to the target. A second one would stand on the first.
def addAgent(path)
  get(path).setLocalPos(*START, 0.09)
  get(path).setLocalRotation(0.0, 0.0, 45.0)
  addScene(path, 'rover.rsg')
  new('JudgePerceptor', path + 'judge')
  new('PerfectVisionPerceptor', path + 'eyes') # (obstacle_1 (pos x y z)), m from the rover along the world's axes
end
