# SPDX-License-Identifier: Apache-2.0
"""RT components of another system: components, ports, execution contexts and a naming client that share no code with the program under test.

They behave as the published programs do. A test that wants another behaviour replaces an operation of an object: `port.notify_connect = orb.hang`.
"""

import contextlib
import itertools
import threading
import uuid

import giop
import omg_idl
from giop import SystemException, UserException
from omg_idl import Proxy, Struct
from programs import TIMEOUT

OK, ERROR, BAD_PARAMETER, PRECONDITION_NOT_MET = "RTC_OK", "RTC_ERROR", "BAD_PARAMETER", "PRECONDITION_NOT_MET"
CREATED, INACTIVE, ACTIVE, FAILED = "CREATED_STATE", "INACTIVE_STATE", "ACTIVE_STATE", "ERROR_STATE"


class Orb(giop.Server):
    """Serves objects by their keys, each request on the thread of its connection. Its references ask for GIOP 1.`minor`."""

    def __init__(self, little=None, minor=2):
        self.objects, self.minor, self.numbers, self.ended = {}, minor, itertools.count(), threading.Event()
        super().__init__(little)

    def add(self, servant, key=None):
        key = key or f"object {next(self.numbers)}".encode()
        self.objects[key] = servant
        return self.reference(omg_idl.INTERFACES[servant.interface].type_id, key, self.minor)

    def close(self):
        self.ended.set()
        super().close()

    def hang(self, *_):
        """Raised by an operation that never answers."""
        self.ended.wait()
        raise ConnectionError("closed")

    def carry_out(self, key, operation, reader):
        servant = self.objects.get(key)
        if not servant:
            raise SystemException("OBJECT_NOT_EXIST")
        signature = omg_idl.operation(servant.interface, operation)
        method = getattr(servant, operation.removeprefix("_"), None)
        if not signature or not method:
            raise SystemException("BAD_OPERATION", 0, 1)
        result, parameters = signature
        arguments = [omg_idl.read(reader, kind) for direction, kind in parameters if direction != "out"]
        servant.calls.append((operation, *arguments))
        answer = method(*arguments)
        kinds = [result] * (result != "void") + [kind for direction, kind in parameters if direction != "in"]
        answers = answer if len(kinds) > 1 else [answer]

        def write(writer):
            for kind, one in zip(kinds, answers):
                omg_idl.write(writer, kind, one)

        return write if kinds else None


def refuses_to_start(description):
    """Raised by an initialize that fails with OpenHRP's ControllerException."""

    def operation(*_):
        raise UserException("IDL:OpenHRP/Controller/ControllerException:1.0", write=lambda writer: writer.string(description))

    return operation


def hang_up(*_):
    """Raised by an operation that closes the connection instead of answering."""
    raise ConnectionError("the connection is closed, as requested")


def raises(name):
    """Raised by an operation that answers with a system exception."""

    def operation(*_):
        raise SystemException(name)

    return operation


class Servant:
    """An object of an interface; its operations are methods. `calls` lists the calls with their arguments."""

    interface = ""

    def __init__(self, orb, key=None):
        self.orb, self.calls = orb, []
        self.reference = orb.add(self, key)

    def is_a(self, type_id):
        return type_id in omg_idl.INTERFACES[self.interface].ids()

    def non_existent(self):
        return False

    def called(self, operation):
        return [call for call in self.calls if call[0] == operation]

    def proxy(self, reference, interface):
        return Proxy(reference, interface)

    def vanish(self):
        """From now on all calls fail with OBJECT_NOT_EXIST."""
        self.orb.objects = {key: servant for key, servant in self.orb.objects.items() if servant is not self}


class InPortCdr(Servant):
    interface = "InPortCdr"

    def __init__(self, orb):
        super().__init__(orb)
        self.data, self.answer, self.updated = [], "PORT_OK", threading.Condition()

    def put(self, data):
        with self.updated:
            self.data.append(data)
            self.updated.notify_all()
        return self.answer

    def wait_for(self, count, patience=TIMEOUT):
        with self.updated:
            return self.updated.wait_for(lambda: len(self.data) >= count, patience)


class OutPortCdr(Servant):
    """Returns the values of `waiting`, oldest first."""

    interface = "OutPortCdr"

    def __init__(self, orb):
        super().__init__(orb)
        self.waiting = []

    def get(self):
        return ("PORT_OK", self.waiting.pop(0)) if self.waiting else ("BUFFER_EMPTY", b"")


class Port(Servant):
    """A PortService with the chain of the published programs: publish, call the next port, read what the others have published, store."""

    interface = "PortService"

    def __init__(self, orb, name, properties=None, owner=None, interfaces=()):
        super().__init__(orb)
        self.name, self.properties, self.owner, self.interfaces = name, properties or {}, owner, list(interfaces)
        self.connectors, self.turn = {}, threading.Lock()

    def get_port_profile(self):
        return Struct(name=self.name, interfaces=self.interfaces, port_ref=self.reference, connector_profiles=self.get_connector_profiles(),
                      owner=self.owner, properties=omg_idl.properties(self.properties))

    def get_connector_profiles(self):
        with self.turn:
            return list(self.connectors.values())

    def get_connector_profile(self, connector_id):
        with self.turn:
            return self.connectors.get(connector_id) or Struct(name="", connector_id="", ports=[], properties=[])

    def connect(self, profile):
        profile.connector_id = profile.connector_id or str(uuid.uuid4())
        if not omg_idl.found(profile.properties, "dataport.serializer.cdr.endian"):
            profile.properties += omg_idl.properties({"dataport.serializer.cdr.endian": "little,big"})
        code, answer = self.proxy(profile.ports[0], "PortService").notify_connect(profile)
        if code != OK:
            self.disconnect_chain(profile)
        return code, answer

    def disconnect(self, connector_id):
        with self.turn:
            profile = self.connectors.get(connector_id)
        if not profile:
            return BAD_PARAMETER
        return self.disconnect_chain(profile)

    def disconnect_chain(self, profile):
        for port in profile.ports:
            try:
                return self.proxy(port, "PortService").notify_disconnect(profile.connector_id)
            except (OSError, SystemException):
                continue
        return ERROR

    def disconnect_all(self):
        codes = [self.disconnect(profile.connector_id) for profile in self.get_connector_profiles()]
        return next((code for code in codes if code != OK), OK)

    def notify_connect(self, profile):
        code = self.publish(profile)
        if code == OK:
            code, profile = self.ask_next(profile)
        if code == OK:
            code = self.read_others(profile)
        with self.turn:
            self.connectors[profile.connector_id] = profile  # also a failed one: the port that began the chain disconnects it
        return code, profile

    def ask_next(self, profile):
        place = profile.ports.index(self.reference)
        if place + 1 == len(profile.ports):
            return OK, profile
        return self.proxy(profile.ports[place + 1], "PortService").notify_connect(profile)

    def notify_disconnect(self, connector_id):
        with self.turn:
            profile = self.connectors.get(connector_id)
        if not profile:
            return BAD_PARAMETER
        place, code = profile.ports.index(self.reference), OK
        for port in profile.ports[place + 1:]:
            try:
                code = self.proxy(port, "PortService").notify_disconnect(connector_id)
                break
            except (OSError, SystemException):
                continue
        with self.turn:
            self.connectors.pop(connector_id, None)
        self.left(profile)
        return code

    # For derived classes.

    def publish(self, profile):
        return OK

    def read_others(self, profile):
        return OK

    def left(self, profile):
        pass


def data_port(direction, data_type, **more):
    """The properties of a connector."""
    return {"port.port_type": f"Data{direction}Port", "dataport.data_type": f"IDL:RTC/{data_type}:1.0", "dataport.interface_type": "corba_cdr",
            "dataport.dataflow_type": "push,pull", "dataport.subscription_type": "Any" if direction == "In" else "flush,new,periodic",
            "dataport.marshaling_types": "cdr", **more}


def is_push(profile):
    return (omg_idl.found(profile.properties, "dataport.dataflow_type") or "").lower() == "push"


def is_little(profile):
    return omg_idl.found(profile.properties, "dataport.serializer.cdr.endian").split(",")[0].strip() == "little"


class DataPort(Port):
    def __init__(self, orb, name, data_type, owner=None):
        super().__init__(orb, name, data_port(self.direction, data_type), owner)
        self.data_type, self.ends = data_type, {}

    def left(self, profile):
        self.ends.pop(profile.connector_id, None)


class InPort(DataPort):
    direction = "In"

    def publish(self, profile):
        if is_push(profile):
            end = self.ends[profile.connector_id] = InPortCdr(self.orb)
            profile.properties += [Struct(name="dataport.corba_cdr.inport_ior", value=(giop.TK_STRING, end.reference.text())),
                                   Struct(name="dataport.corba_cdr.inport_ref", value=(("object", end.reference.type_id), end.reference))]
        return OK

    def read_others(self, profile):
        if not is_push(profile):
            ior = omg_idl.found(profile.properties, "dataport.corba_cdr.outport_ior")
            if not ior:
                return ERROR
            self.ends[profile.connector_id] = Proxy(giop.Reference.parse(ior), "OutPortCdr")
        return OK

    def values(self, connector_id, little=True):
        """The received values, as structs."""
        return [omg_idl.value(self.data_type, data, little) for data in self.ends[connector_id].data]


class OutPort(DataPort):
    direction = "Out"

    def publish(self, profile):
        if not is_push(profile):
            end = self.ends[profile.connector_id] = OutPortCdr(self.orb)
            profile.properties += omg_idl.properties({"dataport.corba_cdr.outport_ior": end.reference.text()})
        return OK

    def read_others(self, profile):
        if is_push(profile):
            ior = omg_idl.found(profile.properties, "dataport.corba_cdr.inport_ior")
            if not ior:
                return ERROR
            self.ends[profile.connector_id] = Proxy(giop.Reference.parse(ior), "InPortCdr")
        return OK

    def write(self, value, connector_id=None, sec=0, nsec=0):
        """Pushes over all connections, or over one, and returns the answers."""
        answers = []
        for profile in self.get_connector_profiles():
            end = self.ends.get(profile.connector_id)
            if end and connector_id in (None, profile.connector_id):
                answers.append(end.put(omg_idl.octets(self.data_type, Struct(tm=Struct(sec=sec, nsec=nsec), data=value), is_little(profile))))
        return answers


class Component(Servant):
    """A component that records its callbacks in `callbacks`; `fails` maps a callback to its return code."""

    interface = "RTComponent"

    def __init__(self, orb, name="Foreign0", key=None):
        super().__init__(orb, key)
        self.name, self.ports, self.callbacks, self.fails = name, [], [], {}
        self.owned, self.contexts, self.updated = [], {}, threading.Condition()

    def add(self, port):
        port.owner = self.reference
        self.ports.append(port)
        return port

    def callback(self, name, handle=None):
        with self.updated:
            self.callbacks.append(name)
            self.updated.notify_all()
        return self.fails.get(name, OK)

    def wait_for(self, name, patience=TIMEOUT):
        with self.updated:
            return self.updated.wait_for(lambda: name in self.callbacks, patience)

    def __getattr__(self, name):
        if not name.startswith("on_"):
            raise AttributeError(name)
        return lambda *handle: self.callback(name, *handle)

    def initialize(self):
        return self.callback("on_initialize")

    def finalize(self):
        return self.callback("on_finalize")

    def exit(self):
        return OK

    def is_alive(self, context):
        return context in [*self.owned, *self.contexts.values()]

    def attach_context(self, context):
        handle = 1000 + len(self.contexts)
        self.contexts[handle] = context
        return handle

    def detach_context(self, handle):
        return OK if self.contexts.pop(handle, None) else BAD_PARAMETER

    def get_context(self, handle):
        return self.contexts.get(handle) or (self.owned[handle] if handle < len(self.owned) else None)

    def get_owned_contexts(self):
        return self.owned

    def get_participating_contexts(self):
        return list(self.contexts.values())

    def get_context_handle(self, context):
        return next((handle for handle, one in self.contexts.items() if one == context), self.owned.index(context) if context in self.owned else -1)

    def get_component_profile(self):
        return Struct(instance_name=self.name, type_name=self.name.rstrip("0123456789"), description="a component of another system", version="1",
                      vendor="others", category="test", port_profiles=[port.get_port_profile() for port in self.ports], parent=None,
                      properties=omg_idl.texts(instance_name=self.name, implementation_id=self.name.rstrip("0123456789")))

    def get_ports(self):
        return [port.reference for port in self.ports]

    def get_sdo_id(self):
        return self.name

    def get_sdo_type(self):
        return "a component of another system"


class Context(Servant):
    """An execution context that makes a pass when its `tick` is called, here or over the wire. Participants are references; their states follow
    the standard."""

    interface = "ExtTrigExecutionContextService"

    def __init__(self, orb, owner=None, rate=1000.0):
        super().__init__(orb)
        self.owner, self.rate, self.running, self.participants = owner, rate, True, {}

    def is_running(self):
        return self.running

    def start(self):
        if self.running:
            return PRECONDITION_NOT_MET
        self.running = True
        return OK

    def stop(self):
        if not self.running:
            return PRECONDITION_NOT_MET
        self.running = False
        return OK

    def get_rate(self):
        return self.rate

    def set_rate(self, rate):
        self.rate = rate
        return OK

    def get_kind(self):
        return "EVENT_DRIVEN" if self.interface == "ExtTrigExecutionContextService" else "PERIODIC"

    def add_component(self, component):
        if component in self.participants:
            return BAD_PARAMETER
        proxy = Proxy(component, "RTComponent")
        handle = proxy.attach_context(self.reference)
        self.participants[component] = Struct(proxy=proxy, handle=handle, state=INACTIVE, wanted=None)
        return OK

    def remove_component(self, component):
        one = self.participants.pop(component, None)
        if not one:
            return BAD_PARAMETER
        return one.proxy.detach_context(one.handle)

    def change(self, component, state, wanted):
        one = self.participants.get(component)
        if not one:
            return BAD_PARAMETER
        if one.state != state:
            return PRECONDITION_NOT_MET
        one.wanted = wanted
        return OK

    def activate_component(self, component):
        return self.change(component, INACTIVE, ACTIVE)

    def deactivate_component(self, component):
        return self.change(component, ACTIVE, INACTIVE)

    def reset_component(self, component):
        return self.change(component, FAILED, INACTIVE)

    def get_component_state(self, component):
        return self.participants[component].state if component in self.participants else CREATED

    def get_profile(self):
        others = [component for component in self.participants if component != self.owner]
        return Struct(kind=self.get_kind(), rate=self.rate, owner=self.owner, participants=others, properties=[])

    def own(self, component, period=0.02):
        """Executes the component that owns it periodically from now on, until the ORB closes."""
        self.owner, self.interface = component.reference, "ExecutionContextService"
        component.owned.append(self.reference)
        self.participants[component.reference] = Struct(proxy=Proxy(component.reference, "RTComponent"), handle=0, state=INACTIVE, wanted=None)

        def run():
            while not self.orb.ended.wait(period):
                with contextlib.suppress(OSError):
                    self.tick()

        threading.Thread(target=run, daemon=True).start()

    def tick(self):
        if not self.running:
            return
        for one in self.participants.values():
            self.pass_of(one)

    def pass_of(self, one):
        if one.wanted:
            call = {ACTIVE: "on_activated", INACTIVE: "on_reset" if one.state == FAILED else "on_deactivated"}[one.wanted]
            wanted, one.wanted = one.wanted, None
            # The component is not reported as active before its activation has succeeded.
            one.state = wanted if one.proxy.call(call, one.handle) == OK else FAILED
        if one.state == ACTIVE and one.proxy.on_execute(one.handle) == OK:
            one.proxy.on_state_update(one.handle)


class Naming:
    """A client of a naming service at the address that programs get."""

    def __init__(self, address, **how):
        host, port = address.split(":")
        self.root = Proxy(giop.Reference("", host, int(port), b"NameService"), "NamingContext", **how)

    @staticmethod
    def name(path):
        """`host.host_cxt/Motor0.rtc`"""
        parts = (part.rpartition(".") for part in path.split("/"))
        return [Struct(id=before if dot else after, kind=after if dot else "") for before, dot, after in parts]

    def resolve(self, path):
        """Resolves a name; None if it is not bound."""
        try:
            return self.root.resolve(self.name(path))
        except UserException:
            return None

    def rebind(self, path, reference):
        parts = path.split("/")
        for depth in range(1, len(parts)):
            try:
                self.root.bind_new_context(self.name("/".join(parts[:depth])))
            except UserException:
                continue  # already bound
        self.root.rebind(self.name(path), reference)

    def unbind(self, path):
        self.root.unbind(self.name(path))

    def close(self):
        self.root.close()


def connector(ports, name="a connector", connector_id="", **properties):
    """A profile; each property gets the prefix `dataport.`, and `__` means a dot. Default: a connector that pushes on the writer's thread."""
    pairs = {"interface_type": "corba_cdr", "dataflow_type": "push", "subscription_type": "flush", **properties}
    return Struct(name=name, connector_id=connector_id, ports=list(ports),
                  properties=omg_idl.properties({"dataport." + key.replace("__", "."): text for key, text in pairs.items() if text is not None}))
