// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/physics_classes.h"

#include "spark/core/class_registry.h"
#include "spark/physics/body.h"
#include "spark/physics/body_controller.h"
#include "spark/physics/collider.h"
#include "spark/physics/surface_contact_handler.h"
#include "spark/physics/world.h"

namespace spark {
namespace {

/// Scripts know a common base class of ODE's objects. It has no methods, so C++ does not use it.
class OdeObject : public BaseNode {
 protected:
  OdeObject() = default;
};

/// /sys/server/physics: created by scripts; it has no settings.
class PhysicsServer : public Leaf {};

void register_worlds(ClassRegistry& classes) {
  classes.add<PhysicsServer>("oxygen/PhysicsServer", "zeitgeist/Leaf", "Represents the physics library.");
  classes.add<OdeObject>("oxygen/ODEObject", "oxygen/BaseNode", "Base of what the physics simulates.");
  classes.add<World>("oxygen/World", "oxygen/ODEObject", "The physics world of a scene.")
      .method("setGravity", &World::set_gravity, "x, y, z (m/s²)", "Sets the gravity; none unless set.")
      .method("setERP", &World::set_erp, "erp (0 to 1)", "Sets the share of joint errors corrected per step (0.2).")
      .method("getERP", &World::erp, "", "The share of joint errors corrected per step.")
      .method("setCFM", &World::set_cfm, "cfm (not negative)", "Sets the softness of joints (1e-5).")
      .method("getCFM", &World::cfm, "", "The softness of joints.")
      .method("setContactsPerPair", &World::set_contacts_per_pair, "number (1 to 64)",
              "Sets the maximum number of contact points between two shapes (6).")
      .method("getContactsPerPair", &World::contacts_per_pair, "", "The maximum number of contact points per pair.")
      .method("setTouching", &World::set_touching, "group, group, on",
              "Whether shapes of two groups touch (true; false if both are one group).")
      .method("getTouching", &World::touching, "group, group", "Whether shapes of two groups touch.")
      .method("setQuickStep", &World::set_quick_step, "on",
              "Whether steps are solved by iteration: faster for large islands, and softer (false).")
      .method("getQuickStep", &World::is_quick_step, "", "Whether steps are solved by iteration.")
      .method("setQuickStepAbove", &World::set_quick_step_above, "contacts (0 to 1000000)",
              "Solves islands with more contacts than this by iteration; 0: with more than 150 (0).")
      .method("getQuickStepAbove", &World::quick_step_above, "",
              "Islands with more contacts than this are solved by iteration; 0: with more than 150.")
      .method("setLoneBodies", &World::set_isolated_bodies, "on",
              "Whether isolated bodies are computed without ODE: faster, with bit-identical results (true).")
      .method("getLoneBodies", &World::has_isolated_bodies, "", "Whether isolated bodies are computed without ODE.")
      .method("setQuickStepIterations", &World::set_quick_step_iterations, "number (1 to 1000)",
              "Sets the iterations of a quick step (20).")
      .method("getQuickStepIterations", &World::quick_step_iterations, "", "The iterations of a quick step.")
      .method("setArena", &World::set_arena, "radius (1 to 1e6 m)",
              "Sets how far from the origin bodies may be; one that leaves is stopped and returned (1e6).")
      .method("getArena", &World::arena, "", "How far from the origin bodies may be, m.")
      .method("setMaxSpeed", &World::set_max_speed, "speed (0.1 to 1e4 m/s)",
              "Sets how fast bodies may be; one that is faster is stopped and returned (1e4).")
      .method("getMaxSpeed", &World::max_speed, "", "How fast bodies may be, m/s.");
  classes.add<Space>("oxygen/Space", "oxygen/ODEObject", "The collision space of a scene.");
}

void register_body(ClassRegistry& classes) {
  classes.add<Body>("oxygen/Body", "oxygen/ODEObject", "A rigid body; moves the transform above it.")
      .method("enable", &Body::enable, "", "Lets the body move.")
      .method("disable", &Body::disable, "", "Freezes the body until something touches it.")
      .method("isEnabled", &Body::is_enabled, "", "Whether the body moves.")
      .method("useGravity", &Body::use_gravity, "on", "Whether gravity acts on the body.")
      .method("usesGravity", &Body::uses_gravity, "", "Whether gravity acts on the body.")
      .method("setKinematic", &Body::set_kinematic, "on",
              "Whether the body's motion is prescribed: nothing pushes it, and it can carry others.")
      .method("isKinematic", &Body::is_kinematic, "", "Whether the body's motion is prescribed.")
      .method("setSphere", &Body::set_sphere, "density (kg/m³), radius (m)", "Mass of a sphere.")
      .method("setSphereTotal", &Body::set_sphere_total, "mass (kg), radius (m)", "Mass of a sphere.")
      .method("setBox", &Body::set_box, "density (kg/m³), x, y, z (m)", "Mass of a box.")
      .method("setBoxTotal", &Body::set_box_total, "mass (kg), x, y, z (m)", "Mass of a box.")
      .method("setCylinder", &Body::set_cylinder, "density (kg/m³), radius (m), length (m)",
              "Mass of a cylinder along z.")
      .method("setCylinderTotal", &Body::set_cylinder_total, "mass (kg), radius (m), length (m)",
              "Mass of a cylinder along z.")
      .method("setCappedCylinder", &Body::set_capped_cylinder, "density (kg/m³), radius (m), length (m)",
              "Mass of a capped cylinder along z.")
      .method("setCappedCylinderTotal", &Body::set_capped_cylinder_total, "mass (kg), radius (m), length (m)",
              "Mass of a capped cylinder along z.")
      .method("setMass", &Body::set_mass, "mass (kg)", "Scales the mass distribution to this total.")
      .method("getMass", &Body::mass, "", "The total mass in kg.")
      .method("setMassParameters", &Body::set_mass_parameters,
              "mass (kg), centre x, y, z (m, has to be 0), nine inertia values (kg·m²)",
              "Sets mass and inertia matrix, row by row.")
      .method("setVelocity", &Body::set_velocity, "x, y, z (m/s)", "Sets the velocity.")
      .method("setAngularVelocity", &Body::set_angular_velocity, "x, y, z (rad/s)", "Sets the spin.")
      .method("addForce", &Body::add_force, "x, y, z (N)", "Pushes the body in the next step.")
      .method("addTorque", &Body::add_torque, "x, y, z (N·m)", "Turns the body in the next step.")
      .method("setPosition", &Body::set_position, "x, y, z (m)", "Moves the body to a place in the world.")
      .method("setRotation", &Body::set_rotation_degrees, "x, y, z (degrees)",
              "Turns the body in the world: Rx·Ry·Rz.");
}

void register_controllers(ClassRegistry& classes) {
  classes.add<BodyController>("oxygen/BodyController", "oxygen/BaseNode", "Acts on its body before every step.");
  classes.add<DragController>("oxygen/DragController", "oxygen/BodyController", "Air drag, proportional to the speed.")
      .method("setLinearDrag", &DragController::set_linear_drag, "drag (N·s/m)", "Force per speed; 0.1 unless set.")
      .method("getLinearDrag", &DragController::linear_drag, "", "Force per speed.")
      .method("setAngularDrag", &DragController::set_angular_drag, "drag (N·m·s/rad)",
              "Torque per angular speed; 0.1 unless set.")
      .method("getAngularDrag", &DragController::angular_drag, "", "Torque per angular speed.");
  classes.add<FpsController>("oxygen/FPSController", "oxygen/BodyController", "A moving viewpoint; kept as data.")
      .method("setAcceleration", &FpsController::set_acceleration, "acceleration (m/s², not negative)",
              "Kept; moves nothing.")
      .method("getAcceleration", &FpsController::acceleration, "", "The acceleration.");
  classes.add<VelocityController>("oxygen/VelocityController", "oxygen/BodyController", "Limits the speed.")
      .method("setMaxVelocity", &VelocityController::set_max_velocity, "speed (m/s)", "The limit; 0 means none.")
      .method("getMaxVelocity", &VelocityController::max_velocity, "", "The limit.");
}

void register_colliders(ClassRegistry& classes) {
  classes.add<Collider>("oxygen/Collider", "oxygen/ODEObject", "A shape that can be touched.")
      .method("setPosition", &Collider::set_position, "x, y, z (m)", "Offset from the parent transform or body.")
      .method("addCollisionHandler", &Collider::add_collision_handler, "class", "Adds a collision handler.")
      .method("setCollisionGroup", &Collider::set_group, "name",
              "Shapes of one group do not touch each other; none unless set.")
      .method("getCollisionGroup", &Collider::group_name, "", "The name of its group.")
      .method("setEnabled", &Collider::enable, "on", "Whether anything touches it (true).")
      .method("isEnabled", &Collider::is_enabled, "", "Whether anything touches it.")
      .method("getPointDepth", &Collider::point_depth, "x, y, z (m)",
              "How deep a point lies inside; negative outside.");
  classes.add<BoxCollider>("oxygen/BoxCollider", "oxygen/Collider", "A box.")
      .method("setBoxLengths", &BoxCollider::set_box_lengths, "x, y, z (m)", "Sets the lengths of the edges.")
      .method("getBoxLength", &BoxCollider::box_length, "axis (0, 1, 2)", "Length of the edges along an axis.");
  classes.add<SphereCollider>("oxygen/SphereCollider", "oxygen/Collider", "A sphere.")
      .method("setRadius", &SphereCollider::set_radius, "radius (m)", "Sets the radius.")
      .method("getRadius", &SphereCollider::radius, "", "The radius.");
  classes.add<CCylinderCollider>("oxygen/CCylinderCollider", "oxygen/Collider", "A capped cylinder along z.")
      .method("setParams", &CCylinderCollider::set_params, "radius (m), length (m)", "Sets radius and length.")
      .method("setRadius", &CCylinderCollider::set_radius, "radius (m)", "Sets the radius.")
      .method("setLength", &CCylinderCollider::set_length, "length (m)", "Sets the length without the caps.")
      .method("getRadius", &CCylinderCollider::radius, "", "The radius.")
      .method("getLength", &CCylinderCollider::cylinder_length, "", "The length without the caps.");
  classes.add<CylinderCollider>("oxygen/CylinderCollider", "oxygen/Collider", "A cylinder with flat ends along z.")
      .method("setParams", &CylinderCollider::set_params, "radius (m), length (m)", "Sets radius and length.")
      .method("setRadius", &CylinderCollider::set_radius, "radius (m)", "Sets the radius.")
      .method("setLength", &CylinderCollider::set_length, "length (m)", "Sets the length.")
      .method("getRadius", &CylinderCollider::radius, "", "The radius.")
      .method("getLength", &CylinderCollider::cylinder_length, "", "The length.");
  classes.add<RayCollider>("oxygen/RayCollider", "oxygen/Collider", "A ray, whose contacts are only for recorders.")
      .method("setParams", &RayCollider::set_params, "begin x, y, z (m), direction x, y, z, length (m)",
              "Begin and direction in the frame of the shape.");
  classes.add<PlaneCollider>("oxygen/PlaneCollider", "oxygen/Collider", "A half space, in the world frame.")
      .method("setParams", &PlaneCollider::set_params_from, "a, b, c, d or point x, y, z, normal x, y, z",
              "Solid is where a·x + b·y + c·z is not above d.");
}

void register_handlers(ClassRegistry& classes) {
  using Contact = ContactJointHandler;
  classes.add<CollisionHandler>("oxygen/CollisionHandler", "oxygen/BaseNode", "Reacts to touches of its collider.");
  classes.add<Contact>("oxygen/ContactJointHandler", "oxygen/CollisionHandler", "Makes its collider solid.")
      .method("setContactBounceMode", &Contact::set_bounce_mode, "on", "Whether the surface bounces (true).")
      .method("setContactBounceValue", &Contact::set_bounce_value, "bounce (not negative)",
              "Share of the speed that is kept in a bounce (0.8).")
      .method("setMinBounceVel", &Contact::set_min_bounce_velocity, "speed (m/s)", "Slower contacts do not bounce (2).")
      .method("setContactSoftERPMode", &Contact::set_soft_erp_mode, "on", "Whether the surface's ERP is used (false).")
      .method("setContactSoftERP", &Contact::set_soft_erp, "erp", "The surface's ERP, clamped to 0 … 1.")
      .method("setContactSoftCFMMode", &Contact::set_soft_cfm_mode, "on", "Whether the surface's CFM is used (false).")
      .method("setContactSoftCFM", &Contact::set_soft_cfm, "cfm (not negative)", "The surface's CFM.")
      .method("setContactSlipMode", &Contact::set_slip_mode, "on", "Accepted without effect.")
      .method("setContactSlip", &Contact::set_slip, "slip", "Accepted without effect.")
      .method("setContactMu", &Contact::set_mu, "mu (not negative)", "Friction coefficient; infinite unless set.");
  using Surface = SurfaceContactHandler;
  classes
      .add<Surface>("oxygen/SurfaceContactHandler", "oxygen/ContactJointHandler",
                    "Makes its collider solid, with proportional friction in two directions, and with slip.")
      .method("setFrictionPyramid", &Surface::set_pyramid, "on",
              "Whether mu is a factor of the normal force; otherwise it is a force in N per point (false).")
      .method("setContactMu2", &Surface::set_mu2, "mu (not negative)",
              "Friction coefficient of the second direction; like the first unless set.")
      .method("setContactSlip1", &Surface::set_slip1, "slip (m/s per N, not negative)",
              "Speed per force at which the first direction gives way; none unless set.")
      .method("setContactSlip2", &Surface::set_slip2, "slip (m/s per N, not negative)",
              "Speed per force at which the second direction gives way; none unless set.")
      .method("setContactSlip", &Surface::set_slip, "slip (m/s per N, not negative)", "Sets both.")
      .method("setContactSlipMode", &Surface::set_slip_mode, "on", "Switches both on or off.")
      .method("setFrictionDirection", &Surface::set_direction, "x, y, z",
              "The first direction in the frame of the shape; 0, 0, 0 is ODE's own choice.");
  classes.add<RecorderHandler>("oxygen/RecorderHandler", "oxygen/CollisionHandler",
                               "Remembers what touched its collider in the last step.");
}

}  // namespace

void register_physics_classes(ClassRegistry& classes) {
  register_worlds(classes);
  register_body(classes);
  register_controllers(classes);
  register_joint_classes(classes);
  register_colliders(classes);
  register_handlers(classes);
}

}  // namespace spark
