// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <stdexcept>

#include "gateways/rtm/python/bindings.h"
#include "gateways/rtm/python/python_component.h"
#include "gateways/rtm/python/values.h"

namespace py = pybind11;

namespace rtm::python {

namespace {

Pattern pattern_of_name(const std::string& name) {
  if (name == "passive") return Pattern::passive;
  if (name == "self_contained") return Pattern::self_contained;
  if (name == "client") return Pattern::client;
  throw py::value_error("pattern is passive, self_contained or client, not " + name);
}

OutPortKind kind_of_name(const std::string& name) {
  if (name == "direct") return OutPortKind::direct;
  if (name == "single") return OutPortKind::single;
  if (name == "multi") return OutPortKind::multi;
  throw py::value_error("kind is direct, single or multi, not " + name);
}

/// A reference to a port that keeps its component alive, so that it may outlive all other references to the component.
template <typename Port>
std::shared_ptr<Port> keep(const std::shared_ptr<Component>& component, Port& port) {
  return {component, &port};
}

template <typename Port>
py::list keep_all(const std::shared_ptr<Component>& component, const std::vector<std::shared_ptr<Port>>& ports) {
  py::list list;
  for (const auto& port : ports) list.append(keep(component, *port));
  return list;
}

std::shared_ptr<InPort> in_port(const std::shared_ptr<PythonComponent>& component, const std::string& name,
                                const std::string& type, bool signalling) {
  return keep<InPort>(
      component,
      component->declare_in_port(name, type_of_name(type), signalling ? InPortKind::signalling : InPortKind::buffered));
}

std::shared_ptr<OutPort> out_port(const std::shared_ptr<PythonComponent>& component, const std::string& name,
                                  const std::string& type, const std::string& kind) {
  return keep<OutPort>(component, component->declare_out_port(name, type_of_name(type), kind_of_name(kind)));
}

void switch_it(Component& component, bool on) {
  if (!(on ? component.switch_on() : component.switch_off()))
    throw std::runtime_error(component.name() + (on ? " does not come on in time" : " does not go off in time"));
}

void set_parameter(Component& component, const std::string& name, const std::string& text) {
  if (!component.set_parameter(name, text)) throw py::key_error(component.name() + " has no parameter " + name);
}

}  // namespace

void bind_component(py::module_& module) {
  const auto alone = py::call_guard<py::gil_scoped_release>();
  py::class_<Component, std::shared_ptr<Component>>(module, "Part", "A component of a manager, in whatever language.")
      .def_property_readonly("name", &Component::name)
      .def_property_readonly("type", &Component::type)
      .def_property_readonly("category", &Component::category)
      .def_property_readonly("state",
                             [](const Component& component) { return std::string(to_string(component.state())); })
      .def_property_readonly("fault",
                             [](const Component& component) {
                               const py::gil_scoped_release release;
                               return component.status().fault;
                             })
      .def_property_readonly(
          "in_ports",
          [](const std::shared_ptr<Component>& component) { return keep_all(component, component->in_ports()); })
      .def_property_readonly(
          "out_ports",
          [](const std::shared_ptr<Component>& component) { return keep_all(component, component->out_ports()); })
      .def_property_readonly("parameters", &Component::parameters)
      .def("set_parameter", &set_parameter, py::arg("name"), py::arg("text"))
      .def(
          "on", [](Component& component) { switch_it(component, true); }, alone)
      .def(
          "off", [](Component& component) { switch_it(component, false); }, alone);
  py::class_<PythonComponent, Component, std::shared_ptr<PythonComponent>>(
      module, "Core", "The part of a component in Python that others see.")
      .def(py::init([](const std::string& type, const std::string& pattern) {
             return std::make_shared<PythonComponent>(type, pattern_of_name(pattern));
           }),
           py::arg("type"), py::arg("pattern"))
      .def("in_port", &in_port, py::arg("name"), py::arg("type"), py::arg("signalling"))
      .def("out_port", &out_port, py::arg("name"), py::arg("type"), py::arg("kind"))
      .def("add_parameter", &PythonComponent::declare_parameter, py::arg("name"), py::arg("preset"))
      .def("read_parameter", &PythonComponent::read_parameter, py::arg("name"), alone)
      .def("set_category", &PythonComponent::declare_category, py::arg("category"))
      .def("set_rate", &PythonComponent::declare_rate, py::arg("hertz"))
      .def("bind", &PythonComponent::bind, py::arg("methods"));
}

}  // namespace rtm::python
