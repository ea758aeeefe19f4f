// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "agent-sample/team/formation.h"
#include "agent-sample/team/settings.h"

namespace rcss3d::agent {

/// The files of a team on the command line. Names that are not paths of files are looked up among those that ship with
/// the program: `--style lobber` is `styles/lobber.txt` in share/rcssserver3d/team beside it.
struct TeamFiles {
  std::string style;      ///< --style, or empty
  std::string formation;  ///< --formation, or empty: replaces the formation of that team size
};

/// Reads the files. Returns an error in one line, or nothing.
std::string read_team_files(const TeamFiles& files, Settings& settings, Formations& formations);

}  // namespace rcss3d::agent
