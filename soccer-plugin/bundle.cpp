// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/ball_state.h"
#include "soccer-plugin/game_state.h"
#include "soccer-plugin/monitor/sexp_monitor.h"
#include "soccer-plugin/monitor/trainer_command_parser.h"
#include "soccer-plugin/penalty_training.h"
#include "soccer-plugin/referee/soccer_rule_aspect.h"
#include "soccer-plugin/soccer_classes.h"
#include "spark/core/core.h"

namespace soccer {
namespace {

/// Registered by scripts with `registerMonitorItem('GameStateItem')`. It does nothing: the monitor line always contains
/// the game state.
class GameStateItem : public spark::Leaf {};

void register_control_aspects(spark::ClassRegistry& classes) {
  classes.add<spark::ControlAspect>("SoccerControlAspect", "oxygen/ControlAspect", "A part of the game of soccer.");
  classes
      .add<GameStateAspect>("GameStateAspect", "SoccerControlAspect",
                            "Play mode, game clock, score, teams; to be registered first.")
      .method("kickOff", &GameStateAspect::kick_off_by_coin, "",
              "Gives the kick-off to the side that wins the toss of a coin.");
  classes.add<BallStateAspect>("BallStateAspect", "SoccerControlAspect",
                               "Who touched the ball last, and where it is; to be registered second.");
  classes.add<SoccerRuleAspect>("SoccerRuleAspect", "SoccerControlAspect", "The referee; to be registered third.");
  classes
      .add<PenaltyTrainingAspect>("PenaltyTrainingAspect", "SoccerControlAspect",
                                  "Penalties one after another, for training; to be registered after the referee.")
      .method("setAttempts", &PenaltyTrainingAspect::set_attempts, "count", "How many penalties are taken (10).")
      .method("setAttemptTime", &PenaltyTrainingAspect::set_attempt_time, "seconds",
              "How long each penalty may take (10).")
      .method("setDistance", &PenaltyTrainingAspect::set_distance, "distance (m)",
              "From the goal line to the spot (11).");
}

void register_monitor_parts(spark::ClassRegistry& classes) {
  classes.add<SexpMonitor>("SexpMonitor", "oxygen/MonitorSystem",
                           "Shows the game to monitors as S-expressions and takes trainers' commands.");
  classes.add<GameStateItem>("GameStateItem", "oxygen/MonitorItem",
                             "Accepted for old scripts: monitors always see the game state.");
  classes.add<TrainerCommandParser>("TrainerCommandParser", "zeitgeist/Leaf",
                                    "Carries out trainers' commands; the SexpMonitor creates one.");
}

}  // namespace

void register_soccer_classes(spark::ClassRegistry& classes) {
  if (classes.find("GameStateAspect")) return;
  SoccerConfig::describe(classes.core().variables);
  register_control_aspects(classes);
  register_monitor_parts(classes);
  register_object_classes(classes);
  register_effector_classes(classes);
  register_perceptor_classes(classes);
}

}  // namespace soccer

/// Called by `importBundle 'soccer'` after it has loaded this module.
extern "C" void spark_register_bundle(spark::ClassRegistry& classes) {
  soccer::register_soccer_classes(classes);
}
