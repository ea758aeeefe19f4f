#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Components as another system sees them: profiles, configuration, and every operation.  test_omg.py RTM_HOST FOLDER_OF_PROBE"""

import unittest

from omg_stage import TYPES, WAYS, Stage

import giop
import omg_idl
import omg_peer
from omg_idl import Proxy, Struct, found
from omg_peer import ACTIVE, BAD_PARAMETER, CREATED, FAILED, OK, connector
from programs import wait_until
from skipping import run_tests

AT_ONCE = Struct(sec=0, nsec=0)


class OtherSystemItself(unittest.TestCase):
    """The other system itself works."""

    def orb(self, *how):
        orb = omg_peer.Orb(*how)
        self.addCleanup(orb.close)
        return orb

    def test_values_have_the_octets_of_the_standard(self):
        value = Struct(tm=Struct(sec=1, nsec=500), data=[2.5])
        self.assertEqual("01000000f401000001000000000000000000000000000440", omg_idl.octets("TimedDoubleSeq", value).hex())
        self.assertEqual("00000001000001f400000001000000004004000000000000", omg_idl.octets("TimedDoubleSeq", value, little=False).hex())
        text = Struct(tm=AT_ONCE, data=["ab", ""])
        self.assertEqual("0000000000000000" "02000000" "03000000" "61620000" "01000000" "00", omg_idl.octets("TimedStringSeq", text).hex())
        for kind, data in (("TimedPose3D", Struct(position=Struct(x=1.0, y=2.0, z=3.0), orientation=Struct(r=4.0, p=5.0, y=6.0))),
                           ("TimedBooleanSeq", [True, False]), ("TimedOctetSeq", b"\1\2"), ("TimedShort", -2)):
            for little in (True, False):
                data_and_time = Struct(tm=Struct(sec=7, nsec=8), data=data)
                self.assertEqual(data_and_time, omg_idl.value(kind, omg_idl.octets(kind, data_and_time, little), little))

    def test_interfaces_have_the_ids_of_the_standard(self):
        for name, type_id in (("RTComponent", "IDL:openrtm.aist.go.jp/OpenRTM/DataFlowComponent:1.0"), ("PortService", "IDL:omg.org/RTC/PortService:1.0"),
                              ("InPortCdr", "IDL:OpenRTM/InPortCdr:1.0"), ("SDO", "IDL:org.omg/SDOPackage/SDO:1.0"),
                              ("ExtTrigExecutionContextService", "IDL:openrtm.aist.go.jp/OpenRTM/ExtTrigExecutionContextService:1.0")):
            self.assertEqual(type_id, omg_idl.INTERFACES[name].type_id)
        self.assertLessEqual({"IDL:omg.org/RTC/RTObject:1.0", "IDL:omg.org/RTC/DataFlowComponent:1.0", "IDL:org.omg/SDOPackage/SDOSystemElement:1.0"},
                             omg_idl.INTERFACES["RTComponent"].ids())

    def test_two_of_its_ports_connect_and_transfer_values(self):
        for minor, little in WAYS:
            with self.subTest(minor=minor, little=little):
                one, other = self.orb(little, minor), self.orb(not little, minor)
                source, target = omg_peer.OutPort(one, "Y0.out", "TimedDoubleSeq"), omg_peer.InPort(other, "X0.in", "TimedDoubleSeq")
                order = [source.reference, target.reference] if little else [target.reference, source.reference]
                profile = omg_peer.connector(order, serializer__cdr__endian="big,little")
                code, profile = Proxy(source.reference, "PortService", minor, little).connect(profile)
                self.assertEqual(OK, code)
                self.assertEqual(["PORT_OK"], source.write([1.0, 2.5], sec=3))
                came = target.values(profile.connector_id, little=False)
                self.assertEqual([Struct(tm=Struct(sec=3, nsec=0), data=[1.0, 2.5])], came)
                self.assertEqual(OK, Proxy(target.reference, "PortService", minor, little).disconnect(profile.connector_id))
                self.assertEqual(({}, {}), (source.connectors, target.connectors))

    def test_its_context_executes_its_component(self):
        orb = self.orb()
        component, context = omg_peer.Component(orb), omg_peer.Context(orb)
        remote = Proxy(context.reference, "ExtTrigExecutionContextService")
        self.assertEqual((CREATED, BAD_PARAMETER), (remote.get_component_state(component.reference), remote.activate_component(component.reference)))
        self.assertEqual((OK, OK), (remote.add_component(component.reference), remote.activate_component(component.reference)))
        remote.tick()
        self.assertEqual(ACTIVE, remote.get_component_state(component.reference))
        component.fails["on_deactivated"] = "RTC_ERROR"
        self.assertEqual(OK, remote.deactivate_component(component.reference))
        remote.tick()
        self.assertEqual(["on_activated", "on_execute", "on_state_update", "on_deactivated"], component.callbacks)
        self.assertEqual(FAILED, remote.get_component_state(component.reference))


class Profiles(Stage):
    components = ("Probe", "Logic")

    def test_a_component_has_the_published_ids(self):
        reference = self.host.reference(kind="rtc")
        self.assertEqual("IDL:openrtm.aist.go.jp/OpenRTM/DataFlowComponent:1.0", reference.type_id)
        component = self.component()
        for kind in ("IDL:omg.org/RTC/RTObject:1.0", "IDL:omg.org/RTC/DataFlowComponent:1.0", "IDL:org.omg/SDOPackage/SDO:1.0",
                     "IDL:omg.org/RTC/DataFlowComponentAction:1.0", reference.type_id):
            self.assertTrue(component._is_a(kind), kind)
        self.assertFalse(component._is_a("IDL:RtComponent:1.0"))
        self.assertFalse(component._non_existent())

    def test_the_profile_is_complete(self):
        reference = self.host.reference(kind="rtc")
        for minor, little in WAYS:
            with self.subTest(minor=minor, little=little):
                component = self.component(minor=minor, little=little)
                profile = component.get_component_profile()
                self.assertEqual(("Probe0", "Probe", None), (profile.instance_name, profile.type_name, profile.parent))
                names = [f"Probe0.{port}" for port in (*TYPES, *(f"{port}_out" for port in TYPES))]
                self.assertEqual(names, [port.name for port in profile.port_profiles])
                self.assertEqual([port.port_ref for port in profile.port_profiles], component.get_ports())
                for port, kind in zip(profile.port_profiles, 2 * list(TYPES.values())):
                    way = "Out" if port.name.endswith("_out") else "In"
                    self.assertEqual((reference, [], []), (port.owner, port.interfaces, port.connector_profiles))
                    self.assertEqual("IDL:omg.org/RTC/PortService:1.0", port.port_ref.type_id)
                    for key, value in (("port.port_type", f"Data{way}Port"), ("dataport.data_type", f"IDL:RTC/{kind}:1.0"),
                                       ("dataport.marshaling_types", "cdr")):
                        self.assertEqual(value, found(port.properties, key), port.name)
                    self.assertIn("corba_cdr", found(port.properties, "dataport.interface_type"))
                    self.assertEqual({"push", "pull"}, set(found(port.properties, "dataport.dataflow_type").split(",")))
                    if way == "In":
                        self.assertEqual("Any", found(port.properties, "dataport.subscription_type"))
                    else:
                        self.assertLessEqual({"flush", "new", "periodic"}, set(found(port.properties, "dataport.subscription_type").split(",")))
                    self.assertEqual(port, Proxy(port.port_ref, "PortService", minor, little).get_port_profile())

    def test_properties_that_tools_read(self):
        properties = self.component("Logic0").get_component_profile().properties
        for key, value in (("implementation_id", "Logic"), ("type_name", "Logic"), ("instance_name", "Logic0"), ("conf.default.threshold", "100")):
            self.assertEqual(value, found(properties, key))
        self.assertLessEqual({"description", "version", "vendor", "category", "activity_type", "max_instance", "language", "lang_type"},
                             {one.name for one in properties})
        self.assertEqual({giop.TK_STRING}, {one.value[0] for one in properties})

    def test_the_sdo_interface_is_answered(self):
        component = self.component()
        self.assertEqual("Probe0", component.get_sdo_id())
        self.assertTrue(component.get_sdo_type())
        device = component.get_device_profile()
        self.assertTrue(device.device_type and device.manufacturer and device.model and device.version)
        for operation in ("get_service_profiles", "get_organizations", "get_owned_organizations", "get_status_list"):
            self.assertEqual([], component.call(operation), operation)
        for operation, arguments, exception in (("get_monitoring", (), "InterfaceNotImplemented"), ("get_status", ("x",), "InvalidParameter"),
                                                ("get_service_profile", ("x",), "InvalidParameter"),
                                                ("get_sdo_service", ("x",), "InvalidParameter")):
            with self.assertRaises(giop.UserException) as caught:
                component.call(operation, *arguments)
            self.assertEqual(f"IDL:org.omg/SDOPackage/{exception}:1.0", caught.exception.type_id)

    def test_configuration_sets_can_be_read_and_changed(self):
        for minor, little in WAYS:
            with self.subTest(minor=minor, little=little):
                configuration = Proxy(self.component("Logic0").get_configuration(), "Configuration", minor, little)

                def values(one):
                    return {pair.name: pair.value[1] for pair in one.configuration_data}

                self.assertEqual([("default", {"threshold": "100"})], [(one.id, values(one)) for one in configuration.get_configuration_sets()])
                dim = Struct(id="dim", description="a dark room", configuration_data=omg_idl.texts(threshold="7"))
                self.assertTrue(configuration.add_configuration_set(dim))
                self.assertEqual("default", configuration.get_active_configuration_set().id)
                self.assertTrue(configuration.activate_configuration_set("dim"))
                self.assertFalse(configuration.activate_configuration_set("bright"))
                self.assertEqual("dim", configuration.get_active_configuration_set().id)
                # The component is inactive, and takes the set over without a pass.
                wait_until(lambda: found(configuration.get_configuration_parameter_values(), "threshold") == "7")
                dim.configuration_data = omg_idl.texts(threshold="8")
                self.assertTrue(configuration.set_configuration_set_values(dim))
                self.assertEqual({"threshold": "8"}, values(configuration.get_configuration_set("dim")))
                self.assertTrue(configuration.activate_configuration_set("default"))
                self.assertTrue(configuration.remove_configuration_set("dim"))
                self.assertFalse(configuration.remove_configuration_set("dim"))
                wait_until(lambda: found(configuration.get_configuration_parameter_values(), "threshold") == "100")


def neutral(kind):
    """A neutral argument of this type."""
    form = kind if isinstance(kind, tuple) else omg_idl.TYPES.get(kind)
    if kind == "string":
        return "x"
    if kind in omg_idl.PLAIN or kind == "boolean":
        return 0
    if kind == "any":
        return giop.TK_STRING, "x"
    return {"name": lambda: neutral(form[1]), "sequence": list, "object": lambda: None, "enum": lambda: form[1][0],
            "struct": lambda: Struct(**{name: neutral(member) for name, member in form[2]})}[form[0]]()


def operations(interface):
    """All operations of an interface and its bases."""
    own = omg_idl.INTERFACES[interface] if isinstance(interface, str) else interface
    return [*(one for base in own.bases for one in operations(base)), *own.operations]


class EveryOperation(Stage):
    """Each operation answers with exactly the octets of its result, in each version of GIOP and byte order, even to neutral arguments."""

    components = ("Probe", "Logic")
    LAST = ("finalize", "exit")

    def call_all(self, reference, interface, minor, little):
        proxy = Proxy(reference, interface, minor, little)
        for operation in dict.fromkeys(operations(interface)):
            if operation not in self.LAST:
                self.call_one(proxy, operation)

    def call_one(self, proxy, operation):
        _, parameters = omg_idl.operation(proxy.interface, operation)
        with self.subTest(operation=operation, **proxy.how):
            try:
                proxy.call(operation, *(neutral(kind) for direction, kind in parameters if direction != "out"))
            except giop.UserException as exception:
                self.assertIn("SDOPackage", exception.type_id)

    def test_operations_of_component_context_ports_and_configuration(self):
        source, target = omg_peer.OutPort(self.orb, "Y0.out", "TimedFloat"), omg_peer.InPort(self.orb, "X0.in", "TimedFloat")
        for minor, little in WAYS:
            self.call_all(self.host.reference(kind="rtc"), "RTComponent", minor, little)
            self.call_all(self.context().reference, "ExecutionContextService", minor, little)
            self.call_all(self.component().get_configuration(), "Configuration", minor, little)
            for port in ("float", "float_out"):
                self.call_all(self.port(port).reference, "PortService", minor, little)
            code, profile = self.port("float").connect(connector([self.port("float").reference, source.reference]))
            self.assertEqual(OK, code)
            self.call_all(source.ends[profile.connector_id].reference, "InPortCdr", minor, little)
            code, profile = self.port("float_out").connect(connector([target.reference, self.port("float_out").reference], dataflow_type="pull"))
            self.assertEqual(OK, code)
            self.call_all(target.ends[profile.connector_id].reference, "OutPortCdr", minor, little)
            for port in ("float", "float_out"):
                self.assertEqual(OK, self.port(port).disconnect_all())
        self.assert_alive()

    def test_an_ended_component_does_not_exist_any_more(self):
        component = self.component("Logic0")
        reference = component.get_owned_contexts()[0]
        self.assertEqual("PRECONDITION_NOT_MET", component.finalize())
        self.assertEqual(OK, component.exit())
        self.host.wait_for("Logic0")
        wait_until(lambda: self.is_gone(component.reference) and self.is_gone(reference))
        self.assert_alive()

    def is_gone(self, reference):
        try:
            return Proxy(reference, "RTComponent")._non_existent()
        except giop.SystemException as exception:
            return exception.name == "OBJECT_NOT_EXIST"


if __name__ == "__main__":
    run_tests()
