# SPDX-License-Identifier: Apache-2.0
#
# Five a side on 40 x 20 m, as in student leagues: rcssserver3D --script five_a_side.rb
#
# A variable that exists keeps its value when rcssserver3D.rb runs, so the variables come first. Lengths are in m.

createVariable('Soccer.TeamSize', 5)
createVariable('Soccer.FieldLength', 40.0)
createVariable('Soccer.FieldWidth', 20.0)
createVariable('Soccer.GoalWidth', 4.0)
createVariable('Soccer.PenaltyAreaDepth', 5.0)
createVariable('Soccer.GoalKickDistance', 3.0)
createVariable('Soccer.FreeKickDistance', 5.0)
createVariable('Soccer.ClearDistance', 6.5)
createVariable('Soccer.OmniVision', true)

run 'rcssserver3D.rb'
