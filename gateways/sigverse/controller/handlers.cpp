// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/handlers.h"

#include <cxxabi.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <memory>
#include <typeinfo>
#include <utility>
#include <vector>

#include "gateways/sigverse/controller/simulated_time.h"

namespace sigverse {
namespace {

/// Tolerance for comparing times of actions: ten steps of 0.01 s are not exactly 0.1 s.
constexpr double kTolerance = 1e-9;
/// If onAction throws before it has ever returned, it is called again after this time, s.
constexpr double kWaitOfThrower = 1.0;
/// A time that no simulation reaches.
constexpr double kNever = 1e12;

/// The name of the exception's type, as in source code: "std::runtime_error".
std::string thrown_type() {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  if (!type) return "something";
  if (*type == typeid(std::string)) return "std::string";
  const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(type->name(), nullptr, nullptr, nullptr),
                                                    std::free);
  return name ? name.get() : type->name();
}

}  // namespace

void Handlers::call(const char* name, const std::function<void()>& handler) {
  agent_.objects.handler_begins();
  agent_.in_handler = true;
  if (around_) around_(true);
  try {
    controller_.onPreEvent();
    handler();
    controller_.onPostEvent();
  } catch (const abi::__forced_unwind&) {
    throw;
  } catch (const WorldIsOver&) {
    // The runner notices that, too.
  } catch (const SimObj::Exception& exception) {
    Logger::err("%s: %s: %s", name, thrown_type().c_str(), exception.msg());
  } catch (const std::exception& exception) {
    Logger::err("%s: %s: %s", name, thrown_type().c_str(), exception.what());
  } catch (const char* text) {
    Logger::err("%s: %s: %s", name, thrown_type().c_str(), text);
  } catch (const std::string& text) {
    Logger::err("%s: %s: %s", name, thrown_type().c_str(), text.c_str());
  } catch (int number) {
    Logger::err("%s: int: %d", name, number);
  } catch (...) {
    Logger::err("%s: %s", name, thrown_type().c_str());
  }
  if (around_) around_(false);
  agent_.in_handler = false;
  agent_.server.collect();
}

void Handlers::init() {
  next_action_ = 0.0;
  wait_ = kWaitOfThrower;
  agent_.random.begin_anew();
  call("onInit", [&] {
    InitEvent event;
    controller_.onInit(event);
  });
}

void Handlers::action(double time) {
  if (time + kTolerance < next_action_) return;
  call("onAction", [&] {
    ActionEvent event(time);
    wait_ = controller_.onAction(event);
  });
  // If it throws, it is called again after the interval that it last returned.
  next_action_ = wait_ > 0.0 ? std::min(time + wait_, kNever) : time;
}

void Handlers::message(const std::string& from, const std::string& text) {
  RecvMsgEvent event(from, text);
  call("onRecvMsg", [&] { controller_.onRecvMsg(event); });
}

void Handlers::handle(const ServerConnection::Event& event) {
  if (event.kind == ServerConnection::Event::Kind::packet) {
    if (const auto read = wire::read_packet(event.octets)) packet(*read);
  } else if (event.kind == ServerConnection::Event::Kind::raw) {
    const wire::Raw raw = wire::read_raw(event.octets);
    wire::RawMessage text;
    if (raw.code == static_cast<std::uint16_t>(wire::RawToController::message) &&
        wire::read_raw_message(raw.body, true, text))
      message(std::string(text.from), std::string(text.text));
  }
}

void Handlers::packet(const wire::Packet& packet) {
  switch (packet.head.type) {
    case wire::PacketType::on_init:
      return init();
    case wire::PacketType::on_action: {
      wire::OnAction data;
      if (wire::read_data(packet.data, data)) action(data.time);
      return;
    }
    case wire::PacketType::on_recv_text: {
      wire::OnRecvText data;
      if (!wire::read_data(packet.data, data)) return;
      RecvTextEvent event(data.time, std::string(data.from), std::string(data.text), static_cast<Encode>(data.encode));
      return call("onRecvText", [&] { controller_.onRecvText(event); });
    }
    case wire::PacketType::on_recv_message: {
      wire::OnRecvMessage data;
      if (!wire::read_data(packet.data, data)) return;
      RecvMessageEvent event(std::string(data.from), {data.words.begin(), data.words.end()});
      return call("onRecvMessage", [&] { controller_.onRecvMessage(event); });
    }
    case wire::PacketType::on_collision:
      return collision(packet);
    case wire::PacketType::on_recv_sound:
      return sound(packet);
    default:
      return;
  }
}

void Handlers::collision(const wire::Packet& packet) {
  wire::OnCollision data;
  if (!wire::read_data(packet.data, data)) return;
  CollisionEvent event(data.time);
  for (std::string_view one : data.with) {
    // "other:otherpart:mypart:"
    std::string fields[3];
    for (std::string& field : fields) {
      const std::size_t end = std::min(one.find(':'), one.size());
      field = one.substr(0, end);
      one.remove_prefix(std::min(end + 1, one.size()));
    }
    event.add(fields[0], fields[1], fields[2]);
  }
  call("onCollision", [&] { controller_.onCollision(event); });
}

void Handlers::sound(const wire::Packet& packet) {
  using State = wire::LargeContent::State;
  State state = State::broken;
  if (packet.head.number == 0) {
    wire::OnRecvSoundHeader head;
    if (!wire::read_data(packet.data, head)) return;
    const wire::SoundFormat& format = head.format;
    sound_ = Sound{.content = {},
                   .time = head.time,
                   .from = std::string(head.from),
                   .header = RawSoundHeader(format.channels, format.rate, format.bits,
                                            format.endian == 0 ? RAW_SOUND_LITTLE_ENDIAN : RAW_SOUND_BIG_ENDIAN)};
    state = sound_->content.begin(packet, format.length, RawSound::MAX_LENGTH);
  } else if (sound_) {
    state = sound_->content.add(packet);
  }
  if (state == State::incomplete) return;
  if (state == State::complete) {
    const std::string& samples = sound_->content.content();
    RecvSoundEvent event(sound_->time, sound_->from,
                         new RawSound(sound_->header, samples.data(), static_cast<int>(samples.size())));
    call("onRecvSound", [&] { controller_.onRecvSound(event); });
  }
  sound_.reset();
}

}  // namespace sigverse
