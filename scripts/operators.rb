# SPDX-License-Identifier: Apache-2.0
#
# Robots that people operate over the network: the variables that set-up scripts of all games share, and the function
# openOperators. A script of your own offers a robot like this (docs/systems/teleoperation.md):
#
#     run 'operators.rb'                            # after variables that are to have other values
#     ...
#     if (operators = openOperators)                # nil unless operators may connect, or a log of theirs is replayed
#       operators.addRobot('car')                   # an agent that is there from the start, with or without an operator
#       operators.translate('car', 'drive', 'DifferentialDrive', 'left', 'right', 0.08, 0.32)
#     end

defaultVariable('Rctp.Port', 'off')           # where operators connect; 0: any free port
defaultVariable('Rctp.Address', '127.0.0.1')  # to listen on
defaultVariable('Rctp.World', 'all')          # what they see of their environment: all, own (their robot) or none
defaultVariable('Rctp.Silence', 1.0)          # s without a word, after which their robot comes to rest; 0: never
defaultVariable('Rctp.Patience', 30.0)        # s without a word, after which someone else may operate it; 0: never
defaultVariable('Rctp.SecretFile', '')        # with the secret of those who operate from other machines
defaultVariable('Rctp.TrustedOrigins', '')    # of pages that come through a proxy: 'https://cup.example.org'
defaultVariable('Rctp.Replay', '')            # a log folder whose operators play again

# Whether a match has operators: a port, or a log of theirs that plays again.
def operators?
  Rctp.Port != 'off' || !Rctp.Replay.empty?
end

# The RctpServer, to which the script adds robots. Nil without operators, and if there are no robots that are wanted in
# any case: then the module is not loaded.
def openOperators(wanted = false)
  return nil unless operators? || wanted
  importBundle 'rctp'
  new('RctpServer', $serverPath + 'rctp')
end
