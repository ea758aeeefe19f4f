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

/// A client and the broker that it needs.
struct [[gnu::visibility("hidden")]] ClientSession {
  ClientSession(const std::string& name_server, const std::string& references, std::chrono::milliseconds call_timeout)
      : broker(Broker::get(std::nullopt, call_timeout)), client(broker->orb(), naming(name_server, references)) {}
  std::shared_ptr<Broker> broker;
  Client client;
};

/// A subscription. It ends without the GIL, because it waits for a call into Python that may be running.
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
  bool is_gone() {
    const py::gil_scoped_release release;
    return !watch_ || watch_->is_gone();
  }

 private:
  std::unique_ptr<Client::Watch> watch_;
};

/// A pointer whose copies may be made and dropped on any thread.
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

py::list interfaces(const ComponentView& view) {
  py::list list;
  if (view.is_classic) list.append("2003");
  if (view.is_omg) list.append("omg");
  return list;
}

py::list services(const ComponentView& view) {
  py::list list;
  for (const auto& service : view.services) {
    py::dict entry;
    entry["name"] = service.port;
    entry["type"] = service.type;
    entry["provided"] = service.is_provided;
    list.append(entry);
  }
  return list;
}

/// `subscription` is a word or empty.
ConnectOptions connect_options(const std::string& subscription, double rate, bool pull, std::size_t buffer) {
  using Kind = ConnectOptions::Subscription;
  ConnectOptions options{.subscription = {}, .rate = rate, .pull = pull, .buffer = buffer};
  if (subscription == "new") options.subscription = Kind::newest;
  if (subscription == "flush") options.subscription = Kind::flush;
  if (subscription == "periodic") options.subscription = Kind::periodic;
  return options;
}

py::dict dictionary(const ComponentView& view) {
  py::dict entry;
  entry["name"] = view.name;
  entry["category"] = view.category;
  entry["state"] = view.state;
  entry["fault"] = view.fault;
  entry["interfaces"] = interfaces(view);
  entry["services"] = services(view);
  entry["in"] = dictionaries(view.in);
  entry["out"] = dictionaries(view.out);
  py::list links;
  for (const auto& link : view.links) {
    py::dict one;
    one["from"] = link.from;
    one["to"] = link.to;
    one["kind"] = link.is_service ? "service" : link.kind == Request::once ? "once" : "repeated";
    if (link.counts) {
      one["pushed"] = link.counts->pushed;
      one["overwritten"] = link.counts->overwritten;
      one["failed"] = link.counts->failed;
    }
    links.append(one);
  }
  entry["links"] = links;
  return entry;
}

py::list list(ClientSession& session) {
  const auto views = [&] {
    const py::gil_scoped_release release;
    return session.client.list();
  }();
  py::list entries;
  for (const auto& view : views) entries.append(dictionary(view));
  return entries;
}

py::dict inspect(ClientSession& session, const std::string& name) {
  const auto view = [&] {
    const py::gil_scoped_release release;
    return session.client.inspect(name);
  }();
  return dictionary(view);
}

/// The value, and its text.
std::pair<py::object, std::string> get_value(ClientSession& session, const std::string& port, double timeout) {
  const Value value = [&] {
    const py::gil_scoped_release release;
    return session.client.get(port, std::chrono::duration_cast<std::chrono::milliseconds>(seconds(timeout)));
  }();
  return {to_python(value), to_text(value)};
}

std::unique_ptr<Subscription> watch_port(ClientSession& session, const std::string& port, py::object came) {
  const auto callback = shared(std::move(came));
  const py::gil_scoped_release release;
  return std::make_unique<Subscription>(session.client.watch(port, [callback](const Value& value) {
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
      .def("end", &Subscription::end)
      .def("is_gone", &Subscription::is_gone);
  py::class_<ClientSession>(module, "ClientSession", "Looks at components and wires them.")
      .def(py::init([](const std::string& name_server, const std::string& references, double call_timeout) {
             const auto timeout = std::chrono::duration_cast<std::chrono::milliseconds>(seconds(call_timeout));
             const py::gil_scoped_release release;
             return std::make_unique<ClientSession>(name_server, references, timeout);
           }),
           py::arg("name_server"), py::arg("references"), py::arg("call_timeout"))
      .def(
          "names", [](ClientSession& session) { return session.client.names(); }, alone)
      .def("list", &list)
      .def("look_at", &inspect, py::arg("name"))
      .def(
          "on",
          [](ClientSession& session, const std::string& name, double timeout) {
            session.client.switch_on(name, std::chrono::duration_cast<std::chrono::milliseconds>(seconds(timeout)));
          },
          py::arg("name"), py::arg("patience"), alone)
      .def(
          "off", [](ClientSession& session, const std::string& name) { session.client.switch_off(name); },
          py::arg("name"), alone)
      .def("get", &get_value, py::arg("port"), py::arg("patience"))
      .def(
          "put",
          [](ClientSession& session, const std::string& port, const std::vector<std::string>& words) {
            session.client.put(port, words);
          },
          py::arg("port"), py::arg("words"), alone)
      .def(
          "connect",
          [](ClientSession& session, const std::string& out, const std::string& in, bool once,
             const std::string& subscription, double rate, bool pull, std::size_t buffer) {
            session.client.connect(out, in, once ? Request::once : Request::repeated,
                                   connect_options(subscription, rate, pull, buffer));
          },
          py::arg("out"), py::arg("in"), py::arg("once"), py::arg("subscription"), py::arg("rate"), py::arg("pull"),
          py::arg("buffer"), alone)
      .def(
          "disconnect",
          [](ClientSession& session, const std::string& out, const std::string& in) {
            session.client.disconnect(out, in);
          },
          py::arg("out"), py::arg("in"), alone)
      .def("watch", &watch_port, py::arg("port"), py::arg("came"));
}

}  // namespace rtm::python
