// SPDX-License-Identifier: Apache-2.0
// A controller that calls the methods that messages name, in the style of 2013. Compiled by sigmake.
#include <Controller.h>
#include <ControllerEvent.h>
#include <Logger.h>

#include <clocale>
#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace std;

#define ON(name) if (what == #name)
#define SAY(text)                 \
  do {                            \
    ostringstream out;            \
    out << text;                  \
    LOG_MSG((out.str().c_str())); \
  } while (0)

static ostream &operator<<(ostream &out, const Vector3d &v) {
  return out << v.x() << " " << v.y() << " " << v.z();
}
static ostream &operator<<(ostream &out, const Rotation &q) {
  return out << q.qw() << " " << q.qx() << " " << q.qy() << " " << q.qz();
}
/// To three digits, and never -0.
static double rounded(double value) {
  return floor(value * 1000 + 0.5) / 1000 + 0.0;
}

class Methods : public Controller {
 public:
  void onInit(InitEvent &evt);
  double onAction(ActionEvent &evt);
  void onRecvMsg(RecvMsgEvent &evt);

 private:
  void pose(const string &what);
  void forces(const string &what);
  void state(const string &what);
  void attributes(const string &what);
  void joints(const string &what);
  void cameras(const string &what);
  void parts(const string &what);
  void world(const string &what);
  void messages(const string &what);
  void log(const string &what);
  void values(const string &what);
  RobotObj *ball;
};

void Methods::onInit(InitEvent &) {
  ball = getRobotObj("ball");
}
double Methods::onAction(ActionEvent &) {
  return 1000.0;
}
void Methods::onRecvMsg(RecvMsgEvent &evt) {
  string what = evt.getMsg();
  world(what);
  messages(what);
  log(what);
  values(what);
  static const char *const alone[] = {"getAllEntities", "time",      "worldStep", "myself", "sendText", "sendMessage",
                                      "sendMsg",        "sendSound", "display",   "log",    "values"};
  for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
    if (what == alone[i]) return;
  SimObj *obj = getObj("ball");
  if (obj != ball || dynamic_cast<RobotObj *>(obj) != ball) LOG_ERR(("another object"));
  pose(what);
  forces(what);
  state(what);
  attributes(what);
  joints(what);
  cameras(what);
  parts(what);
}

void Methods::pose(const string &what) {
  Vector3d pos;
  Rotation rot;
  dReal q[4] = {0.0, 0.0, 0.0, 1.0};
  ON(setPosition) ball->setPosition(4, 5, 6);
  ON(setPositionVector) {
    pos.set(4.5, 5.5, 6.5);
    ball->setPosition(1, 1, 1);
    ball->setPosition(pos);
  }
  ON(getPosition) {
    Vector3d &same = ball->getPosition(pos);
    SAY(same << ", copy " << ball->x());
  }
  ON(setThenGet) {
    ball->setPosition(4, 5, 6);
    ball->getPosition(pos);
    SAY(pos);
  }
  ON(getRotation) SAY(ball->getRotation(rot));
  ON(setRotation) {
    rot.setQuaternion(0, 0.6, 0, 0.8);
    ball->setRotation(rot);
  }
  ON(setAxisAndAngle) ball->setAxisAndAngle(0, 2.0, 0, M_PI);
  ON(setAxisAndAngleRelative) {
    // q * (0, 0, 1, 0)
    ball->setAxisAndAngle(0, 1, 0, M_PI, 0);
    ball->qw(0);
    ball->qx(0);
    ball->qy(0);
  }
  ON(setEntityQuaternion) ball->setEntityQuaternion(q);
  ON(setEntityQuaternionRelative) ball->setEntityQuaternion(q, false);
}

void Methods::forces(const string &what) {
  Vector3d v;
  ON(addForce) ball->addForce(1, 2, 3);
  ON(addRelForce) ball->addRelForce(1, 2, 3);
  ON(addForceAtPos) ball->addForceAtPos(1, 2, 3, 4, 5, 6);
  ON(addForceAtRelPos) ball->addForceAtRelPos(1, 2, 3, 4, 5, 6);
  ON(addRelForceAtPos) ball->addRelForceAtPos(1, 2, 3, 4, 5, 6);
  ON(addRelForceAtRelPos) ball->addRelForceAtRelPos(1, 2, 3, 4, 5, 6);
  ON(addForceToParts) ball->addForceToParts("box", 1, 2, 3);
  ON(addTorque) ball->addTorque(1, 2, 3);
  ON(addRelTorque) ball->addRelTorque(1, 2, 3);
  ON(setForce) {
    ball->setForce(1, 2, 3);
    ball->setForce(3, 2, 1);
    SAY(ball->getForce(v));
  }
  ON(setTorque) {
    ball->setTorque(1, 2, 3);
    SAY(ball->getTorque(v));
  }
  ON(setAccel) {
    ball->setAccel(1, 2, 3);
    SAY(ball->getAccel(v));
  }
}

void Methods::state(const string &what) {
  Vector3d v;
  ON(setLinearVelocity) {
    ball->vx(17);
    ball->setLinearVelocity(1, 2, 3);
    ball->setVelocity(4, 5, 6);
  }
  ON(getLinearVelocity) SAY(ball->getLinearVelocity(v));
  ON(getVelocity) SAY(ball->getVelocity(v));
  ON(setAngularVelocity) ball->setAngularVelocity(1, 2, 3);
  ON(getAngularVelocity) SAY(ball->getAngularVelocity(v));
  ON(mass) {
    double before = ball->getMass();
    ball->mass(17);
    ball->setMass(4.5);
    SAY(before << " " << ball->mass());
  }
  ON(gravity) {
    ball->setGravityMode(false);
    SAY(ball->getGravityMode());
  }
  ON(dynamics) {
    bool before = ball->getDynamicsMode();
    ball->setDynamicsMode(false);
    SAY(before << " " << ball->dynamics());
  }
  ON(collision) ball->setCollisionEnable(false);
  ON(grasped) SAY(ball->getIsGrasped());
}

void Methods::attributes(const string &what) {
  ON(attributes) {
    SAY(ball->name() << " " << ball->classname() << " " << ball->id() << " " << ball->isAttached() << " agent "
                     << ball->isAgent() << " mass " << ball->mass() << " shape " << ball->shapeFile() << " attribute "
                     << ball->isAttr("mass") << " " << ball->hasAttr("nonsense") << " switch "
                     << ball->getAttr("switch").value().getString() << " group " << ball->getAttr("switch").group());
    int axes = 0;
    double z = 0;
    SimObj::AttributeM &all = ball->attrs();
    for (SimObj::AttributeM::iterator i = all.begin(); i != all.end(); ++i)
      if (i->first.size() == 1) {
        axes++;
        z = i->second->value().getDouble();
      }
    SAY("z " << z << " of " << axes << " in the map");
    ball->setAttrValue("switch", "on");
    ball->setAttrValue("x", "9");
    ball->setAttrValue("mass", Value(3.5));
    ball->setAttrValue("FOV", 60);
    ball->dynamics(false);
    ball->shapeFile("cube.x3d");
    ball->qw(0.5);
  }
  ON(texts) {
    ball->setAttrValue("x", "52.5.0");
    ball->setAttrValue("mass", " 30cm");
    ball->setAttrValue("dynamics", "FALSE");
    ball->setAttrValue("collision", "perhaps");
    try {
      ball->setAttrValue("FOV", "nan");
    } catch (SimObj::Exception &e) {
      SAY(e.msg());
    }
  }
  ON(dump) {
    ball->x(7);
    ball->dump();
    ball->print();
  }
  ON(locale) {
    const bool has_comma = setlocale(LC_ALL, "") != 0 && *localeconv()->decimal_point == ',';
    SAY(has_comma << " " << ball->getAttr("width").value().getDouble() << " " << Value(" -1.5e1 cm").getDouble() << " "
                  << Value("0x1.8p1").getDouble() << " " << Value("wide").getDouble() << " "
                  << Value(0.25).getString());
    ball->setAttrValue("mass", "3.5");
  }
}

void Methods::joints(const string &what) {
  Vector3d v;
  ON(setJointAngle) ball->setJointAngle("J", 0.5);
  ON(namesThatAreNone) {
    ball->setJointAngle(NULL, 0.5);
    ball->releaseJoint(NULL);
    ball->addForceToParts(NULL, 1, 2, 3);
    SAY((ball->getParts((const char *)NULL) != NULL));
  }
  ON(setJointQuaternion) ball->setJointQuaternion("J", 1, 2, 3, 4, true);
  ON(addJointTorque) ball->addJointTorque("J", 0.5);
  ON(setJointVelocity) ball->setJointVelocity("J", 0.5, 20);
  ON(setAngularVelocityToJoint) ball->setAngularVelocityToJoint("J", 0.5, 20);
  ON(setAngularVelocityToParts) ball->setAngularVelocityToParts("box", 0.5, 20);
  ON(connectJoint) ball->connectJoint("J", "can");
  ON(connectJointParts) ball->connectJoint("J", "box", "can", "lid");
  ON(releaseJoint) ball->releaseJoint("J");
  ON(getJointAngle) SAY(ball->getJointAngle("J"));
  ON(getAllJointAngles) {
    std::map<std::string, double> angles = ball->getAllJointAngles();
    ostringstream text;
    text << angles.size() << ":";
    for (std::map<std::string, double>::iterator i = angles.begin(); i != angles.end(); i++)
      text << " " << i->first << " " << i->second;
    SAY(text.str());
  }
  ON(getJointPosition) {
    bool known = ball->getJointPosition(v, "P");
    SAY(known << ": " << v);
  }
  ON(getPartsPosition) {
    bool known = ball->getPartsPosition(v, "P");
    SAY(known << ": " << v);
  }
  ON(getPartsQuaternion) {
    double w, x, y, z;
    bool known = ball->getPartsQuaternion(w, x, y, z, "P");
    SAY(known << ": " << w << " " << x << " " << y << " " << z);
  }
  ON(getJointForce) {
    JointForce jf1, jf2;
    bool known = ball->getJointForce("J", jf1, jf2);
    SAY(known << ": " << jf1.getPartsName() << " " << jf1.getForce().z() << " " << jf1.getTorque().z() << " "
              << jf2.getPartsName() << " " << jf2.getForce().z() << " " << jf2.getTorque().z());
  }
}

void Methods::cameras(const string &what) {
  Vector3d v(1, 2, 3), u(4, 5, 6);
  double w, x, y, z;
  ON(setCameras) {
    ball->setCamPos(v);
    ball->setCamPos(1, 2, 3, 2);
    ball->setCamDir(v);
    ball->setCamDir(1, 2, 3, 2);
    ball->setCameraViewPoint(u);
    ball->setCamera3ViewPoint(u);
    ball->setCameraViewVector(u);
    ball->setCamera3ViewVector(4, 5, 6);
    ball->setCamFOV(60, 2);
    ball->setCamAS(1.25);
    bool sent = ball->setCamPos(v, 9) && ball->setCamDir(v, 9) && ball->setCamFOV(45, 9) && ball->setCamAS(1, 9);
    if (!sent) LOG_ERR(("not sent"));
    ball->setCamLink("HEAD");
  }
  ON(knownCameras) {
    SAY(ball->getCamPos(v, 1, false) << ", " << ball->getCamDir(u, 1, false));
    SAY(ball->getCamPos(v, 2, false) << ", " << ball->getCamDir(u, 2, false) << " " << ball->getCamLink(2, false));
  }
  ON(cameraLink) {
    CParts *linked = ball->getParts(ball->getCameraLinkName(2));
    SAY(ball->getCamLink(3) << " " << (linked ? linked->name() : "none"));
  }
  ON(getCameras) {
    SAY(ball->getCamPos(v));
    SAY(ball->getCamDir(v, 2));
    SAY(ball->getCameraViewPoint(v));
    SAY(ball->getCamera9ViewVector(v));
    SAY(ball->getCamFOV());
    SAY(ball->getCamFOV(2));
    SAY(ball->getCamAS());
    string link = ball->getCameraLinkName(2);
    SAY(link << " " << ball->getCamLink(1));
  }
  ON(camQuaternion) {
    bool known = ball->getCamQuaternion(w, x, y, z, 2);
    SAY(known << ": " << w << " " << x << " " << y << " " << z);
    known = ball->getCameraGlobalQuaternion(w, x, y, z, 2);
    SAY(known << ": " << w << " " << x << " " << y << " " << z);
  }
  ON(camQuaternionOfDirection) {
    bool known = ball->getCamQuaternion(w, x, y, z);
    SAY(known << ": " << rounded(w) << " " << rounded(x) << " " << rounded(y) << " " << rounded(z));
  }
}

void Methods::parts(const string &what) {
  Vector3d v;
  CParts *parts = ball->getParts("RARM_LINK7");
  bool known = false;
  ON(partsKnown) {
    Parts *base = ball->getParts("box");
    const dReal *at = base->getPosition(), *turn = parts->getRotation(), *q = base->getQuaternion();
    SAY(base->name() << " " << base->getType() << " " << at[0] << " " << at[1] << " " << at[2] << ", " << turn[0] << " "
                     << turn[5] << " " << turn[10] << ", " << q[0] << " " << q[1]);
    const CParts *fixed = parts;
    fixed->getPosition(v);
    at = parts->getPosition();
    SAY(at[0] << " " << at[1] << " " << at[2]);
    ostringstream names;
    SimObj::PartsM all = ball->getPartsCollection();
    for (SimObj::PartsM::const_iterator i = all.begin(); i != all.end(); i++) names << i->first << " ";
    SimObj::CPartsItr each = ball->getPartsIterator();
    while (CParts *one = each.next()) names << one->id();
    SAY(names.str() << " " << (each.next() == NULL));
  }
  ON(getPointingVector) known = ball->getPointingVector(v, "A", "B");
  ON(getPointingLeft) known = ball->getPointingVector(v, 0);
  ON(getPointingRight) known = ball->getPointingVector(v, 1);
  if (what.find("getPointing") == 0) SAY(known << ": " << v);
  ON(getPointedObject) {
    std::vector<const char *> names = ball->getPointedObject("man", 1, 1, 2);
    SAY(names.size() << " " << names[0] << " " << names[1]);
    names = ball->getPointedObject("man", 0, 2);
    SAY(names.size());
  }
  ON(parts) {
    CParts *body = ball->getMainParts();
    SphereParts *sphere = dynamic_cast<SphereParts *>(body);
    BoxParts *box = (BoxParts *)ball->getParts("box");
    CylinderParts *cylinder = (CylinderParts *)parts;
    const Size &size = box->getSize();
    SAY(body->name() << " " << body->id() << " " << body->getType() << " " << body->isBody() << " " << body->isBlind()
                     << " " << sphere->getRad() << ", box " << box->id() << " "
                     << (box->getType() == PARTS_TYPE_BOX ? 0 : -1) << " " << size.x() << " " << size.y() << " "
                     << size.z() << ", " << parts->name() << " " << parts->id() << " " << parts->getType() << " "
                     << cylinder->getRad() << " " << cylinder->getLength() << ", " << ball->getPartsCollection().size()
                     << " parts, first " << ball->getPartsIterator()->second->name() << ", none "
                     << (ball->getParts("none") != NULL));
  }
  ON(partPose) {
    Rotation r;
    double w, x, y, z;
    parts->getPosition(v);
    parts->getRotation(r);
    bool there = parts->getQuaternion(w, x, y, z);
    SAY(v << ", " << r << ", " << there << ": " << w << " " << x << " " << y << " " << z);
  }
  ON(grasp) SAY(parts->graspObj("can"));
  ON(release) parts->releaseObj();
  ON(touching) SAY(parts->getCollisionState());
  ON(wheels) {
    ball->setWheel(10.0, 20.0);
    ball->setWheelVelocity(1.5, -1.5);
  }
  ON(driveWheels) {
    char left[] = "body", right[] = "RARM_LINK7";
    bool before = differentialWheelsSetSpeed("ball", 1, 1);
    setWheelProperty("ball", left, 0, 1.0, 0.0, 0, 0, 100, right, 0, 3.0, 0.1, 0, 0, 200);
    SAY(before << " " << getAxleLength("ball") << " " << getLeftWheelRadius("ball") << " "
               << getRightWheelRadius("ball") << " " << getLeftEncoderNoise("ball") << ", own " << getAxleLength()
               << differentialWheelsSetSpeed(1, 1));
    differentialWheelsSetSpeed("ball", 0.55, -4);
    differentialWheelsSetSpeed("ball", -2, 0.3);
    differentialWheelsSetSpeed("ball", 0, -0.39);
    differentialWheelsSetSpeed("ball", sqrt(-1.0), 0);
  }
  ON(noisyWheels) {
    setWheelProperty("ball", "body", 0, 10, 0, 0.5, 0.02, 100, "RARM_LINK7", 0, 10, 0, 0, 0, 200);
    for (int i = 0; i < 20; i++) differentialWheelsSetSpeed("ball", 2, 2);
    double least = 1, most = -1;
    for (int i = 0; i < 100; i++) {
      double noise = getLeftEncoderNoise("ball");
      least = MIN(least, noise);
      most = MAX(most, noise);
    }
    SAY((least >= -0.01 && least < -0.005 && most <= 0.01 && most > 0.005)
        << " " << (getRightEncoderNoise("ball") == 0));
  }
  ON(wrongWheels) {
    bool any = setWheelProperty("ball", "L", 0, -1, 0, 0, 0, 1, "R", 0, 1, 0, 0, 0, 1);
    any |= setWheelProperty("ball", "L", 0, 1, 0, 0, 0, 1, "R", 0, 1, 0, 1.5, 0, 1);
    any |= setWheelProperty("ball", "L", 0, 1, 0, 0, 0, HUGE_VAL, "R", 0, 1, 0, 0, 0, 1);
    SAY(any << differentialWheelsSetSpeed("ball", 1, 1));
  }
}

void Methods::world(const string &what) {
  ON(getAllEntities) {
    std::vector<std::string> m_entities;
    m_entities.push_back("mine");
    bool known = getAllEntities(m_entities);
    ostringstream text;
    for (size_t i = 0; i < m_entities.size(); i++) text << " " << m_entities[i];
    SAY(known << ":" << text.str());
  }
  ON(time) SAY(getSimulationTime());
  ON(worldStep) {
    worldStep(0.01);
    worldQuickStep(0.02);
  }
  ON(myself)
  SAY(myname() << " " << server() << " " << port() << " " << isAttached() << " " << isProcessing() << " "
               << getSimState());
}

void Methods::messages(const string &what) {
  const char *words[] = {"go", "left"};
  char go[] = "go";
  char *argv[] = {go};
  ON(sendText) {
    sendText(1.5, "you", "hi");
    sendText(1.5, "you", "hi", 10.0);
    sendText(1.5, NULL, "hi");
  }
  ON(sendMessage) {
    sendMessage("you", 2, words);
    broadcastMessage(1, argv);
  }
  ON(sendMsg) {
    vector<string> to;
    sendMsg(to, "no one");
    to.push_back("a");
    to.push_back("b");
    sendMsg("you", "hello");
    sendMsg(to, "hello", 12.5);
    broadcastMsg("to");
    broadcastMsgToCtl("to");
    broadcastMsgToSrv("to");
  }
  ON(sendSound) {
    vector<char> samples(12000);
    RawSound sound(RawSoundHeader(), &samples[0], 12000);
    bool sent = sendSound(1.5, "you", sound);
    SAY(sent);
  }
  ON(display) {
    displayText("shown", 20, 3);
    sendDisplayText(1.5, "you", "hi");
    sendDisplayMessage("you", 2, words);
    broadcastDisplayMessage(2, words);
    static const char *const colours[] = {"red", "green", "blue", "purple", "yellow", "brown", "gray", "pink", NULL};
    for (int i = 0; i < 9; i++) displayText("c", i * 1000 * 1000, colours[i]);
    sendDisplayText(1.5, "you", "hi", 24, "blue");
    sendDisplayText(1.5, "you", "hi", 0, "brown", 10.0);
    sendDisplayMessage("you", 2, words, 30, "green");
    broadcastDisplayMessage(2, words, -1, "");
  }
}

void Methods::log(const string &what) {
  ON(log) {
    LOG_ERR(("error\n"));
    LOG_ERROR(("error %d", 2));
    LOG_SYSTEM(("system"));
    LOG_SYS(("system %s", "2"));
    LOG_MSG(("message %d", 1));
    LOG_DEBUG1(("left out"));
    LOG_DISPLAY(("display"));
    LOG_OUTPUT_LEVEL(5);
    LOG_FILE("log.txt");
    LOG_DEBUG1(("debug 1"));
    LOG_DEBUG2(("debug 2"));
    LOG_DEBUG3(("debug 3"));
    LOG_STDOUT(false);
    LOG_MSG(("not printed"))
    LOG_STDOUT()
    if (what.empty())
      LOG_MSG(("never"))
    else
      LOG_MSG(("one of two"))
    LOG_FILE(NULL);
    LOG_OUTPUT_LEVEL(2);
  }
}

#define CHECK(condition) \
  if (!(condition)) LOG_ERR(("failed: %s", #condition))

static string contents(const char *file) {
  ifstream in(file, ios::binary);
  ostringstream out;
  out << in.rdbuf();
  return out.str();
}

void Methods::values(const string &what) {
  if (what != "values") return;
  Vector3d v(3, 4, 0), u;
  CHECK(v.length() == 5);
  u = v;
  u *= 2;
  u -= v;
  CHECK(u == v);
  u += v;
  u /= 2;
  CHECK(u == v);
  CHECK(u.shift(1, 1, 1) == Vector3d(4, 5, 1));
  // The cosine of the angle, which acos always takes.
  CHECK(Vector3d(1, 0, 0).angle(Vector3d(0, 3, 0)) == 0);
  CHECK(fabs(acos(Vector3d(100, 0, 0).angle(Vector3d(1, 0, 1))) - M_PI / 4) < 1e-12);
  CHECK(Vector3d(0, 0, -2).angle(Vector3d(0, 0, 5)) == -1);
  CHECK(Vector3d(0.1, 0.7, 0.3).angle(Vector3d(0.1, 0.7, 0.3)) <= 1 && Vector3d().angle(v) == 1);
  CHECK(fabs(Vector3d(1e200, 1e200, 0).angle(Vector3d(1e-200, 0, 0)) - sqrt(0.5)) < 1e-12);
  CHECK(Vector3d(1, 1, 1).shift(Vector3d(1, 2, 3)) == Vector3d(2, 3, 4));
  CHECK(v != u && !(v != v) && Position(1, 2, 3) != Vector3d(1, 2, 4));
  CHECK(v.normalize() == Vector3d(0.6, 0.8, 0));
  Rotation quarter;
  quarter.setAxisAndAngle(0, 1, 0, M_PI / 2);
  Vector3d ahead(0, 0, 1);
  ahead.rotate(quarter);
  CHECK(fabs(ahead.x() - 1) < 1e-12 && fabs(ahead.z()) < 1e-12);
  quarter.setAxisAndAngle(0, 1, 0, M_PI / 2, 0);
  CHECK(fabs(quarter.qy() - 1) < 1e-12);
  Rotation same(quarter.q());
  CHECK(same == quarter);
  same *= quarter;
  CHECK(fabs(same.qw() + 1) < 1e-12);

  // A third of a turn about (1, 1, 1): x to y, y to z, z to x.
  Rotation third(0.5, 0.5, 0.5, 0.5);
  CHECK(third != quarter && !(third != third));
  const dReal *m = third.matrix();
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      CHECK(third(i, j) == ((i + 2) % 3 == j ? 1 : 0) && third(i, j) == m[4 * i + j] && m[4 * i + 3] == 0);
  const dReal *still = quarter.matrix();
  CHECK(still != m && m[4] == 1 && still[4] == 0);
  CHECK(third(3, 0) == 0 && third(0, -1) == 0);
  Vector3d one(1, 2, 3), other;
  CHECK(third.apply(one, other) == Vector3d(3, 1, 2) && other == Vector3d(3, 1, 2) && one == Vector3d(1, 2, 3));
  CHECK(third.apply(one) == other);

  // As ODE has them.
  dQuaternion a, b, ab;
  dVector3 axis = {0, 2, 0, 0};
  dMatrix3 rows = {0};
  CHECK(sizeof rows / sizeof *rows == 12);
  dQFromAxisAndAngle(a, axis[0], axis[1], axis[2], M_PI / 2);
  dQFromAxisAndAngle(b, 1, 0, 0, M_PI / 2);
  dQMultiply0(ab, a, b);
  const double expected[] = {0.5, 0.5, 0.5, -0.5};
  for (int i = 0; i < 4; i++) CHECK(fabs(ab[i] - expected[i]) < 1e-12);
  dQMultiply1(ab, a, ab);
  for (int i = 0; i < 4; i++) CHECK(fabs(ab[i] - b[i]) < 1e-12);
  dQFromAxisAndAngle(a, 0, 0, 0, 1);
  CHECK(a[0] == 1 && a[1] == 0 && a[2] == 0 && a[3] == 0);

  ViewImage image((ViewImageInfo()));
  CHECK(image.getWidth() == 320 && image.getHeight() == 240 && image.getBufferLength() == 230400);
  char *pixels = image.getBuffer();
  pixels[0] = 17;
  ViewImage copy = image;
  CHECK(copy.saveAsWindowsBMP("image.bmp"));
  string bmp = contents("image.bmp");
  CHECK(bmp.size() == 230454 && bmp.substr(0, 2) == "BM" && bmp[54] == 17 && bmp[22] == 16 && bmp[25] == -1);
  CHECK(!copy.saveAsWindowsBMP("/no/such/folder/image.bmp"));
  ViewImage depth(ViewImageInfo(IMAGE_DATA_TYPE_ANY, DEPTHBIT_8, 320, 1));
  CHECK(depth.getBufferLength() == 320 && depth.getInfo().getColorBitType() == DEPTHBIT_8 && depth.getFOVy() > 0 &&
        depth.getAspectRatio() > 1);
  ViewImageInfo line(IMAGE_DATA_WINDOWS_BMP, 1 + 1, IMAGE_320X1);
  CHECK(line.getDataType() == IMAGE_DATA_WINDOWS_BMP && line.getBytesPerOnePixel() == 1 && line.getHeight() == 1);
  CHECK(image.getInfo().getBytesPerOnePixel() == 3 && image.getInfo().getDataType() == 1);
  char *octets = image.copyBuffer();
  CHECK(octets != pixels && memcmp(octets, pixels, 230400) == 0);
  octets[0] = 18;
  copy.copyBuffer(octets, 230400);
  CHECK(copy.getBuffer()[0] == 18 && pixels[0] == 17);
  delete[] octets;

  // A frame has four octets; an incomplete one is not written.
  RawSound sound(RawSoundHeader(2, 8000, 16), "123456789", 9), loaded;
  CHECK(sound.saveWaveFile("sound.wav"));
  CHECK(loaded.loadWaveFile("sound.wav"));
  CHECK(loaded.getDataLen() == 8 && memcmp(loaded.getData(), "12345678", 8) == 0);
  CHECK(loaded.getHeader().getChannelNum() == 2 && loaded.getHeader().getSamplingRate() == 8000 &&
        loaded.getHeader().getBitsPerSample() == 16);
  string wav = contents("sound.wav");
  for (size_t i = 0; i < wav.size(); i++) CHECK(!loaded.loadWaveData(wav.data(), (int)i));
  string huge = wav;
  huge[40] = huge[41] = huge[42] = huge[43] = -1;
  CHECK(!loaded.loadWaveData(huge.data(), (int)huge.size()));
  huge = wav;
  huge[20] = 3;
  CHECK(!loaded.loadWaveData(huge.data(), (int)huge.size()));
  CHECK(!loaded.loadWaveFile("no such file"));
  CHECK(loaded.getDataLen() == 8);
  RawSound swapped(RawSoundHeader(1, 44100, 16, RAW_SOUND_BIG_ENDIAN), "1234", 4), wide(RawSoundHeader(6), "", 0);
  CHECK(swapped.saveWaveFile("sound.wav") && loaded.loadWaveFile("sound.wav"));
  CHECK(loaded.getDataLen() == 4 && memcmp(loaded.getData(), "2143", 4) == 0);
  CHECK(!wide.saveWaveFile("sound.wav"));

  RawSoundHeader &head = loaded.getHeader();
  head = RawSoundHeader(1, 44100, 8, 1);
  CHECK(loaded.getHeader().getEndian() == RAW_SOUND_BIG_ENDIAN);

  Text text(ENCODE_UTF8, "said"), silence(4, "");
  CHECK(string(text.getString()) == "said" && text.getEncode() == ENCODE_UTF_8);
  CHECK(silence.getString() == NULL && silence.getEncode() == ENCODE_UTF8);
  Encode code = 1;
  PartsType type = 2;
  ValueType kind = 6;
  CHECK(code == ENCODE_EUCJP && code == ENCODE_EUC_JP && code != ENCODE_NOT_SET && type == PARTS_TYPE_SPHERE);
  CHECK(kind == Value(1.5).type() && kind == VALUE_TYPE_DOUBLE);
  CHECK(Value("52.5.0").getDouble() == 52.5 && Value("cm").getDouble() == 0 && Value("nan").getDouble() == 0);
  CHECK(!Value(" FALSE ").getBool() && !Value("0").getBool() && Value("on").getBool() && Value("True").getBool());
  CHECK(MAX(1, 2) == 2 && MIN(1, 2) == 1);
  SAY("all is well");
}

extern "C" Controller *createController() {
  return new Methods;
}
