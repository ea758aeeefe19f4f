# SPDX-License-Identifier: Apache-2.0
#
# Robots operated over the network: variables for the set-up scripts of all games, and the function openOperators. Your
# own script offers a robot like this (docs/systems/teleoperation.md):
#
#     run 'operators.rb'                            # after variables that get other values
#     ...
#     if (operators = openOperators)                # nil unless operators may connect, or their log is replayed
#       operators.addRobot('car')                   # an agent that exists from the start, with or without an operator
#       operators.translate('car', 'drive', 'DifferentialDrive', 'left', 'right', 0.08, 0.32)
#     end

# The variables exist without the module, too, with the same defaults as in its table (gateways/rctp/rctp_server.cpp).
defaultVariable('Rctp.Port', 'off')           # where operators connect; 0: any free port
defaultVariable('Rctp.Address', '127.0.0.1')  # to listen on
defaultVariable('Rctp.World', 'all')          # what operators see: all, own (only their robot) or none
defaultVariable('Rctp.Silence', 1.0)          # s of silence after which their robot comes to rest; 0: never
defaultVariable('Rctp.Patience', 30.0)        # s of silence after which another operator may take it; 0: never
defaultVariable('Rctp.SecretFile', '')        # file with the secret of operators on other machines
defaultVariable('Rctp.TrustedOrigins', '')    # origins of pages behind a proxy: 'https://cup.example.org'
defaultVariable('Rctp.Replay', '')            # a log folder whose operators are replayed

# Whether a match has operators: a port for them, or a log to replay.
def operators?
  Rctp.Port != 'off' || !Rctp.Replay.empty?
end

# Returns the RctpServer, to which the script adds robots. Without operators it returns nil and does not load the
# module, unless the script wants the robots in any case.
def openOperators(wanted = false)
  return nil unless operators? || wanted
  importBundle 'rctp'
  new('RctpServer', $serverPath + 'rctp')
end
