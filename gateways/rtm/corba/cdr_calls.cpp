// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/cdr_calls.h"

#include <omniORB4/callDescriptor.h>

namespace rtm {
namespace {

PortStatus read_status(cdrStream& from) {
  const CORBA::ULong number = from.unmarshalULong();
  return number > static_cast<CORBA::ULong>(PortStatus::unknown_error) ? PortStatus::unknown_error
                                                                       : static_cast<PortStatus>(number);
}

// Each class is what omniidl would generate for the operation, except for the types of arguments and results. The first
// argument of the base class is the function that is called if the object is in this process; lengths of names include
// the terminating zero.

class PutOctetsCall final : public omniCallDescriptor {
 public:
  explicit PutOctetsCall(std::span<const std::uint8_t> octets)
      : omniCallDescriptor(here, "put", sizeof "put", false, nullptr, 0, false), octets_(octets) {}
  void marshalArguments(cdrStream& into) override { write_octets(into, octets_); }
  void unmarshalReturnedValues(cdrStream& from) override { status = read_status(from); }
  PortStatus status = PortStatus::unknown_error;

 private:
  static void here(omniCallDescriptor* call, omniServant* servant) {
    auto& put = *static_cast<PutOctetsCall*>(call);
    auto* const port = static_cast<OpenRTM::_impl_InPortCdr*>(servant->_ptrToInterface(OpenRTM::InPortCdr::_PD_repoId));
    OpenRTM::CdrData data;
    data.length(static_cast<CORBA::ULong>(put.octets_.size()));
    std::copy(put.octets_.begin(), put.octets_.end(), data.get_buffer());
    put.status = static_cast<PortStatus>(port->put(data));
  }
  std::span<const std::uint8_t> octets_;
};

class GetOctetsCall final : public omniCallDescriptor {
 public:
  explicit GetOctetsCall(std::vector<std::uint8_t>& octets)
      : omniCallDescriptor(here, "get", sizeof "get", false, nullptr, 0, false), octets_(octets) {}
  void unmarshalReturnedValues(cdrStream& from) override {
    status = read_status(from);
    if (!read_octets(from, octets_)) status = PortStatus::error;
  }
  PortStatus status = PortStatus::unknown_error;

 private:
  static void here(omniCallDescriptor* call, omniServant* servant) {
    auto& get = *static_cast<GetOctetsCall*>(call);
    auto* const port =
        static_cast<OpenRTM::_impl_OutPortCdr*>(servant->_ptrToInterface(OpenRTM::OutPortCdr::_PD_repoId));
    OpenRTM::CdrData_var data;
    get.status = static_cast<PortStatus>(port->get(data.out()));
    get.octets_.assign(data->get_buffer(), data->get_buffer() + data->length());
  }
  std::vector<std::uint8_t>& octets_;
};

}  // namespace

PortStatus put_octets(OpenRTM::InPortCdr_ptr port, std::span<const std::uint8_t> octets) {
  PutOctetsCall call(octets);
  port->_PR_getobj()->_invoke(call);
  return call.status;
}

PortStatus get_octets(OpenRTM::OutPortCdr_ptr port, std::vector<std::uint8_t>& octets) {
  GetOctetsCall call(octets);
  port->_PR_getobj()->_invoke(call);
  return call.status;
}

bool read_octets(cdrStream& from, std::vector<std::uint8_t>& into) {
  const CORBA::ULong length = from.unmarshalULong();
  if (!from.checkInputOverrun(1, length)) throw CORBA::MARSHAL(0, CORBA::COMPLETED_NO);
  if (length > kMaxCdrBytes) {
    from.skipInput(length);
    into.clear();
    return false;
  }
  into.resize(length);
  if (length != 0) from.get_octet_array(into.data(), static_cast<int>(length));
  return true;
}

void write_octets(cdrStream& into, std::span<const std::uint8_t> octets) {
  static_cast<CORBA::ULong>(octets.size()) >>= into;
  if (!octets.empty()) into.put_octet_array(octets.data(), static_cast<int>(octets.size()));
}

}  // namespace rtm
