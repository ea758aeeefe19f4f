// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "gateways/sigverse/visuals/vis_world.h"
#include "monitor-lite/view/font.h"
#include "monitor-lite/view/offscreen.h"
#include "spark/core/log.h"
#include "tests/support/folders.h"
#include "tests/support/log_lines.h"
#include "tests/support/temporary_folder.h"

/// A world that is drawn, with the files of a temporary folder and those that come with the server.
struct Drawing {
  Drawing() { keep_lines(log, lines); }

  TemporaryFolder folder;
  std::vector<std::string> lines;
  spark::Log log;
  monitor::Offscreen offscreen{320, 240};
  monitor::Font font;
  monitor::Painter painter{font};
  sigverse::visuals::ShapeLibrary library{
      sigverse::visuals::DataFiles({folder.path(), source_folder() + "/scenes/sigverse"}), log};
  sigverse::visuals::VisWorld world{painter, library};
};
