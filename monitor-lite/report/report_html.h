// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "monitor-lite/client/report.h"

namespace monitor {

/// The report as one page for a browser: no scripts, nothing from elsewhere, pictures as inline SVG. Names of teams are
/// shown as text, whatever is in them.
std::string report_html(const Report& report);

}  // namespace monitor
