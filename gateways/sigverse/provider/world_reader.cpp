// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/provider/world_reader.h"

#include <algorithm>
#include <utility>

#include "gateways/sigverse/client/blocking_client.h"

namespace sigverse::provider {
namespace {

WorldReader::Part read_part(const client::Part& part) {
  WorldReader::Part read;
  read.id = part.id;
  read.name = part.name;
  read.place = part.place;
  read.turn = client::unit(part.turn);
  read.shape = client::shape_of(part);
  return read;
}

WorldReader::Object read_object(const client::Object& object) {
  WorldReader::Object read;
  read.name = object.name;
  read.class_name = object.class_name;
  read.attached = object.attached;
  for (const client::Attribute& attribute : object.attributes) {
    if (const auto* const text = std::get_if<std::string>(&attribute.value))
      read.texts.emplace(attribute.name, *text);
    else
      read.numbers.emplace(attribute.name, object.number(attribute.name));
  }
  for (const client::Part& part : object.parts) read.parts.push_back(read_part(part));
  return read;
}

}  // namespace

class WorldReader::Inside {
 public:
  Inside(std::string host, std::uint16_t port, std::chrono::milliseconds timeout)
      : server_{std::move(host), port}, timeout_(timeout) {}

  void read();

  client::World world;
  std::vector<Object> objects;
  sight::Scene scene;

 private:
  wire::Address server_;
  std::chrono::milliseconds timeout_;
  std::optional<client::BlockingClient> client_;
};

void WorldReader::Inside::read() {
  if (!client_ || !client_->is_connected()) client_.emplace(server_, timeout_);
  world = client_->world();
  objects.clear();
  for (const client::Object& object : world.objects) objects.push_back(read_object(object));
  scene = client::scene_of(world);
}

double WorldReader::Object::number(const std::string& attribute, double otherwise) const {
  const auto found = numbers.find(attribute);
  return found == numbers.end() ? otherwise : found->second;
}

std::string WorldReader::Object::text(const std::string& attribute) const {
  const auto found = texts.find(attribute);
  return found == texts.end() ? std::string() : found->second;
}

WorldReader::WorldReader(std::string host, std::uint16_t port, std::chrono::milliseconds timeout)
    : inside_(std::make_unique<Inside>(std::move(host), port, timeout)) {}
WorldReader::~WorldReader() = default;

const std::vector<WorldReader::Object>& WorldReader::read() {
  inside_->read();
  return inside_->objects;
}

const std::vector<WorldReader::Object>& WorldReader::objects() const {
  return inside_->objects;
}

double WorldReader::time() const {
  return inside_->world.time;
}

const WorldReader::Object* WorldReader::find(std::string_view name) const {
  const auto found = std::find_if(inside_->objects.begin(), inside_->objects.end(),
                                  [&](const Object& object) { return object.name == name; });
  return found == inside_->objects.end() ? nullptr : &*found;
}

const sight::Scene& WorldReader::scene() const {
  return inside_->scene;
}

sight::View WorldReader::view(std::string_view object, int camera) const {
  const client::Object* const carrier = inside_->world.find(object);
  if (!carrier) throw std::runtime_error("there is no object '" + std::string(object) + "'");
  return client::view_of(*carrier, camera);
}

}  // namespace sigverse::provider
