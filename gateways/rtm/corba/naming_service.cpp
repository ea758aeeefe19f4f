// SPDX-License-Identifier: Apache-2.0
#include <omniORB4/Naming.hh>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "gateways/rtm/component/ports.h"
#include "gateways/rtm/corba/name_path.h"
#include "gateways/rtm/corba/names.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/publisher.h"

namespace rtm {
namespace {

using CosNaming::NamingContext;

/// The maximum time for listing names, in timeouts of a call.
constexpr int kMaxListTimeouts = 5;
/// The maximum number of contexts that are searched; name servers in use have a handful.
constexpr std::size_t kMaxVisits = 200;
constexpr CORBA::ULong kAtOnce = 200;
/// The ORB does not open more connections to one server (its maxGIOPConnectionPerServer).
constexpr int kMaxConnections = 5;

CosNaming::Name wire_name(const NamePath& path, std::size_t steps) {
  CosNaming::Name name;
  name.length(static_cast<CORBA::ULong>(steps));
  for (std::size_t i = 0; i != steps; ++i) {
    name[static_cast<CORBA::ULong>(i)].id = path[i].id.c_str();
    name[static_cast<CORBA::ULong>(i)].kind = path[i].kind.c_str();
  }
  return name;
}

/// One search of all contexts. It ends at its limits, whatever the server returns. Each context is searched once,
/// however many names it has.
class NameWalk {
 public:
  NameWalk(std::initializer_list<std::string_view> kinds, spark::RealClock& clock, std::chrono::milliseconds longest)
      : kinds_(kinds), clock_(clock), deadline_(clock.now() + longest) {}

  void begin(NamingContext::_ptr_type root) { look_into(root); }
  std::vector<NameEntry> entries() { return std::move(entries_); }
  bool is_cut() const { return is_cut_; }
  /// The contexts that could not be searched.
  const std::vector<std::string>& closed() const { return closed_; }

 private:
  void look_into(NamingContext::_ptr_type context) {
    if (visited_.size() == kMaxVisits) is_cut_ = true;
    for (const auto& other : visited_)
      if (other->_is_equivalent(context)) return;
    if (is_cut_) return;
    visited_.push_back(NamingContext::_duplicate(context));
    CosNaming::BindingList_var bindings;
    CosNaming::BindingIterator_var more;
    context->list(kAtOnce, bindings.out(), more.out());
    take(context, bindings.in());
    if (CORBA::is_nil(more.in())) return;
    CORBA::Boolean is_there = true;
    while (is_there && !is_cut_) {
      is_there = more->next_n(kAtOnce, bindings.out());
      if (bindings->length() == 0) break;
      take(context, bindings.in());
    }
    try {
      more->destroy();
    } catch (const CORBA::Exception&) {  // NOLINT(bugprone-empty-catch): the iterator is left to the server
    }
  }

  void take(NamingContext::_ptr_type context, const CosNaming::BindingList& bindings) {
    for (CORBA::ULong i = 0; i != bindings.length() && !is_cut_; ++i) {
      const CosNaming::Name& name = bindings[i].binding_name;
      is_cut_ = ++seen_ > kMaxNames || clock_.now() > deadline_;
      if (is_cut_ || name.length() != 1) continue;
      at_.push_back({name[0].id.in(), name[0].kind.in()});
      if (bindings[i].binding_type == CosNaming::ncontext)
        look_below(context, name);
      else if (std::ranges::find(kinds_, at_.back().kind) != kinds_.end() && is_name(at_.back().id))
        entries_.push_back({at_.back().id, at_.back().kind, to_text(at_)});
      at_.pop_back();
    }
  }

  /// A context that cannot be searched has no names; the rest of the search is unaffected.
  void look_below(NamingContext::_ptr_type context, const CosNaming::Name& name) {
    if (at_.size() == kMaxContexts) {
      is_cut_ = true;
      return;
    }
    try {
      const CORBA::Object_var object = context->resolve(name);
      const auto below = CosNaming::NamingContext_var(NamingContext::_unchecked_narrow(object.in()));
      if (!CORBA::is_nil(below.in())) look_into(below.in());
    } catch (const NamingContext::NotFound&) {  // NOLINT(bugprone-empty-catch): it was unbound during the search
    } catch (const CORBA::Exception&) {
      if (closed_.size() != kMaxVisits) closed_.push_back(to_text(at_));
    }
  }

  const std::vector<std::string_view> kinds_;
  spark::RealClock& clock_;
  const spark::RealClock::Time deadline_;
  NamePath at_;
  std::vector<NameEntry> entries_;
  std::vector<CosNaming::NamingContext_var> visited_;
  std::vector<std::string> closed_;
  std::size_t seen_ = 0;
  bool is_cut_ = false;
};

class NamingService final : public Names {
 public:
  NamingService(Orb& orb, std::string address, spark::RealClock& clock)
      : orb_(orb), address_(std::move(address)), clock_(clock) {
    try {
      const CORBA::Object_var object =
          orb.access().orb->string_to_object(("corbaloc:iiop:1.2@" + address_ + "/NameService").c_str());
      // Not narrowed, because the first call shows what it is, and narrowing would cost one more.
      root_ = NamingContext::_unchecked_narrow(object.in());
    } catch (const CORBA::Exception&) {
      throw NamesUnavailable(
          fmt::format("name server {}: expected HOST:PORT, with a port from 1 to 65535", spark::printable(address_)));
    }
  }

  void bind(const std::string& path, CORBA::Object_ptr object) override {
    const NamePath steps = read(path);
    ask_at(steps, [&] {
      try {
        root_->rebind(wire_name(steps, steps.size()), object);
      } catch (const NamingContext::NotFound&) {
        make_contexts(steps);
        root_->rebind(wire_name(steps, steps.size()), object);
      }
    });
  }

  void unbind(const std::string& path) override {
    const NamePath steps = read(path);
    ask_at(steps, [&] {
      try {
        root_->unbind(wire_name(steps, steps.size()));
      } catch (const NamingContext::NotFound&) {  // NOLINT(bugprone-empty-catch): as it should be
      }
    });
  }

  CORBA::Object_ptr resolve(const std::string& path) override {
    const NamePath steps = read(path);
    CORBA::Object_var result;
    ask_at(steps, [&] {
      try {
        result = root_->resolve(wire_name(steps, steps.size()));
      } catch (const NamingContext::NotFound&) {  // NOLINT(bugprone-empty-catch): the result is nil
      }
    });
    return result._retn();
  }

  CORBA::Object_ptr find(const std::string& id, const char* kind) override {
    CORBA::Object_var result = resolve(root_path(id, kind));
    if (!CORBA::is_nil(result.in())) return result._retn();
    for (const NameEntry& entry : entries({kind})) {
      if (entry.id != id) continue;
      try {
        result = resolve(entry.path);
      } catch (const NameRefused&) {  // NOLINT(bugprone-empty-catch): its context went away while we looked
      }
      if (!CORBA::is_nil(result.in())) break;
    }
    return result._retn();
  }

  std::vector<NameEntry> entries(std::initializer_list<std::string_view> kinds) override {
    std::optional<NameWalk> walk;
    ask([&] {
      walk.emplace(kinds, clock_, kMaxListTimeouts * orb_.call_timeout());
      walk->begin(root_.in());
    });
    for (const std::string& context : walk->closed())
      orb_.log().complain(what(), "the context {} cannot be listed", spark::Printable{context});
    if (walk->is_cut())
      orb_.log().complain(what(), "has more names or contexts than are read, or is too slow to list them");
    std::vector<NameEntry> entries = walk->entries();
    const auto key = [](const NameEntry& entry) { return std::tie(entry.id, entry.kind, entry.path); };
    std::ranges::sort(entries, [&](const auto& one, const auto& other) { return key(one) < key(other); });
    return entries;
  }

  std::string what() const override { return "the name server " + address_; }

 private:
  NamePath read(const std::string& path) const {
    auto steps = read_name_path(path);
    if (!steps || steps->size() > kMaxContexts)
      throw NameRefused(fmt::format("\"{}\" is not a name of an object", spark::printable(path)));
    return *std::move(steps);
  }

  /// Creates all contexts of the path. Other programs may create the same ones at the same time.
  void make_contexts(const NamePath& steps) {
    for (std::size_t count = 1; count < steps.size(); ++count) {
      try {
        const NamingContext::_var_type made = root_->bind_new_context(wire_name(steps, count));
      } catch (const NamingContext::AlreadyBound&) {  // NOLINT(bugprone-empty-catch): as it should be
      }
    }
  }

  /// Runs a call to the server, and turns every error into one line. After a restart of the server each old connection
  /// fails when it is used next, so the call is repeated; all calls here can be repeated safely.
  template <typename Call>
  void ask(Call call, int more = kMaxConnections) {
    try {
      call();
    } catch (const CORBA::COMM_FAILURE& exception) {
      if (more == 0) throw NamesUnavailable(fmt::format("{}: {}", what(), describe(exception)));
      ask(call, more - 1);
    } catch (const CORBA::SystemException& exception) {
      throw NamesUnavailable(fmt::format("{}: {}", what(), describe(exception)));
    } catch (const NamingContext::NotFound& exception) {
      // Only binding a name leads here.
      const std::string place = exception.rest_of_name.length() == 0 ? "" : exception.rest_of_name[0].id.in();
      throw NameRefused(fmt::format("{} cannot take the name: {} is not a context", what(), spark::printable(place)));
    } catch (const CORBA::Exception& exception) {
      throw NamesUnavailable(fmt::format("{} answers nonsense: {}", what(), exception._name()));
    }
  }

  /// The same for a name in contexts: if another server that holds a context is gone, only this name is affected.
  template <typename Call>
  void ask_at(const NamePath& steps, Call call) {
    try {
      ask(call);
    } catch (const NameRefused&) {
      throw;
    } catch (const NamesUnavailable&) {
      if (steps.size() == 1 || !is_alive(root_.in())) throw;
      throw NameRefused(fmt::format("{}: a context of {} cannot be reached", what(), spark::printable(to_text(steps))));
    }
  }

  Orb& orb_;
  const std::string address_;
  spark::RealClock& clock_;
  CosNaming::NamingContext_var root_;
};

}  // namespace

std::unique_ptr<Names> naming_service(Orb& orb, const std::string& address, spark::RealClock& clock) {
  return std::make_unique<NamingService>(orb, address, clock);
}

}  // namespace rtm
