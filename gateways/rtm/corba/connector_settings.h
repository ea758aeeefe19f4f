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

/// What a data port reads from the properties of a connector, in the names of published programs: `dataport.KEY`, and
/// `dataport.inport.KEY` or `dataport.outport.KEY`, which win. Words may be written in any case.
struct DataConnector {
  enum class Flow : std::uint8_t { push, pull };

  Flow flow = Flow::push;
  std::endian order = std::endian::little;
  Delivery delivery;      ///< of an OutPort that pushes
  BufferSettings buffer;  ///< of an InPort that is pushed to, and of an OutPort that is asked
};

enum class DataSide : std::uint8_t { in, out };

/// Reads all of it. Refused are: another interface type than `corba_cdr`, a data flow that is missing or neither push
/// nor pull, and values of another type (BAD_PARAMETER); another marshaling type than `cdr` and a periodic
/// subscription without a rate (RTC_ERROR); a byte order that is neither little nor big (UNSUPPORTED). `notes` are
/// lines about words that are not known, for which something else is taken.
ConnectorRefusal read_data_connector(const SDOPackage::NVList& properties, DataSide side, ValueType type,
                                     DataConnector& into, std::vector<std::string>& notes);

/// What the port that is asked first writes where it is missing: interface type, data flow, type of the values, byte
/// orders. Published ports that come later in the chain refuse connectors without the first two.
void add_data_presets(SDOPackage::NVList& properties, ValueType type);

/// "TimedFloat" of "IDL:RTC/TimedFloat:1.0", "RTC::TimedFloat" and "TimedFloat": what has to be equal.
std::string_view last_name(std::string_view repository_id);

/// Whether both are the same word, in any case, blanks around the first left out.
bool is_word(std::string_view text, std::string_view word);
/// Whether a word means yes: YES, TRUE, ON, 1.
bool is_yes(std::string_view word);

}  // namespace rtm
