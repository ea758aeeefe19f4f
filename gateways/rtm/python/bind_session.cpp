// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "gateways/rtm/python/bindings.h"
#include "gateways/rtm/python/session.h"

namespace py = pybind11;

namespace rtm::python {

namespace {

/// Ends a session without the GIL on whichever thread drops it last: its components may need the GIL for their last
/// callbacks.
struct EndSession {
  void operator()(Session* session) const {
    const py::gil_scoped_release release;
    delete session;  // NOLINT(cppcoreguidelines-owning-memory): this is the owner's deleter
  }
};

std::unique_ptr<Session, EndSession> open(const std::string& name_server, const std::string& references,
                                          const std::string& format, const std::string& endpoint, double call_timeout,
                                          double switch_on_timeout,
                                          const std::vector<std::filesystem::path>& module_folders,
                                          const std::string& context_type) {
  using std::chrono::milliseconds;
  const auto call = std::chrono::duration_cast<milliseconds>(seconds(call_timeout));
  const auto on = std::chrono::duration_cast<milliseconds>(seconds(switch_on_timeout));
  NamingSettings settings = naming(name_server, references);
  settings.format = format;
  ContextSettings context;
  context.type = context_type;
  const py::gil_scoped_release release;
  return {new Session(settings, endpoint, call, on, module_folders, context), EndSession{}};
}

}  // namespace

void bind_session(py::module_& module) {
  const auto alone = py::call_guard<py::gil_scoped_release>();
  py::class_<Session, std::unique_ptr<Session, EndSession>>(module, "Session",
                                                            "The components of this process on the network.")
      .def(py::init(&open), py::arg("name_server"), py::arg("references"), py::arg("format"), py::arg("endpoint"),
           py::arg("call_timeout"), py::arg("patience"), py::arg("module_folders"), py::arg("context_type"))
      .def("adopt", &Session::adopt, py::arg("component"), alone)
      .def("create", &Session::create, py::arg("type"), py::arg("parameters"), alone)
      .def("load", &Session::load, py::arg("module"), alone)
      .def("remove", &Session::remove, py::arg("component"), alone)
      .def("components", &Session::components)
      .def(
          "connect",
          [](Session& session, const std::string& out, const std::string& in, bool once) {
            session.connect(out, in, once ? Request::once : Request::repeated);
          },
          py::arg("out"), py::arg("in"), py::arg("once"), alone)
      .def_property_readonly("endpoint", &Session::endpoint)
      .def_property_readonly("is_closed", &Session::is_closed)
      .def(
          "close",
          [](Session& session, double timeout) {
            return session.close(std::chrono::duration_cast<std::chrono::milliseconds>(seconds(timeout)));
          },
          py::arg("patience"), alone);
}

}  // namespace rtm::python
