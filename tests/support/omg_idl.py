# SPDX-License-Identifier: Apache-2.0
"""The OMG's RT component interfaces as published, and their values as octets: a second implementation of the standard, beside gateways/rtm/idl.

A struct is a `Struct` with the members' names, an enumerator its name, an object a `giop.Reference` or None, an any the pair of a type and a value.
"""

import re
import threading
import types

import giop
from programs import TIMEOUT

IDL = """
#pragma prefix "org.omg"
module SDOPackage {
  interface SDO; interface SDOService; interface SDOSystemElement; interface Configuration; interface Monitoring; interface Organization;
  typedef sequence<string> StringList;
  typedef sequence<SDO> SDOList;
  typedef sequence<Organization> OrganizationList;
  typedef string UniqueIdentifier;
  struct NameValue { string name; any value; };
  typedef sequence<NameValue> NVList;
  struct DeviceProfile { string device_type; string manufacturer; string model; string version; NVList properties; };
  struct ServiceProfile { string id; string interface_type; NVList properties; SDOService service; };
  typedef sequence<ServiceProfile> ServiceProfileList;
  struct ConfigurationSet { string id; string description; NVList configuration_data; };
  typedef sequence<ConfigurationSet> ConfigurationSetList;
  enum NumericType { SHORT_TYPE, LONG_TYPE, FLOAT_TYPE, DOUBLE_TYPE };
  union Numeric switch (NumericType) {
    case SHORT_TYPE: short short_value; case LONG_TYPE: long long_value;
    case FLOAT_TYPE: float float_value; case DOUBLE_TYPE: double double_value;
  };
  struct EnumerationType { StringList enumerated_values; };
  struct RangeType { Numeric min; Numeric max; boolean min_inclusive; boolean max_inclusive; };
  struct IntervalType { Numeric min; Numeric max; boolean min_inclusive; boolean max_inclusive; Numeric step; };
  enum ComplexDataType { ENUMERATION, RANGE, INTERVAL };
  union AllowedValues switch (ComplexDataType) {
    case ENUMERATION: EnumerationType allowed_enum; case INTERVAL: IntervalType allowed_interval; case RANGE: RangeType allowed_range;
  };
  struct Parameter { string name; TypeCode type; AllowedValues allowed_values; };
  typedef sequence<Parameter> ParameterList;
  interface SDOSystemElement { OrganizationList get_owned_organizations(); };
  interface SDO : SDOSystemElement {
    UniqueIdentifier get_sdo_id(); string get_sdo_type(); DeviceProfile get_device_profile(); ServiceProfileList get_service_profiles();
    ServiceProfile get_service_profile(in UniqueIdentifier id); SDOService get_sdo_service(in UniqueIdentifier id);
    Configuration get_configuration(); Monitoring get_monitoring(); OrganizationList get_organizations(); NVList get_status_list();
    any get_status(in string name);
  };
  interface Configuration {
    boolean set_device_profile(in DeviceProfile profile); boolean add_service_profile(in ServiceProfile profile);
    boolean add_organization(in Organization organization); boolean remove_service_profile(in UniqueIdentifier id);
    boolean remove_organization(in UniqueIdentifier id); ParameterList get_configuration_parameters();
    NVList get_configuration_parameter_values(); any get_configuration_parameter_value(in string name);
    boolean set_configuration_parameter(in string name, in any value); ConfigurationSetList get_configuration_sets();
    ConfigurationSet get_configuration_set(in UniqueIdentifier id); boolean set_configuration_set_values(in ConfigurationSet values);
    ConfigurationSet get_active_configuration_set(); boolean add_configuration_set(in ConfigurationSet values);
    boolean remove_configuration_set(in UniqueIdentifier id); boolean activate_configuration_set(in UniqueIdentifier id);
  };
  interface Monitoring {};
  interface SDOService {};
  interface Organization { UniqueIdentifier get_organization_id(); };
};
#pragma prefix "omg.org"
module RTC {
  typedef long ExecutionContextHandle_t;
  enum ReturnCode_t { RTC_OK, RTC_ERROR, BAD_PARAMETER, UNSUPPORTED, OUT_OF_RESOURCES, PRECONDITION_NOT_MET };
  enum LifeCycleState { CREATED_STATE, INACTIVE_STATE, ACTIVE_STATE, ERROR_STATE };
  enum ExecutionKind { PERIODIC, EVENT_DRIVEN, OTHER };
  enum PortInterfacePolarity { PROVIDED, REQUIRED };
  interface ExecutionContext; interface RTObject; interface PortService;
  typedef sequence<ExecutionContext> ExecutionContextList;
  typedef sequence<PortService> PortServiceList;
  typedef sequence<RTObject> RTCList;
  interface ComponentAction {
    ReturnCode_t on_initialize(); ReturnCode_t on_finalize();
    ReturnCode_t on_startup(in ExecutionContextHandle_t h); ReturnCode_t on_shutdown(in ExecutionContextHandle_t h);
    ReturnCode_t on_activated(in ExecutionContextHandle_t h); ReturnCode_t on_deactivated(in ExecutionContextHandle_t h);
    ReturnCode_t on_aborting(in ExecutionContextHandle_t h); ReturnCode_t on_error(in ExecutionContextHandle_t h);
    ReturnCode_t on_reset(in ExecutionContextHandle_t h);
  };
  interface LightweightRTObject : ComponentAction {
    ReturnCode_t initialize(); ReturnCode_t finalize(); boolean is_alive(in ExecutionContext c); ReturnCode_t exit();
    ExecutionContextHandle_t attach_context(in ExecutionContext c); ReturnCode_t detach_context(in ExecutionContextHandle_t h);
    ExecutionContext get_context(in ExecutionContextHandle_t h); ExecutionContextList get_owned_contexts();
    ExecutionContextList get_participating_contexts(); ExecutionContextHandle_t get_context_handle(in ExecutionContext c);
  };
  interface ExecutionContext {
    boolean is_running(); ReturnCode_t start(); ReturnCode_t stop(); double get_rate(); ReturnCode_t set_rate(in double rate);
    ReturnCode_t add_component(in LightweightRTObject c); ReturnCode_t remove_component(in LightweightRTObject c);
    ReturnCode_t activate_component(in LightweightRTObject c); ReturnCode_t deactivate_component(in LightweightRTObject c);
    ReturnCode_t reset_component(in LightweightRTObject c); LifeCycleState get_component_state(in LightweightRTObject c);
    ExecutionKind get_kind();
  };
  interface DataFlowComponentAction {
    ReturnCode_t on_execute(in ExecutionContextHandle_t h); ReturnCode_t on_state_update(in ExecutionContextHandle_t h);
    ReturnCode_t on_rate_changed(in ExecutionContextHandle_t h);
  };
  interface DataFlowComponent : LightweightRTObject, DataFlowComponentAction {};
  struct PortInterfaceProfile { string instance_name; string type_name; PortInterfacePolarity polarity; };
  typedef sequence<PortInterfaceProfile> PortInterfaceProfileList;
  struct ConnectorProfile { string name; UniqueIdentifier connector_id; PortServiceList ports; NVList properties; };
  typedef sequence<ConnectorProfile> ConnectorProfileList;
  struct PortProfile {
    string name; PortInterfaceProfileList interfaces; PortService port_ref; ConnectorProfileList connector_profiles; RTObject owner;
    NVList properties;
  };
  typedef sequence<PortProfile> PortProfileList;
  struct ExecutionContextProfile { ExecutionKind kind; double rate; RTObject owner; RTCList participants; NVList properties; };
  struct ComponentProfile {
    string instance_name; string type_name; string description; string version; string vendor; string category; PortProfileList port_profiles;
    RTObject parent; NVList properties;
  };
  interface PortService : SDOService {
    PortProfile get_port_profile(); ConnectorProfileList get_connector_profiles(); ConnectorProfile get_connector_profile(in UniqueIdentifier id);
    ReturnCode_t connect(inout ConnectorProfile profile); ReturnCode_t disconnect(in UniqueIdentifier id); ReturnCode_t disconnect_all();
    ReturnCode_t notify_connect(inout ConnectorProfile profile); ReturnCode_t notify_disconnect(in UniqueIdentifier id);
  };
  interface ExecutionContextService : ExecutionContext, SDOService { ExecutionContextProfile get_profile(); };
  interface RTObject : LightweightRTObject, SDO { ComponentProfile get_component_profile(); PortServiceList get_ports(); };
};
#pragma prefix "openrtm.aist.go.jp"
module OpenRTM {
  interface RTComponent : RTObject, DataFlowComponent {};
  interface ExtTrigExecutionContextService : ExecutionContextService { void tick(); };
};
#pragma prefix ""
module OpenRTM {
  enum PortStatus { PORT_OK, PORT_ERROR, BUFFER_FULL, BUFFER_EMPTY, BUFFER_TIMEOUT, UNKNOWN_ERROR };
  typedef sequence<octet> CdrData;
  interface InPortCdr { PortStatus put(in CdrData data); };
  interface OutPortCdr { PortStatus get(out CdrData data); };
};
module RTC {
  struct Time { unsigned long sec; unsigned long nsec; };
  struct TimedState { Time tm; short data; };
  struct TimedShort { Time tm; short data; };
  struct TimedLong { Time tm; long data; };
  struct TimedUShort { Time tm; unsigned short data; };
  struct TimedULong { Time tm; unsigned long data; };
  struct TimedFloat { Time tm; float data; };
  struct TimedDouble { Time tm; double data; };
  struct TimedChar { Time tm; char data; };
  struct TimedBoolean { Time tm; boolean data; };
  struct TimedOctet { Time tm; octet data; };
  struct TimedString { Time tm; string data; };
  struct TimedShortSeq { Time tm; sequence<short> data; };
  struct TimedLongSeq { Time tm; sequence<long> data; };
  struct TimedUShortSeq { Time tm; sequence<unsigned short> data; };
  struct TimedULongSeq { Time tm; sequence<unsigned long> data; };
  struct TimedFloatSeq { Time tm; sequence<float> data; };
  struct TimedDoubleSeq { Time tm; sequence<double> data; };
  struct TimedCharSeq { Time tm; sequence<char> data; };
  struct TimedBooleanSeq { Time tm; sequence<boolean> data; };
  struct TimedOctetSeq { Time tm; sequence<octet> data; };
  struct TimedStringSeq { Time tm; sequence<string> data; };
  struct Point3D { double x; double y; double z; };
  struct Orientation3D { double r; double p; double y; };
  struct Pose3D { Point3D position; Orientation3D orientation; };
  struct AngularVelocity3D { double avx; double avy; double avz; };
  struct Acceleration3D { double ax; double ay; double az; };
  struct TimedPose3D { Time tm; Pose3D data; };
  struct TimedAngularVelocity3D { Time tm; AngularVelocity3D data; };
  struct TimedAcceleration3D { Time tm; Acceleration3D data; };
};
#pragma prefix "omg.org"
module CosNaming {
  struct NameComponent { string id; string kind; };
  typedef sequence<NameComponent> Name;
  enum BindingType { nobject, ncontext };
  struct Binding { Name binding_name; BindingType binding_type; };
  typedef sequence<Binding> BindingList;
  interface BindingIterator { boolean next_one(out Binding b); boolean next_n(in unsigned long how_many, out BindingList b); void destroy(); };
  interface NamingContext {
    void bind(in Name n, in Object o); void rebind(in Name n, in Object o); void bind_context(in Name n, in NamingContext c);
    void rebind_context(in Name n, in NamingContext c); Object resolve(in Name n); void unbind(in Name n); NamingContext new_context();
    NamingContext bind_new_context(in Name n); void destroy();
    void list(in unsigned long how_many, out BindingList b, out BindingIterator i);
  };
};
#pragma prefix ""
module OpenHRP {
  typedef sequence<double> DblSequence;
  typedef double DblArray3[3];
  typedef double DblArray6[6];
  typedef double DblArray9[9];
  struct LinkPosition { DblArray3 p; DblArray9 R; };
  typedef sequence<LinkPosition> LinkPositionSequence;
  struct CharacterPosition { string characterName; LinkPositionSequence linkPositions; };
  typedef sequence<CharacterPosition> CharacterPositionSequence;
  struct LinkPair { string charName1; string linkName1; string charName2; string linkName2; double tolerance; };
  struct CollisionPoint { DblArray3 position; DblArray3 normal; double idepth; };
  typedef sequence<CollisionPoint> CollisionPointSequence;
  struct Collision { LinkPair pair; CollisionPointSequence points; };
  typedef sequence<Collision> CollisionSequence;
  struct WorldState { double time; CharacterPositionSequence characterPositions; CollisionSequence collisions; };
  struct SensorState {
    DblSequence q; DblSequence dq; DblSequence u; sequence<DblArray6> force; sequence<DblArray3> rateGyro; sequence<DblArray3> accel;
    sequence<DblSequence> range;
  };
  enum JointDriveMode { HIGH_GAIN_MODE, TORQUE_MODE };
  enum LinkDataType {
    INVALID_DATA_TYPE, POSITION_GIVEN, JOINT_VALUE, JOINT_VELOCITY, JOINT_ACCELERATION, JOINT_TORQUE, ABS_TRANSFORM, ABS_VELOCITY,
    ABS_ACCELERATION, EXTERNAL_FORCE, CONSTRAINT_FORCE
  };
  interface World {};
  interface ViewSimulator {};
  interface ServerObject { void shutdown(); };
  interface DynamicsSimulator : World {
    void getCharacterSensorState(in string character, out SensorState state);
    void getCharacterSensorValues(in string character, in string sensor, out DblSequence values);
    void getCharacterLinkData(in string character, in string link, in LinkDataType type, out DblSequence values);
    void setCharacterLinkData(in string character, in string link, in LinkDataType type, in DblSequence values);
    void getCharacterAllLinkData(in string character, in LinkDataType type, out DblSequence values);
    void setCharacterAllLinkData(in string character, in LinkDataType type, in DblSequence values);
    void setCharacterAllJointModes(in string character, in JointDriveMode mode);
    void getGVector(out DblSequence gravity);
    void getWorldState(out WorldState state);
    void stepSimulation();
  };
  interface Controller : ServerObject {
    void setDynamicsSimulator(in DynamicsSimulator simulator); void setModelName(in string name);
    void setViewSimulator(in ViewSimulator simulator); void start(); void initialize(); void control(); void input(); void output();
    void stop(); void destroy(); void setTimeStep(in double seconds);
  };
  interface ClockGenerator {
    void subscribe(in ExtTrigExecutionContextService ec, in double period); void unsubscribe(in ExtTrigExecutionContextService ec);
  };
};
#pragma prefix "rcssserver3D"
module rcss {
  interface Simulation { double time(); double time_step(); void pause(); void run(); void step(in unsigned long steps); };
};
"""

Struct = types.SimpleNamespace
PLAIN = {"short": "h", "long": "i", "unsigned short": "H", "unsigned long": "I", "float": "f", "double": "d", "char": "B", "octet": "B"}
NAMES = {"RTComponent": "DataFlowComponent"}  # two interfaces have this name; here their names differ


class Interface:
    def __init__(self, type_id, bases):
        self.type_id, self.bases, self.operations = type_id, bases, {}

    def ids(self):
        found = {self.type_id, "IDL:omg.org/CORBA/Object:1.0"}
        return found.union(*(base.ids() for base in self.bases))

    def operation(self, name):
        """Reads result and parameters: pairs of direction and type."""
        if name in self.operations:
            return self.operations[name]
        return next((found for base in self.bases if (found := base.operation(name))), None)


class Parser:
    """Reads the subset of IDL used above. `types` has the meaning of each name: ("struct", id, members), ("enum", names), ("sequence", type),
    ("union", type of the case, members by case), ("array", type, size), ("name", another)."""

    def __init__(self, text):
        self.words = re.findall(r'#pragma prefix "[^"]*"|[\w:]+|[][{}()<>;,]', re.sub(r"(\w)\s*:\s*(?=\w)", r"\1 : ", text))
        self.at, self.prefix, self.module = 0, "", ""
        self.types, self.interfaces = {}, {}
        while self.at < len(self.words):
            self.part()

    def next(self, *wanted):
        word = self.words[self.at]
        self.at += 1
        assert not wanted or word in wanted, (word, wanted)
        return word

    def part(self):
        word = self.next()
        if word.startswith("#"):
            self.prefix = word.split('"')[1]
        elif word == "module":
            self.module = self.next()
            self.next("{")
        elif word == "}":
            self.next(";")
        else:
            {"interface": self.interface, "typedef": self.typedef, "struct": self.struct, "enum": self.enum, "union": self.union}[word]()

    def type_id(self, name):
        return "IDL:" + "/".join(filter(None, (self.prefix, self.module, NAMES.get(name, name)))) + ":1.0"

    def kind(self):
        word = self.next()
        if word == "sequence":
            self.next("<")
            inner = self.kind()
            self.next(">")
            return "sequence", inner
        return f"unsigned {self.next()}" if word == "unsigned" else word

    def typedef(self):
        kind, name = self.kind(), self.next()
        self.types[name] = kind if isinstance(kind, tuple) else ("name", kind)
        if self.next("[", ";") == "[":
            self.types[name] = ("array", kind, int(self.next()))
            self.next("]")
            self.next(";")

    def members(self):
        found = []
        while self.words[self.at] != "}":
            kind = self.kind()
            found.append((self.next(), kind))
            self.next(";")
        self.next("}")
        self.next(";")
        return found

    def struct(self):
        name = self.next()
        self.next("{")
        self.types[name] = ("struct", self.type_id(name), self.members())

    def enum(self):
        name, found = self.next(), []
        self.next("{")
        while True:
            found.append(self.next())
            if self.next(",", "}") == "}":
                break
        self.next(";")
        self.types[name] = ("enum", found)

    def union(self):
        name = self.next()
        self.next("switch")
        self.next("(")
        switch, cases = self.next(), {}
        self.next(")")
        self.next("{")
        while self.next("case", "}") == "case":
            case = self.next()
            self.next(":")
            kind = self.kind()
            cases[case] = (self.next(), kind)
            self.next(";")
        self.next(";")
        self.types[name] = ("union", switch, cases)

    def interface(self):
        name, bases = self.next(), []
        self.types[name] = ("object",)
        if self.words[self.at] == ";":  # a forward declaration
            self.next(";")
            return
        while self.next(":", ",", "{") != "{":
            bases.append(self.interfaces[self.next()])
        self.interfaces[name] = Interface(self.type_id(name), bases)
        while self.words[self.at] != "}":
            self.operation(self.interfaces[name])
        self.next("}")
        self.next(";")

    def operation(self, interface):
        result, name, parameters = self.kind(), self.next(), []
        self.next("(")
        while self.words[self.at] != ")":
            parameters.append((self.next("in", "out", "inout"), self.kind()))
            self.next()
            if self.words[self.at] == ",":
                self.next()
        self.next(")")
        self.next(";")
        interface.operations[name] = (result, parameters)


PARSED = Parser(IDL)
TYPES, INTERFACES = PARSED.types, PARSED.interfaces
OBJECT = Interface("IDL:omg.org/CORBA/Object:1.0", [])
OBJECT.operations = {"_is_a": ("boolean", [("in", "string")]), "_non_existent": ("boolean", [])}


def operation(interface, name):
    return OBJECT.operations.get(name) or INTERFACES[interface].operation(name)


def write(writer, kind, value):
    form = kind if isinstance(kind, tuple) else TYPES.get(kind)
    if kind == "string":
        writer.string(value)
    elif kind == "boolean":
        writer.put("B", bool(value))
    elif kind == "any":
        giop.any_value(writer, *value)
    elif kind == "TypeCode":
        giop.type_code(writer, value)
    elif kind in PLAIN:
        writer.put(PLAIN[kind], value)
    elif kind == "Object" or form[0] == "object":
        giop.write_reference(writer, value)
    elif form[0] == "enum":
        writer.put("I", form[1].index(value) if isinstance(value, str) else value)
    elif form[0] == "name":
        write(writer, form[1], value)
    elif form[0] == "sequence":
        writer.put("I", len(value))
        for one in value:
            write(writer, form[1], one)
    elif form[0] == "array":
        for one in value:
            write(writer, form[1], one)
    elif form[0] == "union":
        case, one = value
        write(writer, form[1], case)
        write(writer, form[2][case][1], one)
    else:
        for name, member in form[2]:
            write(writer, member, getattr(value, name))


def read(reader, kind):
    form = kind if isinstance(kind, tuple) else TYPES.get(kind)
    if kind == "void":
        return None
    if kind == "string":
        return reader.string()
    if kind == "boolean":
        return reader.get("B") != 0
    if kind == "any":
        return giop.read_any(reader)
    if kind == "TypeCode":
        return giop.read_type(reader)
    if kind in PLAIN:
        return reader.get(PLAIN[kind])
    if kind == "Object" or form[0] == "object":
        return giop.Reference.read(reader)
    if form[0] == "enum":
        return form[1][reader.get("I")]
    if form[0] == "name":
        return read(reader, form[1])
    if form == ("sequence", "octet"):
        return reader.octets()
    if form[0] == "sequence":
        return [read(reader, form[1]) for _ in range(reader.get("I"))]
    if form[0] == "array":
        return [read(reader, form[1]) for _ in range(form[2])]
    if form[0] == "union":
        case = read(reader, form[1])
        return case, read(reader, form[2][case][1])
    return Struct(**{name: read(reader, member) for name, member in form[2]})


def octets(kind, value, little=True):
    """The octets that a data port sends: CDR from the first octet on."""
    writer = giop.Writer(little)
    write(writer, kind, value)
    return bytes(writer.data)


def value(kind, data, little=True):
    reader = giop.Reader(data, little)
    found = read(reader, kind)
    assert reader.at == len(data), (kind, reader.at, len(data))
    return found


def texts(**pairs):
    """A list of string properties; `__` in a name means a dot."""
    return properties({name.replace("__", "."): text for name, text in pairs.items()})


def properties(pairs):
    return [Struct(name=name, value=(giop.TK_STRING, text)) for name, text in pairs.items()]


def found(nv_list, name):
    """The value with this name, or None."""
    return next((one.value[1] for one in nv_list if one.name == name), None)


class Proxy:
    """An object of another program: `port.get_port_profile()`. Result and out parameters are a tuple if there are several. It makes one call at a
    time over one connection; each thread needs its own proxy."""

    def __init__(self, reference, interface, minor=2, little=True, patience=TIMEOUT):
        self.caller, self.turn = None, threading.Lock()
        self.reference, self.interface = reference, interface
        self.how = {"minor": minor, "little": little, "patience": patience}

    def __getattr__(self, name):
        if not operation(self.interface, name):
            raise AttributeError(name)
        return lambda *arguments: self.call(name, *arguments)

    def call(self, name, *arguments):
        result, parameters = operation(self.interface, name)

        def written(writer):
            for (_, kind), argument in zip((one for one in parameters if one[0] != "out"), arguments, strict=True):
                write(writer, kind, argument)

        with self.turn:
            try:
                self.caller = self.caller or giop.Caller(self.reference, **self.how)
                reader = self.caller.call(name, written if parameters else None)
            except OSError:
                self.close()
                raise
        answers = [] if result == "void" else [read(reader, result)]
        answers += [read(reader, kind) for direction, kind in parameters if direction != "in"]
        return answers[0] if len(answers) == 1 else tuple(answers) or None

    def close(self):
        if self.caller:
            self.caller.close()
        self.caller = None

    def __del__(self):
        self.close()
