// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <memory>

#include "gateways/rtm/python/bindings.h"
#include "gateways/rtm/python/values.h"

namespace py = pybind11;

namespace rtm::python {

namespace {

// A thread that holds a port's lock may need the GIL next, so calls into ports release the GIL.
template <typename Call>
auto without_gil(const Call& call) {
  const py::gil_scoped_release release;
  return call();
}

/// The result of one of the functions of InPort that return a value, with its time if requested; None if there is none.
template <bool (InPort::*Give)(Value&)>
py::object given(InPort& port, bool timed) {
  Value value(port.type());
  if (!without_gil([&] { return (port.*Give)(value); })) return py::none();
  if (!timed) return to_python(value);
  const std::chrono::duration<double> time = value.time();
  return py::make_tuple(to_python(value), time.count());
}

/// The range of times that connectors can carry.
Value::Time time_of(double seconds) {
  constexpr double kLatest = 4294967296.0;
  if (!(seconds >= 0.0 && seconds < kLatest)) throw py::value_error("times are 0 to 4294967296 s");
  return Value::Time(std::llround(seconds * 1e9));
}

template <typename Port>
void put(Port& port, py::handle object, double time) {
  Value value = from_python(port.type(), object, port.full_name());
  value.set_time(time_of(time));
  raise(without_gil([&] { return port.put(value); }), port.full_name(), port.type());
}

template <typename Port>
py::object get(const Port& port) {
  return to_python(without_gil([&] { return port.get(); }));
}

bool wait(InPort& port, double longest) {
  auto* const signalling = dynamic_cast<SignallingInPort*>(&port);
  if (!signalling)
    throw py::type_error(port.full_name() + " is buffered: only ports declared with signalling=True can be waited for");
  // Waits in pieces, so that Ctrl-C ends it on the main thread.
  constexpr std::chrono::milliseconds kPiece{100};
  for (auto left = seconds(longest);; left -= kPiece) {
    const auto piece = std::min<std::chrono::nanoseconds>(left, kPiece);
    if (without_gil([&] { return signalling->wait(piece); })) return true;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (left <= kPiece) return false;
  }
}

void watch_for(InPort& port, double milliseconds, const std::string& name) {
  const auto what = neutral(std::string_view(name));
  if (!what) throw py::value_error("neutral is hold, zero or keep, not " + name);
  port.watchdog().set(seconds(milliseconds / 1000), *what);
}

py::list links(const OutPort& port) {
  const auto all = without_gil([&] { return port.links(); });
  py::list list;
  for (const auto& link : all) {
    py::dict entry;
    entry["to"] = without_gil([&] { return link.target->name(); });
    entry["kind"] = link.request == Request::once ? "once" : "repeated";
    entry["pushed"] = link.pushed;
    entry["overwritten"] = link.overwritten;
    entry["failed"] = link.failed;
    list.append(entry);
  }
  return list;
}

const char* kind(const OutPort& port) {
  return port.kind() == OutPortKind::direct ? "direct" : port.kind() == OutPortKind::single ? "single" : "multi";
}

}  // namespace

void bind_ports(py::module_& module) {
  py::class_<InPort, std::shared_ptr<InPort>>(module, "InPort",
                                              "What a component is given from outside: the last value that was put.")
      .def_property_readonly("name", &InPort::name)
      .def_property_readonly("full_name", &InPort::full_name, "With that of its component: 'Logic0.in1'.")
      .def_property_readonly("type", [](const InPort& port) { return std::string(to_string(port.type())); })
      .def("put", &put<InPort>, py::arg("value"), py::arg("time") = 0.0,
           "As others do: TypeError or ValueError if the port does not take it. time: when it was made, s.")
      .def("get", &get<InPort>, "The last value; 0, False or empty before the first.")
      .def("take", &given<&InPort::take>, py::arg("timed") = false,
           "The newest value if one has come since the last take, else None. timed=True: (value, time in s), 0.0 where "
           "the time is not known.")
      .def("read", &given<&InPort::read>, py::arg("timed") = false,
           "The newest value, taken or not; None before the first. timed: as of take.")
      .def("next", &given<&InPort::next>, py::arg("timed") = false,
           "The oldest value that is waiting, else None: one after another, as connectors have brought them. timed: as "
           "of take.")
      .def(
          "has_new_value", [](const InPort& port) { return without_gil([&] { return port.has_new_value(); }); },
          "Whether take would return a value.")
      // The former name, for components that still use it.
      .def(
          "has_news", [](const InPort& port) { return without_gil([&] { return port.has_new_value(); }); },
          "Whether take would return a value.")
      .def("wait", &wait, py::arg("seconds"),
           "Waits for a value that has not been taken, at most so long; whether there is one. Signalling ports only.")
      .def(
          "forget", [](InPort& port) { without_gil([&] { port.forget(); }); }, "As if nothing had been put.")
      .def("watch_for", &watch_for, py::arg("milliseconds"), py::arg("neutral") = "hold",
           "Sets the watchdog: on_watchdog is called when a stream of values has stopped for that long; 0: never.")
      .def_property_readonly(
          "watchdogs", [](const InPort& port) { return port.watchdog().times(); }, "How often that has happened.")
      .def_property_readonly("puts", &InPort::puts, "How many values were taken.")
      .def_property_readonly("refused", &InPort::refused, "How many were not.")
      .def("__repr__", [](const InPort& port) { return "<InPort " + port.full_name() + ">"; });
  py::class_<OutPort, std::shared_ptr<OutPort>>(
      module, "OutPort", "What a component gives to those that ask and to those that are connected.")
      .def_property_readonly("name", &OutPort::name)
      .def_property_readonly("full_name", &OutPort::full_name, "With that of its component: 'Logic0.out'.")
      .def_property_readonly("type", [](const OutPort& port) { return std::string(to_string(port.type())); })
      .def_property_readonly("kind", &kind, "'direct', 'single' or 'multi'.")
      .def("put", &put<OutPort>, py::arg("value"), py::arg("time") = 0.0,
           "Puts a value. Waits for others only where the kind is direct. time: when it was made, s; 0: now, on the "
           "component's clock.")
      .def("get", &get<OutPort>, "The last value; 0, False or empty before the first.")
      .def_property_readonly("links", &links, "Connections, as dictionaries: to, kind, pushed, overwritten, failed.")
      .def("__repr__", [](const OutPort& port) { return "<OutPort " + port.full_name() + ">"; });
}

}  // namespace rtm::python
