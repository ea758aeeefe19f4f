// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "agent-sample/team/formation.h"
#include "agent-sample/team/settings.h"

namespace rcss3d::agent {

/// What the command line says about the files of a team. Names that are not paths of files are looked for among those
/// that come with the program: `--style lobber` is `styles/lobber.txt` in share/rcssserver3d/team beside it.
struct TeamFiles {
  std::string style;      ///< --style, or empty
  std::string formation;  ///< --formation, or empty: this one instead of that of its size
};

/// Reads them. Returns what is wrong in one line, or nothing.
std::string read_team_files(const TeamFiles& files, Settings& settings, Formations& formations);

}  // namespace rcss3d::agent
