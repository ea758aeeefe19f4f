# SPDX-License-Identifier: Apache-2.0
#
# Two carts and a crate, no soccer. Each agent that connects and sends (create) gets a cart; (left 8)(right 8) drives it.
#
#     rcssserver3D --script two_robots.rb --agent_port 3100 --agents_awaited 2 --sync --Spades.EndTime 20

run 'world.rb'

addThing('crate', 'crate.rsg', 2.0, 0.5, 0.15, 2.0, 0.3)

# The first cart stands at the origin, the next ones 1 m apart beside it; all face along x.
def addAgent(path)
  get(path).setLocalPos(0.0, $agentY, 0.12)
  $agentY += 1.0
  addScene(path, 'cart.rsg')
end
