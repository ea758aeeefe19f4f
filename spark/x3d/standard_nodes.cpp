// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "spark/x3d/node_table.h"

namespace x3d {
namespace {

/// The node types of ISO/IEC 14772-1, clause 6.
constexpr std::array<std::string_view, 54> kStandard{
    "Anchor children * exposed SFString description exposed MFString parameter url",
    "Appearance appearance exposed SFNode material texture textureTransform",
    "AudioClip source exposed SFString description exposed SFBool loop exposed SFFloat pitch "
    "exposed SFTime startTime stopTime exposed MFString url out SFTime duration_changed out SFBool isActive",
    "Background children in SFBool set_bind exposed MFFloat groundAngle skyAngle exposed MFColor groundColor skyColor "
    "exposed MFString backUrl bottomUrl frontUrl leftUrl rightUrl topUrl out SFBool isBound",
    "Billboard children * exposed SFVec3f axisOfRotation",
    "Box geometry field SFVec3f size",
    "Collision children * exposed SFBool collide field SFNode proxy out SFTime collideTime",
    "Color color exposed MFColor color",
    "ColorInterpolator children & exposed MFColor keyValue out SFColor value_changed",
    "Cone geometry field SFFloat bottomRadius height field SFBool side bottom",
    "Coordinate coord exposed MFVec3f point",
    "CoordinateInterpolator children & exposed MFVec3f keyValue out MFVec3f value_changed",
    "Cylinder geometry field SFBool bottom side top field SFFloat height radius",
    "CylinderSensor children exposed SFBool autoOffset enabled exposed SFFloat diskAngle maxAngle minAngle offset "
    "out SFBool isActive out SFRotation rotation_changed out SFVec3f trackPoint_changed",
    "DirectionalLight children exposed SFFloat ambientIntensity intensity exposed SFColor color "
    "exposed SFVec3f direction exposed SFBool on",
    "ElevationGrid geometry in MFFloat set_height exposed SFNode color normal texCoord field MFFloat height "
    "field SFBool ccw colorPerVertex normalPerVertex solid field SFFloat creaseAngle xSpacing zSpacing "
    "field SFInt32 xDimension zDimension",
    "Extrusion geometry in MFVec2f set_crossSection set_scale in MFRotation set_orientation in MFVec3f set_spine "
    "field SFBool beginCap ccw convex endCap solid field SFFloat creaseAngle field MFVec2f crossSection scale "
    "field MFRotation orientation field MFVec3f spine",
    "Fog children in SFBool set_bind exposed SFColor color exposed SFString fogType exposed SFFloat visibilityRange "
    "out SFBool isBound",
    "FontStyle fontStyle field MFString family justify field SFBool horizontal leftToRight topToBottom "
    "field SFString language style field SFFloat size spacing",
    "Group children *",
    "ImageTexture texture exposed MFString url field SFBool repeatS repeatT",
    "IndexedFaceSet geometry in MFInt32 set_colorIndex set_coordIndex set_normalIndex set_texCoordIndex "
    "exposed SFNode color coord normal texCoord field SFBool ccw colorPerVertex convex normalPerVertex solid "
    "field MFInt32 colorIndex coordIndex normalIndex texCoordIndex field SFFloat creaseAngle",
    "IndexedLineSet geometry in MFInt32 set_colorIndex set_coordIndex exposed SFNode color coord "
    "field MFInt32 colorIndex coordIndex field SFBool colorPerVertex",
    "Inline children # exposed MFString url",
    "LOD children exposed MFNode level field SFVec3f center field MFFloat range",
    "Material material exposed SFFloat ambientIntensity shininess transparency "
    "exposed SFColor diffuseColor emissiveColor specularColor",
    "MovieTexture texture exposed SFBool loop exposed SFFloat speed exposed SFTime startTime stopTime "
    "exposed MFString url field SFBool repeatS repeatT out SFTime duration_changed out SFBool isActive",
    "NavigationInfo children in SFBool set_bind exposed MFFloat avatarSize exposed SFBool headlight "
    "exposed SFFloat speed visibilityLimit exposed MFString type out SFBool isBound",
    "Normal normal exposed MFVec3f vector",
    "NormalInterpolator children & exposed MFVec3f keyValue out MFVec3f value_changed",
    "OrientationInterpolator children & exposed MFRotation keyValue out SFRotation value_changed",
    "PixelTexture texture exposed SFImage image field SFBool repeatS repeatT",
    "PlaneSensor children exposed SFBool autoOffset enabled exposed SFVec2f maxPosition minPosition "
    "exposed SFVec3f offset out SFBool isActive out SFVec3f trackPoint_changed translation_changed",
    "PointLight children exposed SFFloat ambientIntensity intensity radius exposed SFVec3f attenuation location "
    "exposed SFColor color exposed SFBool on",
    "PointSet geometry exposed SFNode color coord",
    "PositionInterpolator children & exposed MFVec3f keyValue out SFVec3f value_changed",
    "ProximitySensor children exposed SFVec3f center size exposed SFBool enabled out SFBool isActive "
    "out SFVec3f position_changed out SFRotation orientation_changed out SFTime enterTime exitTime",
    "ScalarInterpolator children & exposed MFFloat keyValue out SFFloat value_changed",
    "Script children exposed MFString url field SFBool directOutput mustEvaluate",
    "Shape children exposed SFNode appearance geometry",
    "Sound children exposed SFVec3f direction location exposed SFFloat intensity maxBack maxFront minBack minFront "
    "priority exposed SFNode source field SFBool spatialize",
    "Sphere geometry field SFFloat radius",
    "SphereSensor children exposed SFBool autoOffset enabled exposed SFRotation offset out SFBool isActive "
    "out SFRotation rotation_changed out SFVec3f trackPoint_changed",
    "SpotLight children exposed SFFloat ambientIntensity beamWidth cutOffAngle intensity radius "
    "exposed SFVec3f attenuation direction location exposed SFColor color exposed SFBool on",
    "Switch children exposed MFNode choice exposed SFInt32 whichChoice",
    "Text geometry exposed MFString string exposed SFNode fontStyle exposed MFFloat length exposed SFFloat maxExtent",
    "TextureCoordinate texCoord exposed MFVec2f point",
    "TextureTransform textureTransform exposed SFVec2f center scale translation exposed SFFloat rotation",
    "TimeSensor children exposed SFTime cycleInterval startTime stopTime exposed SFBool enabled loop "
    "out SFTime cycleTime time out SFFloat fraction_changed out SFBool isActive",
    "TouchSensor children exposed SFBool enabled out SFVec3f hitNormal_changed hitPoint_changed "
    "out SFVec2f hitTexCoord_changed out SFBool isActive isOver out SFTime touchTime",
    "Transform children * @",
    "Viewpoint children in SFBool set_bind exposed SFFloat fieldOfView exposed SFBool jump "
    "exposed SFRotation orientation exposed SFVec3f position field SFString description out SFTime bindTime "
    "out SFBool isBound",
    "VisibilitySensor children exposed SFVec3f center size exposed SFBool enabled out SFTime enterTime exitTime "
    "out SFBool isActive",
    "WorldInfo children field MFString info field SFString title",
};

const NodeTable& standard_table() {
  static const NodeTable made(kStandard);
  return made;
}

}  // namespace

const NodeType* find_standard_type(std::string_view name) {
  return standard_table().find(name);
}

std::vector<const NodeType*> standard_types() {
  return standard_table().all();
}

}  // namespace x3d
