# SPDX-License-Identifier: Apache-2.0
#
# Penalties one after another: rcssserver3D --script penalty_training.rb --Training.Attempts 20
#
# The left team shoots at the right goal. By default number 2 of the left sample team plays against number 1 of the right one; number 1 of the
# left team is a goalkeeper and stays in its goal. Your own agents: --agentdb my_agents.xml --team mine:2 --team bar:1, or --agent_port.

createVariable('Soccer.TeamSize', 0)            # the players are queued below
createVariable('Soccer.UseOffside', false)
createVariable('Soccer.AutomaticKickOff', true) # no trainer is needed
createVariable('Soccer.RuleHalfTime', 100000.0) # the match ends after the last penalty

run 'rcssserver3D.rb'

defaultVariable 'Training.Attempts', 10         # penalties
defaultVariable 'Training.AttemptTime', 10.0    # s, longest time one may take
defaultVariable 'Training.Distance', 11.0       # m, from the goal line to the spot

get($serverPath + 'gamecontrol').initControlAspect('PenaltyTrainingAspect')
training = get($serverPath + 'gamecontrol/PenaltyTrainingAspect')
training.setAttempts(Training.Attempts)
training.setAttemptTime(Training.AttemptTime)
training.setDistance(Training.Distance)

get($serverPath + 'spades').queueAgents('foo', 2)
get($serverPath + 'spades').queueAgents('bar', 1)
