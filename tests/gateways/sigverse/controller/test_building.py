# SPDX-License-Identifier: Apache-2.0
"""Compiling controllers: the headers in all spellings and standards, sigmake, and common Makefiles; and the error messages of runac.
Usage: test_building.py FOLDER-OF-PROGRAMS"""

import os
import pathlib
import shutil
import subprocess
import sys
import unittest

from octets import ATTACH, ATTACHED, LOG, ON_INIT, packet, text, u16
from stage import Built, Stage

HERE = pathlib.Path(__file__).parent
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror")
FLAT = """Controller ControllerEvent Logger SimObj ViewImage RawSound Text JointForce Vector3d modelerr ControllerInf ControllerImpl RecvEvent
ViewImageInfo Encode Rotation Position Size Parts CParts Value Attribute SimObjBase MessageSender Service systemdef""".split()
COMMANDS = "Action Collision Controller NoData RecvMessage RecvSound RecvText".split()
SPELLINGS = ([f"{folder}{name}.h" for folder in ("", "sigverse/", "sigverse/commonlib/") for name in FLAT]
             + [f"{folder}comm/controller/{name}.h" for folder in ("", "sigverse/", "sigverse/commonlib/") for name in COMMANDS])
SMALLEST = '#include "Controller.h"\nextern "C" Controller *createController() { return new Controller; }\n'

# A source in the style of its time: it includes only the controller's header, uses all of std in the global namespace, and defines common
# names and macros of its own.
CROWDED = """
#include <sigverse/commonlib/Controller.h>
#include <sigverse/commonlib/ControllerEvent.h>
#include <sigverse/commonlib/Logger.h>
#include <vector>
#include <string>
#include <map>
#define PI 3.1415926535
#define ARY_SIZE(ARY) ( (int)(sizeof(ARY)/sizeof(ARY[0])) )
#define ERROR 0.05
using namespace std;
typedef map<string, Vector3d> Places;
struct Action { int id; double time; };
enum State { INIT, MOVE, STOP, DETACH };
static int count = 0;
double distance(double a, double b) { return fabs(a - b); }
Vector3d operator+(const Vector3d &a, const Vector3d &b) { return Vector3d(a.x() + b.x(), a.y() + b.y(), a.z() + b.z()); }
Vector3d operator-(const Vector3d &a, const Vector3d &b) { return Vector3d(a.x() - b.x(), a.y() - b.y(), a.z() - b.z()); }
class RobotController : public Controller {
public:
  void onInit(InitEvent &evt);
  double onAction(ActionEvent &evt);
  void onRecvMsg(RecvMsgEvent &evt);
  void onCollision(CollisionEvent &evt);
  double rotate_around_point(Vector3d pos, double ang);
private:
  RobotObj *m_robotObject;
  ViewService *m_view;
  BaseService *m_ref;
  vector<string> m_entities;
  State m_state;
  bool m_grasp;
  Places places;
};
void RobotController::onInit(InitEvent &evt) {
  (void)evt;
  m_robotObject = getRobotObj(myname());
  m_robotObject->setWheel(10.0, 10.0);
  m_view = NULL; m_ref = NULL; m_grasp = false; m_state = INIT;
  srand((unsigned)time( NULL ));
  getAllEntities(m_entities);
}
double RobotController::rotate_around_point(Vector3d pos, double ang) {
  Vector3d own; Rotation rot;
  m_robotObject->getPosition(own);
  m_robotObject->getRotation(rot);
  double theta = 2 * asin(rot.qy());
  dReal x = rot.qx(), w = rot.qw();
  pos -= own;
  if (w * x < 0) theta *= -1;
  return distance(theta, ang) + Vector3d(pos + own).length() + (own - pos).length();
}
double RobotController::onAction(ActionEvent &evt) {
  if (checkService("SIGViewer") && m_view == NULL) m_view = (ViewService*)connectToService("SIGViewer");
  if (m_view != NULL) { ViewImage *img = m_view->captureView(2, COLORBIT_24, IMAGE_320X240);
    if (img != NULL) { unsigned char *data = (unsigned char*)img->getBuffer(); count += data[0]; delete img; } }
  SimObj *obj = getObj(m_entities.empty() ? "" : m_entities[0].c_str());
  if (obj) { Vector3d vec; obj->getPosition(vec); places[obj->name()] = vec; }
  switch (m_state) { case INIT: m_state = MOVE; break; default: break; }
  m_robotObject->setJointVelocity("RARM_JOINT1", -ERROR, 0.0);
  m_robotObject->setWheelVelocity(PI, rotate_around_point(Vector3d(), evt.time()));
  if (rand() % ARY_SIZE("abc") == 5) usleep(1000);
  return MAX(0.1, MIN(1, 0.2));
}
void RobotController::onRecvMsg(RecvMsgEvent &evt) {
  string sender = evt.getSender();
  char *all_msg = (char*)evt.getMsg();
  char *delim = (char*)(" ");
  char *ctx = strtok(all_msg, delim);
  if (ctx && strcmp(ctx, "grasp") == 0) broadcastMsgToSrv(string(ctx) + sender + "\\n");
  vector<string> to; to.push_back(sender); sendMsg(to, "ok");
  if (m_ref != NULL) m_ref->sendMsgToSrv("11111");
  LOG_MSG((all_msg));
}
void RobotController::onCollision(CollisionEvent &evt) {
  if (m_grasp) return;
  typedef CollisionEvent::WithC C;
  const C &with = evt.getWith();
  const vector<string> & mparts = evt.getMyParts();
  for (C::const_iterator it = with.begin(); it != with.end(); ++it)
    for (int i = 0; i < (int)mparts.size(); i++)
      if (mparts[i] == "RARM_LINK7") {
        CParts * parts = m_robotObject->getParts("RARM_LINK7");
        if (parts->graspObj(*it)) m_grasp = true;
      }
}
extern "C" Controller * createController () { return new RobotController; }
"""

# Less common usage of the same years: base classes, maps by name, log statements without semicolons, ODE's names, numbers in place of
# enumerators, and results that are ignored or kept.
UNCOMMON = """
#include "Controller.h"
#include "ControllerEvent.h"
#include "Logger.h"
#include "Encode.h"
using namespace std;
EXPORT_FUNC int turns(int n);
int turns(int n) { return n; }
class Uncommon : public Controller {
  dQuaternion head;
  dMatrix3 frame;
  dVector3 axis;
public:
  void onInit(InitEvent &)
  {
    LOG_STDOUT(true)
    LOG_MSG(("begin"))
    SimObj *my = getObj(myname());
    if (my == NULL) { LOG_ERR(("no %s", myname())) return; }
    dQuaternion turn;
    dQFromAxisAndAngle(turn, 0, 1, 0, M_PI / 4);
    dQFromAxisAndAngle(head, 1, 0, 0, 0.5);
    dQMultiply0(head, turn, head);
    dQMultiply1(turn, head, turn);
    my->setEntityQuaternion(head, true);
    for (int i = 0; i < 3; i++) { axis[i] = turn[i + 1]; frame[i] = Rotation(head)(0, i); }
    Parts *arm = my->getParts("RARM_LINK4");
    if (arm) { const dReal *at = arm->getPosition(); axis[0] = at[0] + arm->getQuaternion()[0] + arm->getRotation()[10]; }
    SimObj::PartsM parts = my->getPartsCollection();
    for (SimObj::PartsM::iterator it = parts.begin(); it != parts.end(); it++) { it->second->getPosition(place); }
    SimObj::CPartsItr next = my->getPartsIterator();
    while (CParts *one = next.next()) one->releaseObj();
    string link = my->getCameraLinkName(3);
    CParts *eye = my->getParts(link.c_str());
    if (eye && my->getCamPos(place, 3, false).length() > 0) my->setCamLink(link);
    bool moved = my->setCamPos(place, 2), running = getSimState();
    my->dump(); my->print();
    Vector3d ahead(0, 0, 1);
    double angle = acos(ahead.angle(place));
    place.shift(ahead);
    if (place != ahead && angle == angle && moved && running) Rotation(head).apply(ahead, place);
    displayText("ready", turns(24), "red");
    sendDisplayText(0.0, "man", "hello", 24, "blue");
    char *words[] = { (char*)"go", (char*)"left" };
    sendDisplayMessage("man", 2, words, 24, "green");
    broadcastDisplayMessage(2, words, 24, "gray");
    char left[] = "LWHEEL", right[] = "RWHEEL";
    setWheelProperty(left, 0.0, 10.0, 0.1, 0.0, 0.0, 500.0, right, 0.0, 10.0, 0.1, 0.0, 0.0, 500.0);
    setWheelProperty(myname(), left, 0.0, 10.0, 0.1, 0.0, 0.0, 500.0, right, 0.0, 10.0, 0.1, 0.0, 0.0, 500.0);
    differentialWheelsSetSpeed(1.0, 1.0);
    differentialWheelsSetSpeed(myname(), getLeftWheelRadius(myname()), getAxleLength() + getRightEncoderNoise());
  }
  void onRecvSound(RecvSoundEvent &evt)
  {
    RawSoundHeader &header = evt.getRawSound()->getHeader();
    Text *text = getText(*evt.getRawSound());
    int code = text ? text->getEncode() : ENCODE_NOT_SET;
    if (text && text->getString() == NULL) code = header.getSamplingRate();
    Encode encode = code;
    if (encode == ENCODE_EUCJP || encode == ENCODE_UTF8) LOG_MSG(("%d", encode))
    delete text;
    int colour = 1;
    ViewImage *img = captureView(colour, IMAGE_320X240);
    if (img) LOG_MSG(("%d", img->getInfo().getBytesPerOnePixel() * (int)img->getInfo().getDataType()))
    delete img;
    ViewImage empty(ViewImageInfo(IMAGE_DATA_WINDOWS_BMP, COLORBIT_24, IMAGE_320X240));
    empty.copyBuffer("abc", 3);
  }
private:
  Vector3d place;
};
extern "C" EXPORT_FUNC Controller *createController() { return new Uncommon; }
"""

# Ambiguous since std::end exists.
GLOBAL_END = """
#include "Controller.h"
bool end;
using namespace std;
struct Ends : Controller { double onAction(ActionEvent &) { return end ? 10.0 : 1.0; } };
extern "C" Controller *createController() { return new Ends; }
"""

MAKEFILE = """
SIG_SRC = $(SIGVERSE_PATH)/include/sigverse

OBJS = Usual.so

all: $(OBJS)

%.so: %.cpp
\tg++ -DCONTROLLER -DNDEBUG -DUSE_ODE -DdDOUBLE -I$(SIG_SRC) -I$(SIG_SRC)/comm/controller -fPIC -shared -o $@ $<

clean:
\trm -f ./*.so
"""


def run(*command, **how):
    return subprocess.run(command, capture_output=True, text=True, **how)


class Building(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.built = Built(BIN)
        cls.folder = cls.built.path
        cls.home = cls.built.bin.parent / "sigverse"

    @classmethod
    def tearDownClass(cls):
        cls.built.folder.cleanup()

    def check_runs(self, library):
        """The controller attaches, gets its events and ends."""
        with Stage(self.built, library, answer="") as stage:
            stage.link.send(packet(ON_INIT))
            stage.finish()

    def test_each_header_compiles_alone_and_by_each_spelling(self):
        """Each header in the folder of sources is compiled alone. The other spellings only include these, so one source with all is enough."""
        include = self.home / "include"
        real_ones = sorted(path.name for path in (pathlib.Path(__file__).parents[4] / "gateways/sigverse/controller/include").glob("*.h"))
        self.assertLess(set(real_ones), {f"{name}.h" for name in FLAT})
        sources = [self.built.write(f"alone_{name}.cpp", f'#include "{name}"\n#include <sigverse/{name}>\n') for name in real_ones]
        sources += [self.built.write("spellings.cpp", "".join(f"#include <{one}>\n#include \"{one}\"\n" for one in SPELLINGS))]
        for name in FLAT + [f"comm/controller/{name}" for name in COMMANDS]:
            self.assertTrue((include / "sigverse" / f"{name}.h").is_file() and (include / "sigverse/commonlib" / f"{name}.h").is_file(), name)
        done = run("c++", "-std=c++98", "-fsyntax-only", *WARNINGS, f"-I{include}", f"-I{include}/sigverse", *sources)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        # As in Makefiles that use only the inner folder.
        done = run("c++", "-std=c++98", "-fsyntax-only", *WARNINGS, f"-I{include}/sigverse", sources[-1])
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_old_sources_compile_by_every_standard(self):
        for name, lines in (("Crowded.cpp", CROWDED), ("Uncommon.cpp", UNCOMMON)):
            source = self.built.write(name, lines)
            for standard in ("gnu++98", "c++98", "c++11", "c++17", "gnu++20"):
                done = run(self.built.bin / "sigmake", source, f"-std={standard}", "-fsyntax-only", *WARNINGS, cwd=self.folder)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""), (name, standard))

    def test_sources_refused_by_current_cpp_are_compiled_as_cpp98(self):
        line = "sigmake: today's C++ refuses Ends.cpp; it has been compiled as that of 1998 (-std=gnu++98)\n"
        self.built.write("Ends.cpp", GLOBAL_END)
        done = run(self.built.bin / "sigmake", "Ends.cpp", "-O0", cwd=self.folder)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", line))
        self.check_runs("Ends.so")
        done = run(self.built.bin / "sigmake", "-v", "Ends.cpp", "-O0", "-DMORE=1", cwd=self.folder)
        first, second = done.stdout.splitlines()
        self.assertEqual((done.returncode, done.stderr, first.replace("c++ -", "c++ -std=gnu++98 -", 1)), (0, line, second))
        # An option prevents this, and code that neither standard accepts is reported as for the present one.
        for option in ("-std=c++17", "--std=gnu++20"):
            done = run(self.built.bin / "sigmake", "Ends.cpp", option, "-fsyntax-only", cwd=self.folder)
            self.assertNotEqual(done.returncode, 0)
            self.assertRegex(done.stderr, "'end' is ambiguous|‘end’ is ambiguous")
        self.built.write("Both.cpp", GLOBAL_END + "int wrong = missing; auto fine = 1;\n")
        done = run(self.built.bin / "sigmake", "Both.cpp", cwd=self.folder)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("Both.cpp:7", done.stderr)
        self.assertIn("ambiguous", done.stderr)
        self.assertNotIn("98", done.stderr)
        self.assertFalse((self.folder / "Both.so").exists())
        # Warnings of both attempts are shown.
        self.built.write("Warns.cpp", SMALLEST + "static int unused;\n")
        done = run(self.built.bin / "sigmake", "Warns.cpp", "-Wall", "-O0", cwd=self.folder)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, "unused.*-Wunused-variable")
        self.built.write("EndsWarns.cpp", GLOBAL_END + "static int unused;\n")
        done = run(self.built.bin / "sigmake", "EndsWarns.cpp", "-Wall", "-O0", cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr.split("\n")[0] + "\n"), (0, line.replace("Ends", "EndsWarns")))
        self.assertRegex(done.stderr, "unused.*-Wunused-variable")

    def test_clang_compiles_the_old_sources(self):
        if not shutil.which("clang++"):
            self.skipTest("there is no clang++")
        for lines, standard in ((CROWDED, "c++14"), (UNCOMMON, "c++98"), (UNCOMMON, "c++20")):
            source = self.built.write("Clang.cpp", lines)
            done = run(self.built.bin / "sigmake", source, f"-std={standard}", "-fsyntax-only", *WARNINGS, "-Qunused-arguments",
                       cwd=self.folder, env=dict(os.environ, CXX="clang++"))
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_headers_can_be_used_with_those_of_ode(self):
        """Names that exist in ODE's headers, too, have the same meaning here."""
        ode, ours = "#include <ode/ode.h>\n", '#include "Controller.h"\n'
        if run("c++", "-E", "-DdDOUBLE", "-x", "c++", "-", input=ode).returncode:
            self.skipTest("ODE's headers are not there")
        uses = "void turn(dQuaternion a, dVector3 b, dMatrix3 c) { dQFromAxisAndAngle(a, b[0], 1, 0, c[0]); dQMultiply0(a, a, a); dQMultiply1(a, a, a); }\n"
        for name, lines in (("OdeFirst.cpp", ode + ours), ("OdeLast.cpp", ours + ode)):
            done = run(self.built.bin / "sigmake", self.built.write(name, lines + uses), "-fsyntax-only", "-Wall", "-Wextra", cwd=self.folder)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_common_makefile_builds_a_controller(self):
        self.built.write("Usual.cpp", CROWDED.replace("<sigverse/commonlib/", '"').replace('.h>', '.h"', 3))
        self.built.write("Makefile", MAKEFILE)
        done = run("make", cwd=self.folder, env=dict(os.environ, SIGVERSE_PATH=str(self.home)))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        with Stage(self.built, "Usual.so", answer="ext1") as stage:
            stage.begin(0.0, packet(ON_INIT))
            stage.give("robot")
            self.assertEqual(stage.link.read().kind, ("raw", 27))

    def test_several_sources_and_options_make_one_library(self):
        one = self.built.write("One.cpp", SMALLEST.replace("new Controller", "made()").replace("extern", "Controller *made();\nextern", 1))
        two = self.built.write("two.cc", '#include "Logger.h"\n#include "Controller.h"\n'
                                         "#ifndef WITH\n#error WITH is missing\n#endif\n"
                                         "struct Mine : Controller { void onInit(InitEvent &) { LOG_MSG((WITH)); } };\n"
                                         "Controller *made() { return new Mine; }\n")
        done = run(self.built.bin / "sigmake", "-v", one, two, '-DWITH="of two"', "-O1", cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("-shared -fPIC -O2 -I", done.stdout)
        with Stage(self.built, "One.so", answer="") as stage:
            stage.link.send(packet(ON_INIT))
            unit = stage.link.expect(LOG)
            unit.body.s16()
            self.assertEqual(unit.body.text(), "of two")
            stage.finish()
        done = run(self.built.bin / "sigmake", "-O0", one, two, '-DWITH="x"', "-o", self.folder / "Other.so")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.check_runs("Other.so")

    def test_errors_of_sigmake_are_reported(self):
        bad = self.built.write("Bad.cpp", "no such thing\n")
        done = run(self.built.bin / "sigmake", bad, cwd=self.folder)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("Bad.cpp:1", done.stderr)
        done = run(self.built.bin / "sigmake", "-v")
        self.assertEqual((done.returncode, done.stderr.split("\n")[0]), (2, "Usage: sigmake X.cpp [Y.cpp ...] [-o Z.so] [-v] [compiler options]"))
        done = run(self.built.bin / "sigmake", "--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        alone = self.folder / "alone" / "bin"
        alone.mkdir(parents=True)
        shutil.copy(self.built.bin / "sigmake", alone)
        done = run(alone / "sigmake", bad)
        self.assertEqual((done.returncode, done.stderr), (1, f"sigmake: the headers are missing: {alone}/../include/sigverse\n"))

    def test_an_installation_works_like_the_build_folder(self):
        place = self.folder / "prefix"
        shutil.copytree(self.home / "include", place / "include")
        (place / "bin").mkdir()
        for program in ("sigmake", "runac"):
            shutil.copy(self.built.bin / program, place / "bin")
        self.built.write("Installed.cpp", SMALLEST)
        done = run(place / "bin" / "sigmake", "-v", "Installed.cpp", "-O0", cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(f"-I{place.resolve()}/include ", done.stdout)
        self.check_runs("Installed.so")

    def assert_refused(self, line, *options, status=2, **how):
        done = run(self.built.bin / "runac", *options, cwd=self.folder, **how)
        self.assertEqual((done.returncode, done.stdout), (status, ""))
        self.assertRegex(done.stderr, rf"\Arunac: {line}\n\Z")

    def test_errors_of_runac_are_reported(self):
        help_line = "; --help explains"
        self.assert_refused(f"-n AGENT is missing{help_line}", "-l", "x.so")
        self.assert_refused(f"-l LIBRARY is missing{help_line}", "-n", "robot")
        self.assert_refused(f"-n needs a value{help_line}", "-n")
        self.assert_refused(f"unknown option -x{help_line}", "-x")
        self.assert_refused(f"unknown option --nonsense{help_line}", "--nonsense")
        self.assert_refused(f"unexpected: robot{help_line}", "-n", "a", "-l", "b", "robot")
        self.assert_refused("-h a:b:c: expected HOST or HOST:PORT", "-h", "a:b:c")
        self.assert_refused("-p 70000: expected a number from 1 to 65535", "-p", "70000")
        self.assert_refused("--fds 3: expected two descriptors, as in 3,4", "--fds", "3")
        self.assert_refused("--fds x: expected a number from 0 to 65535", "--fds", "x,4")
        self.assert_refused("SIGVERSE_SEED many: expected a number from 0 to 18446744073709551615", "-n", "a", "-l", "b",
                            env=dict(os.environ, SIGVERSE_SEED="many"))
        self.assert_refused("SIGVERSE_SERVER a:b:c: expected HOST:PORT", "-n", "a", "-l", "b", env=dict(os.environ, SIGVERSE_SERVER="a:b:c"))
        # The variable does not matter if no server is used.
        self.assert_refused(r"\./b: .*", "-n", "a", "-l", "b", "--fds", "0,1", status=1, env=dict(os.environ, SIGVERSE_SERVER="a:b:c"))
        self.assert_refused(r"\./missing\.so: cannot open shared object file: No such file or directory", "-n", "a", "-l", "missing.so", status=1)
        self.built.make(self.built.write("Nothing.cpp", "int nothing;\n"))
        self.assert_refused(r"Nothing\.so: no function createController, which is to be extern \"C\"", "-n", "a", "-l", "Nothing.so", status=1)
        self.built.make(self.built.write("Unresolved.cpp", "void missing();\nvoid *createController = (void *)&missing;\n"))
        self.assert_refused(r"\./Unresolved\.so: undefined symbol: _Z7missingv", "-n", "a", "-l", "Unresolved.so", status=1)

    def test_a_failing_createcontroller_is_reported(self):
        for name, body, line in (("Throws", 'throw "never";', "createController threw an exception of an unknown type"),
                                 ("Throws2", 'throw SimObj::Exception("bad day");', "bad day"),
                                 ("None", "return NULL;", "createController has returned no controller")):
            self.built.make(self.built.write(f"{name}.cpp", f'#include "Controller.h"\nextern "C" Controller *createController() {{ {body} }}\n'))
            with Stage(self.built, f"{name}.so", hello=False) as stage:
                self.assertEqual(stage.finish(1)[1], f"runac: {line}\n")

    def test_help_and_version_are_printed(self):
        done = run(self.built.bin / "runac", "--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(all(len(line) <= 120 for line in done.stdout.splitlines()))
        for word in ("-h, --host HOST", "-p, --port PORT", "-n AGENT", "-l LIBRARY", "-s", "--fds", "--real-clock", "SIGVERSE_SERVER",
                     "SIGVERSE_SEED"):
            self.assertIn(word, done.stdout)
        self.assertRegex(run(self.built.bin / "sigrunac", "--version").stdout, r"\Arunac \d+\.\d+\.\d+\n\Z")

    def test_the_silent_option_suppresses_output(self):
        self.built.make(self.built.write("Loud.cpp", SMALLEST.replace("return", 'printf("loud\\n"); LOG_MSG(("loud")); return')))
        for options, out in ((["-s"], ""), ([], "loud\n[MSG]  loud\n")):
            with Stage(self.built, "Loud.so", options=options, answer=None) as stage:
                stage.link.expect(ATTACH)
                stage.link.send(packet(ATTACHED, u16(0) + text("ext1")))
                self.assertEqual(stage.link.expect(LOG).body.data, u16(2) + text("loud"))
                self.assertEqual(stage.finish()[0], out)

    def test_a_controller_needs_little_memory(self):
        self.built.make(self.built.write("Small.cpp", SMALLEST))
        with Stage(self.built, "Small.so", answer="") as stage:
            status = pathlib.Path(f"/proc/{stage.program.pid}/status").read_text()
            resident = int(status.split("VmHWM:")[1].split()[0])
            self.assertLess(resident, 12 * 1024, "KiB")
            stage.finish()


if __name__ == "__main__":
    BIN = pathlib.Path(sys.argv.pop(1))
    unittest.main()
