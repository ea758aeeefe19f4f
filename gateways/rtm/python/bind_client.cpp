// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <utility>

#include "gateways/rtm/corba/client.h"
#include "gateways/rtm/python/bindings.h"
#include "gateways/rtm/python/broker.h"
#include "gateways/rtm/python/values.h"

namespace py = pybind11;

namespace rtm::python {

namespace {

/// A client and the broker it needs.
struct [[gnu::visibility("hidden")]] Looker {
  Looker(const std::string& name_server, const std::string& references, std::chrono::milliseconds call_timeout)
      : broker(Broker::get(std::nullopt, call_timeout)), client(broker->orb(), naming(name_server, references)) {}
  std::shared_ptr<Broker> broker;
  Client client;
};

/// A subscription; ends without the GIL, because it waits for a call into Python that may be going on.
class [[gnu::visibility("hidden")]] Subscription {
 public:
  explicit Subscription(std::unique_ptr<Client::Watch> watch) : watch_(std::move(watch)) {}
  ~Subscription() {
    end();
  }
  void end() {
    const py::gil_scoped_release release;
    watch_.reset();
  }

 private:
  std::unique_ptr<Client::Watch> watch_;
};

/// Copies of it may be made and dropped on any thread.
std::shared_ptr<py::object> shared(py::object object) {
  return {new py::object(std::move(object)), [](py::object* last) {
            const py::gil_scoped_acquire gil;
            delete last;  // NOLINT(cppcoreguidelines-owning-memory): this is the owner's deleter
          }};
}

py::list dictionaries(const std::vector<ComponentView::Port>& ports) {
  py::list list;
  for (const auto& port : ports) {
    py::dict entry;
    entry["name"] = port.name;
    entry["type"] = port.type;
    entry["value"] = port.value;
    list.append(entry);
  }
  return list;
}

py::dict dictionary(const ComponentView& view) {
  py::dict entry;
  entry["name"] = view.name;
  entry["category"] = view.category;
  entry["state"] = view.state;
  entry["fault"] = view.fault;
  entry["in"] = dictionaries(view.in);
  entry["out"] = dictionaries(view.out);
  py::list links;
  for (const auto& link : view.links) {
    py::dict one;
    one["from"] = link.from;
    one["to"] = link.to;
    one["kind"] = link.kind == Request::once ? "once" : "repeated";
    one["pushed"] = link.pushed;
    one["overwritten"] = link.overwritten;
    one["failed"] = link.failed;
    links.append(one);
  }
  entry["links"] = links;
  return entry;
}

py::list list(Looker& looker) {
  const auto views = [&] {
    const py::gil_scoped_release release;
    return looker.client.list();
  }();
  py::list entries;
  for (const auto& view : views) entries.append(dictionary(view));
  return entries;
}

py::dict look_at(Looker& looker, const std::string& name) {
  const auto view = [&] {
    const py::gil_scoped_release release;
    return looker.client.look_at(name);
  }();
  return dictionary(view);
}

/// The value, and as text.
std::pair<py::object, std::string> get(Looker& looker, const std::string& port) {
  const Value value = [&] {
    const py::gil_scoped_release release;
    return looker.client.get(port);
  }();
  return {to_python(value), to_text(value)};
}

std::unique_ptr<Subscription> watch(Looker& looker, const std::string& port, py::object came) {
  const auto callback = shared(std::move(came));
  const py::gil_scoped_release release;
  return std::make_unique<Subscription>(looker.client.watch(port, [callback](const Value& value) {
    const py::gil_scoped_acquire gil;
    try {
      (*callback)(to_python(value), to_text(value));
    } catch (py::error_already_set& error) {
      error.discard_as_unraisable("the callback of watch");
    }
  }));
}

}  // namespace

void bind_client(py::module_& module) {
  const auto alone = py::call_guard<py::gil_scoped_release>();
  py::class_<Subscription>(module, "Subscription", "Values of an OutPort as they come, until it ends.")
      .def("end", &Subscription::end);
  py::class_<Looker>(module, "Looker", "Looks at components and wires them.")
      .def(py::init([](const std::string& name_server, const std::string& references, double call_timeout) {
             const auto patience = std::chrono::duration_cast<std::chrono::milliseconds>(seconds(call_timeout));
             const py::gil_scoped_release release;
             return std::make_unique<Looker>(name_server, references, patience);
           }),
           py::arg("name_server"), py::arg("references"), py::arg("call_timeout"))
      .def(
          "names", [](Looker& looker) { return looker.client.names(); }, alone)
      .def("list", &list)
      .def("look_at", &look_at, py::arg("name"))
      .def(
          "on",
          [](Looker& looker, const std::string& name, double patience) {
            looker.client.switch_on(name, std::chrono::duration_cast<std::chrono::milliseconds>(seconds(patience)));
          },
          py::arg("name"), py::arg("patience"), alone)
      .def(
          "off", [](Looker& looker, const std::string& name) { looker.client.switch_off(name); }, py::arg("name"),
          alone)
      .def("get", &get, py::arg("port"))
      .def(
          "put",
          [](Looker& looker, const std::string& port, const std::vector<std::string>& words) {
            looker.client.put(port, words);
          },
          py::arg("port"), py::arg("words"), alone)
      .def(
          "connect",
          [](Looker& looker, const std::string& out, const std::string& in, bool once) {
            looker.client.connect(out, in, once ? Request::once : Request::repeated);
          },
          py::arg("out"), py::arg("in"), py::arg("once"), alone)
      .def(
          "disconnect",
          [](Looker& looker, const std::string& out, const std::string& in) { looker.client.disconnect(out, in); },
          py::arg("out"), py::arg("in"), alone)
      .def("watch", &watch, py::arg("port"), py::arg("came"));
}

}  // namespace rtm::python
