// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "monitor-lite/client/report.h"

namespace monitor {

/// The report as a single HTML page: no scripts, nothing external, pictures as inline SVG. Names of teams are escaped.
std::string report_html(const Report& report);

}  // namespace monitor
