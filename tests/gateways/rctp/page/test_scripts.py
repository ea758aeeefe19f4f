#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The readers and writers of the operator's page, in a browser and without a server: test_scripts.py PAGE_FOLDER [TEST …]"""

import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(HERE))))
sys.path.insert(0, os.path.join(ROOT, "tests/support"))

import webdriver  # noqa: E402
from skipping import run_tests  # noqa: E402
from webdriver import Browser  # noqa: E402

FOLDER = None
OBJECT = """const object = (kind, direction, more) => ({name: "thing", kind, direction, parameters: [], timeStamp: true, dataMask: true, trigger: false,
  rate: 100, standard: "", translators: [], bits: 1, maxLength: 65535, url: "", nodeNames: [], ...more});
const parameters = (count, type = "float32") => Array.from({length: count}, (_, i) => ({name: "p" + i, unit: "", min: -Infinity, max: Infinity, neutral: 0, type}));
const hex = (octets) => [...octets].map((octet) => octet.toString(16).padStart(2, "0")).join(" ");
const octets = (text) => new Uint8Array(text.split(" ").map((word) => parseInt(word, 16)));
"""


def robot_file(robot="", bodies="", info=""):
    """A description as the server writes it."""
    return f"""<?xml version='1.0' encoding='UTF-8'?>
<X3D profile='Immersive' version='3.0'><Scene>
<ProtoDeclare name='RCML_Robot'><ProtoInterface><field name='name' value='not this'/></ProtoInterface>
<ProtoBody><Group><Transform DEF='in_a_prototype'/></Group></ProtoBody></ProtoDeclare>
<WorldInfo info='{info}'/>{bodies}
<ProtoInstance name='RCML_Robot'><fieldValue name='name' value='rover'/><fieldValue name='children'>
<ProtoInstance name='RCML_Server' containerField='children'/>{robot}</fieldValue></ProtoInstance></Scene></X3D>"""


def instance(node, children="", /, **fields):
    values = "".join(f"<fieldValue name='{field}' value='{value}'/>" for field, value in fields.items())
    inner = f"<fieldValue name='children'>{children}</fieldValue>" if children else ""
    return f"<ProtoInstance name='{node}' containerField='children'>{values}{inner}</ProtoInstance>"


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.browser.open("about:blank")

    def script(self, *names):
        text = ""
        for name in names:
            with open(os.path.join(ROOT if name.startswith("pages/") else FOLDER, name), encoding="utf-8") as file:
                text += file.read()
        return text

    def near(self, got, wanted):
        self.assertEqual(len(got), len(wanted), got)
        for one, other in zip(got, wanted):
            self.assertAlmostEqual(one, other, places=6, msg=f"{got} instead of {wanted}")


class Records(Case):
    def run_with(self, body, *arguments):
        return self.browser.run(self.script("records.js") + OBJECT + body, *arguments)

    def test_written_records_are_those_of_the_documentation(self):
        """The examples of the protocol's documentation are written octet by octet."""
        written = self.run_with("""
          const control = (count, stamp = true) => object("control", "output", {parameters: parameters(count), timeStamp: stamp});
          return [
            controlRecord(2, control(10, false), 0, [0, 0.5, 0, 0, 0, 0, 2, 0, 0, 0], [1, 6]),
            controlRecord(1, control(3), 1000, [1, 7, -2], [0, 2]),
            controlRecord(1, control(3), 100, [100, 0, 0], [0, 1, 2]),
            controlRecord(1, control(3), 500, [100, -50, 0], [1]),
            controlRecord(1, object("control", "output", {parameters: parameters(2), dataMask: false}), 0, [1, -2], [0]),
            controlRecord(1, object("control", "output", {parameters: parameters(14), timeStamp: false}), 0, Array(14).fill(1), [0, 13]),
            controlRecord(1, object("control", "output", {parameters: [...parameters(1, "float64"), ...parameters(1, "int32"), ...parameters(1, "uint8")]}), 1,
              [0.1, -2, 255], [0, 1, 2]),
            textRecord(3, object("text", "output"), 4000, "hello"),
            bitsRecord(5, object("binary", "output"), 4000, [1]),
            bitsRecord(5, object("binary", "output", {bits: 10, timeStamp: false}), 0, [1, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
            systemRecord(SYSTEM.bye), systemRecord(SYSTEM.stop), systemRecord(SYSTEM.release), systemRecord(SYSTEM.ping, 0xdeadbeef),
          ].map(hex);""")
        self.assertEqual(written, [
            "02 00 42 3f 00 00 00 40 00 00 00",
            "01 00 00 03 e8 05 3f 80 00 00 c0 00 00 00",
            "01 00 00 00 64 07 42 c8 00 00 00 00 00 00 00 00 00 00",
            "01 00 00 01 f4 02 c2 48 00 00",
            "01 00 00 00 00 3f 80 00 00 c0 00 00 00",
            "01 20 01 3f 80 00 00 3f 80 00 00",
            "01 00 00 00 01 07 3f b9 99 99 99 99 99 9a ff ff ff fe ff",
            "03 00 00 0f a0 00 05 68 65 6c 6c 6f",
            "05 00 00 0f a0 01",
            "05 02 01",
            "00 00", "00 01", "00 05", "00 02 de ad be ef"])

    def test_records_are_read(self):
        read = self.run_with("""
          const objects = {1: object("control", "input", {parameters: parameters(10), timeStamp: false}), 4: object("text", "input"), 5: object("binary", "input"),
            7: object("binary", "input", {bits: 10})};
          const message = octets("01 00 42 3f 00 00 00 40 00 00 00 04 00 00 10 0e 00 03 28 61 29 05 00 00 ee 48 01 07 00 00 00 00 02 01 " +
            "00 03 de ad be ef 00 00 13 88 00 04 00 03 6f 62 6a 00 01 00 05 00 06 00 00");
          return readRecords(message.buffer, (id) => objects[id]);""")
        self.assertEqual(read, [
            {"id": 1, "stamp": 0, "which": [1, 6], "values": [0.5, 2]},
            {"id": 4, "stamp": 4110, "text": "(a)"},
            {"id": 5, "stamp": 61000, "bits": [1]},
            {"id": 7, "stamp": 0, "bits": [1, 0, 0, 0, 0, 0, 0, 0, 0, 1]},
            {"system": "pong", "token": 0xdeadbeef, "stamp": 5000},
            {"system": "error", "text": "obj"},
            {"system": "stop"}, {"system": "release"}, {"system": "changed"}, {"system": "bye"}])

    def test_states_of_the_world_are_read(self):
        world = self.run_with("""return readRecords(octets("06 00 00 2e e0 00 2d 00 00 04 b0 00 00 01 c0 00 00 00 3d cc cc cd 40 00 00 00 " +
            "00 00 00 00 3f 80 00 00 00 00 00 00 3f c9 0f db 00 03 02 3f 49 0f d8 00 07 03").buffer, () => object("binary", "input", {bits: 0}))
            .map((record) => readWorld(record.octets))[0];""")
        self.assertEqual(world["step"], 1200)
        pose, view, gone = world["entries"]
        self.assertEqual(pose["node"], 0)
        self.near(pose["translation"] + pose["rotation"], [-2, 0.1, 2, 0, 1, 0, 1.5707963])
        self.assertEqual(view["node"], 3)
        self.near([view["fieldOfView"]], [0.785398])
        self.assertEqual(gone, {"node": 7, "gone": True})

    def test_invalid_messages_are_refused(self):
        """Messages that end too early, and unknown numbers, codes and kinds, are refused."""
        wrong = self.run_with("""
          const objects = {1: object("control", "input", {parameters: parameters(3)}), 4: object("text", "input"), 6: object("binary", "input", {bits: 0})};
          const fails = (what) => { try { what(); return ""; } catch (error) { return String(error.message); } };
          const read = (text) => fails(() => readRecords(octets(text).buffer, (id) => objects[id]));
          const whole = ["01 00 00 00 64 07 42 c8 00 00 00 00 00 00 00 00 00 00", "04 00 00 10 0e 00 03 28 61 29", "06 00 00 00 00 00 02 01 02", "00 03 de ad be ef 00 00 13 88"];
          const cut = whole.flatMap((text) => text.split(" ").slice(1).map((_, i) => read(text.split(" ").slice(0, i + 1).join(" "))));
          return {whole: whole.map(read), cut, others: [read("09 00"), read("00 09"), fails(() => readWorld(octets("00 00 00 01 00 00 09")))]};""")
        self.assertEqual(wrong["whole"], [""] * 4)
        self.assertTrue(all(wrong["cut"]), wrong["cut"])
        self.assertEqual(wrong["others"], ["there is no object with the number 9", "there is no record about the session with the code 9",
                                           "there is no entry of the kind 9"])


class Descriptions(Case):
    def read(self, text):
        return self.browser.run(self.script("pages/geometry.js", "rcml.js") + """
          const plain = (value) => value === Infinity ? "inf" : value === -Infinity ? "-inf" : value;
          const made = readRcml(arguments[0]);
          for (const object of made.objects) for (const parameter of object.parameters) for (const name of ["min", "max"]) parameter[name] = plain(parameter[name]);
          return {...made, bodies: Object.fromEntries(made.bodies), cameras: Object.fromEntries(made.cameras)};""", text)

    def test_objects_are_read_from_the_description(self):
        data = instance("RCML_ControlOutputData", name="head", parameters="3", parameterName='"pan" "tilt" "zoom"', unit='"degrees" "degrees" ""',
                        dataType='"float64"', minValue="-100 -25 1", maxValue="100 25 12", neutralValue="0 0 1", trigger="true", rate="50",
                        dataMask="false", timeStamp="false", standard="pan-tilt-zoom", translator='"/translators/a.js" "/translators/b \\" c.js"')
        made = self.read(robot_file(
            instance("RCML_ControlOutput", data, byteOrder="BIG_ENDIAN")
            + instance("RCML_ControlInput", instance("RCML_ControlInputData", name="pose", parameters="2", parameterName='"x" "heading"'))
            + instance("RCML_TextOutput", name="say", maxLength="512") + instance("RCML_VideoInput", name="camera", url='"http://h/rover/camera.mjpg"')
            + instance("RCML_BinaryInput", name="world", bits="0", nodeName='"rover" "" "&lt;b&gt;"') + instance("RCML_TextInput", name="say")
            + instance("RCML_OdorInput", name="smell"), info='"step 12" "unit metre"'))
        self.assertEqual((made["robot"], made["info"]), ("rover", ["step 12", "unit metre"]))
        self.assertEqual([(each["name"], each["kind"], each["direction"]) for each in made["objects"]],
                         [("head", "control", "output"), ("pose", "control", "input"), ("say", "text", "output"), ("camera", "video", "input"),
                          ("world", "binary", "input")])
        head, pose, say, camera, world = made["objects"]
        self.assertEqual(head["parameters"][2], {"name": "zoom", "unit": "", "min": 1, "max": 12, "neutral": 1, "type": "float64"})
        self.assertEqual((head["trigger"], head["dataMask"], head["timeStamp"], head["rate"], head["standard"]), (True, False, False, 50, "pan-tilt-zoom"))
        self.assertEqual(head["translators"], ["/translators/a.js", '/translators/b " c.js'])
        self.assertEqual(pose["parameters"][1], {"name": "heading", "unit": "", "min": "-inf", "max": "inf", "neutral": 0, "type": "float32"})
        self.assertEqual((pose["timeStamp"], pose["dataMask"], pose["trigger"]), (True, True, False))
        self.assertEqual((say["maxLength"], camera["url"], world["bits"], world["nodeNames"]), (512, "http://h/rover/camera.mjpg", 0, ["rover", "", "<b>"]))

    def test_bodies_are_converted_to_world_coordinates(self):
        """The file has y up and looks along -z; a heading of 90 degrees about the world's z is one about y there."""
        red = "<Appearance><Material DEF='matRed' diffuseColor='0.9 0.1 0.2' transparency='0.25'/></Appearance>"
        made = self.read(robot_file(bodies=f"""
          <Transform DEF='rover' translation='-2 0.1 3' rotation='0 1 0 1.5707963'>
            <Shape>{red}<Box size='1 2 3'/></Shape>
            <Transform translation='0 0.5 0' rotation='0 1 0 1.5707963'>
              <Transform translation='1 0 0'><Shape><Appearance><Material USE='matRed'/></Appearance><Cylinder radius='0.2' height='0.7'/></Shape></Transform>
            </Transform>
            <Shape><Sphere radius='0.3'/></Shape><Shape><Unknown/></Shape><Shape><Cone bottomRadius='0.1' height='0.4'/></Shape>
          </Transform>
          <Transform translation='1 2 3'/>
          <Transform DEF='rover_camera'><Viewpoint fieldOfView='0.6559'/></Transform>"""))
        self.assertEqual(sorted(made["bodies"]), ["#2", "rover", "rover_camera"])
        self.assertEqual(made["cameras"], {"rover_camera": {"fieldOfView": 0.6559}})
        rover = made["bodies"]["rover"]
        self.near(rover["place"], [-2, -3, 0.1])
        self.near(rover["turn"], [0, -1, 0, 1, 0, 0, 0, 0, 1])
        self.near(rover["translation"] + rover["rotation"], [-2, 0.1, 3, 0, 1, 0, 1.5707963])
        box, cylinder, sphere, cone = rover["shapes"]
        self.assertEqual((box["kind"], box["size"]), ("box", [1, 3, 2]))
        self.near(box["colour"], [0.9, 0.1, 0.2, 0.75])
        self.assertEqual((cylinder["kind"], cylinder["size"], cylinder["colour"]), ("cylinder", [0.2, 0.7], box["colour"]))
        self.near(cylinder["place"], [0, 1, 0.5])
        self.near(cylinder["turn"], [0, -1, 0, 1, 0, 0, 0, 0, 1])
        self.assertEqual((sphere["kind"], sphere["size"], cone["kind"], cone["size"]), ("sphere", [0.3], "cone", [0.1, 0.4]))
        self.near(made["bodies"]["#2"]["place"], [1, -3, 2])

    def test_invalid_descriptions_are_refused(self):
        problems = self.browser.run(self.script("pages/geometry.js", "rcml.js") + """return arguments[0].map((text) => {
          try { readRcml(text); return ""; } catch (error) { return error.message; } });""",
                                ["", "<X3D><Scene>", "<html/>", "<X3D/>", "nothing", robot_file()])
        self.assertEqual(problems[-1], "")
        for sentence in problems[:-1]:
            self.assertRegex(sentence, "^the description of the robot is not (XML|X3D)$")

    def test_invalid_numbers_are_replaced_and_cycles_of_nodes_end(self):
        """Unreadable values are replaced by defaults, and nodes that use themselves end."""
        made = self.read(robot_file(
            instance("RCML_ControlOutput", instance("RCML_ControlOutputData", name="drive", parameters="1000000000", minValue="NaN x", maxValue="1e999")),
            """<Transform DEF='odd' translation='1 2' rotation='0 0 0 1'><Shape><Box size='NaN 1 1'/></Shape><Group DEF='loop'><Group USE='loop'/><Group USE='loop'/></Group></Transform>"""))
        self.assertEqual(len(made["objects"][0]["parameters"]), 64)
        self.assertEqual(made["objects"][0]["parameters"][0]["min"], "-inf")
        self.assertEqual(made["bodies"]["odd"]["place"], [0, 0, 0])
        self.assertEqual(made["bodies"]["odd"]["turn"], [1, 0, 0, 0, 1, 0, 0, 0, 1])
        self.assertEqual(made["bodies"]["odd"]["shapes"][0]["size"], [2, 2, 2])


if __name__ == "__main__":
    if lack := webdriver.missing():
        print(f"skipped: there is no {lack}")
        sys.exit(77)
    FOLDER = os.path.abspath(sys.argv[1])
    run_tests(sys.argv[2:])
