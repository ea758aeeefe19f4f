// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "gateways/rctp/link/model_link.h"
#include "gateways/rctp/port/network.h"
#include "spark/http/message.h"

namespace rctp {

/// The RCML file of that robot as of the model, or, if `robot` is empty, the surroundings alone; in the classical
/// encoding or in XML.
///   authority: host and port of this server as the reader calls it, for the addresses in the file
spark::http::Response description(const Model& model, std::string_view robot, bool is_x3d, const std::string& authority,
                                  Network::World world);

}  // namespace rctp
