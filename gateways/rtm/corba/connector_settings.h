// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/rtm/component/ports.h"
#include "gateways/rtm/corba/connector_table.h"

namespace rtm {

/// The settings of a data port from the properties of a connector, with the keys of OpenRTM-aist: `dataport.KEY`, and
/// `dataport.inport.KEY` or `dataport.outport.KEY`, which take precedence. Values are not case-sensitive.
struct DataConnector {
  enum class Flow : std::uint8_t { push, pull };

  Flow flow = Flow::push;
  std::endian order = std::endian::little;
  Delivery delivery;      ///< of an OutPort that pushes
  BufferSettings buffer;  ///< of an InPort that is pushed to, and of an OutPort that is pulled
};

enum class DataSide : std::uint8_t { in, out };

/// Reads all settings. Refused are: an interface type other than `corba_cdr`, a data flow that is missing or neither
/// push nor pull, and values of another type (BAD_PARAMETER); a marshaling type other than `cdr` and a periodic
/// subscription without a rate (RTC_ERROR); a byte order that is neither little nor big (UNSUPPORTED). `notes` are
/// lines about unknown values that were replaced by defaults.
ConnectorRefusal read_data_connector(const SDOPackage::NVList& properties, DataSide side, ValueType type,
                                     DataConnector& into, std::vector<std::string>& notes);

/// Adds missing properties in the first port of the chain: interface type, data flow, type of the values, byte orders.
/// Later ports of OpenRTM-aist refuse connectors without the first two.
void add_data_presets(SDOPackage::NVList& properties, ValueType type);

/// "TimedFloat" of "IDL:RTC/TimedFloat:1.0", "RTC::TimedFloat" and "TimedFloat": the part that has to be equal.
std::string_view last_name(std::string_view repository_id);

/// Whether both are the same word, ignoring case and blanks around the first.
bool is_word(std::string_view text, std::string_view word);
/// Whether the value is affirmative: YES, TRUE, ON, 1.
bool is_yes(std::string_view word);

}  // namespace rtm
