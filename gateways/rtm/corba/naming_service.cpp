// SPDX-License-Identifier: Apache-2.0
#include <omniORB4/Naming.hh>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "gateways/rtm/component/ports.h"
#include "gateways/rtm/corba/names.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/publisher.h"

namespace rtm {
namespace {

/// How long listing names may take in all, as a multiple of one call.
constexpr int kPatience = 5;
/// How many contexts are looked into: servers that people run have a handful.
constexpr int kMostVisits = 200;
constexpr CORBA::ULong kAtOnce = 200;
/// The ORB opens no more than these to one server (its maxGIOPConnectionPerServer).
constexpr int kMostConnections = 5;

CosNaming::Name name_of(const std::string& id, const char* kind) {
  CosNaming::Name name;
  name.length(1);
  name[0].id = id.c_str();
  name[0].kind = kind;
  return name;
}

class NamingService final : public Names {
 public:
  NamingService(Orb& orb, std::string address, spark::RealClock& clock)
      : orb_(orb), address_(std::move(address)), clock_(clock) {
    try {
      const CORBA::Object_var object =
          orb.access().orb->string_to_object(("corbaloc:iiop:1.2@" + address_ + "/NameService").c_str());
      // What it is turns out with the first call; asking costs one more.
      root_ = CosNaming::NamingContext::_unchecked_narrow(object.in());
    } catch (const CORBA::Exception&) {
      throw NamesUnavailable(fmt::format("{} is no HOST:PORT of a name server", spark::printable(address_)));
    }
  }

  void bind(const std::string& id, const char* kind, CORBA::Object_ptr object) override {
    ask([&] { root_->rebind(name_of(id, kind), object); });
  }

  void unbind(const std::string& id, const char* kind) override {
    ask([&] {
      try {
        root_->unbind(name_of(id, kind));
      } catch (const CosNaming::NamingContext::NotFound&) {  // NOLINT(bugprone-empty-catch): as it should be
      }
    });
  }

  CORBA::Object_ptr resolve(const std::string& id, const char* kind) override {
    CORBA::Object_var result;
    ask([&] {
      try {
        result = root_->resolve(name_of(id, kind));
      } catch (const CosNaming::NamingContext::NotFound&) {  // NOLINT(bugprone-empty-catch): nil says so
      }
    });
    return result._retn();
  }

  CORBA::Object_ptr find(const std::string& id, const char* kind) override {
    CORBA::Object_var result = resolve(id, kind);
    if (!CORBA::is_nil(result.in())) return result._retn();
    Search search;
    ask([&] {
      search = {.kind = kind, .wanted = &id, .deadline = deadline()};
      search_in(root_.in(), kMostContexts, search);
    });
    return search.found._retn();
  }

  std::vector<std::string> list(const char* kind) override {
    Search search;
    ask([&] {
      search = {.kind = kind, .wanted = nullptr, .deadline = deadline()};
      search_in(root_.in(), kMostContexts, search);
    });
    if (search.is_cut)
      orb_.log().complain(what(), "has more names or contexts than are looked at, or is too slow to tell them");
    std::ranges::sort(search.names);
    search.names.erase(std::unique(search.names.begin(), search.names.end()), search.names.end());
    return std::move(search.names);
  }

  std::string what() const override { return "the name server " + address_; }

 private:
  struct Search {
    std::string_view kind;
    const std::string* wanted = nullptr;  ///< stops there
    spark::RealClock::Time deadline = {};
    std::vector<std::string> names = {};
    CORBA::Object_var found = {};
    std::size_t seen = 0;
    int visits = 0;
    bool is_cut = false;

    bool is_over() const { return is_cut || !CORBA::is_nil(found.in()); }
  };

  spark::RealClock::Time deadline() const { return clock_.now() + kPatience * orb_.call_timeout(); }

  /// Runs what calls the server; whatever that ends with becomes one line. Connections to a server that was started
  /// anew break one by one when they are used, so it is called again; nothing here minds being done twice.
  template <typename Call>
  void ask(Call call, int more = kMostConnections) {
    try {
      call();
    } catch (const CORBA::COMM_FAILURE& exception) {
      if (more == 0) throw NamesUnavailable(fmt::format("{}: {}", what(), describe(exception)));
      ask(call, more - 1);
    } catch (const CORBA::SystemException& exception) {
      throw NamesUnavailable(fmt::format("{}: {}", what(), describe(exception)));
    } catch (const CORBA::Exception& exception) {
      throw NamesUnavailable(fmt::format("{} answers nonsense: {}", what(), exception._name()));
    }
  }

  void search_in(CosNaming::NamingContext_ptr context, int depth, Search& search) {
    if (++search.visits > kMostVisits) search.is_cut = true;
    if (search.is_cut) return;
    CosNaming::BindingList_var bindings;
    CosNaming::BindingIterator_var more;
    context->list(kAtOnce, bindings.out(), more.out());
    take(context, bindings.in(), depth, search);
    if (CORBA::is_nil(more.in())) return;
    CORBA::Boolean is_there = true;
    while (is_there && !search.is_over()) {
      is_there = more->next_n(kAtOnce, bindings.out());
      if (bindings->length() == 0) break;
      take(context, bindings.in(), depth, search);
    }
    try {
      more->destroy();
    } catch (const CORBA::Exception&) {  // NOLINT(bugprone-empty-catch): its own affair
    }
  }

  void take(CosNaming::NamingContext_ptr context, const CosNaming::BindingList& bindings, int depth, Search& search) {
    for (CORBA::ULong i = 0; i != bindings.length() && !search.is_over(); ++i) {
      const CosNaming::Name& name = bindings[i].binding_name;
      search.is_cut = ++search.seen > kMostNames || clock_.now() > search.deadline;
      if (search.is_cut || name.length() != 1) continue;
      if (bindings[i].binding_type == CosNaming::ncontext) {
        look_below(context, name, depth, search);
      } else if (const std::string id = name[0].id.in(); search.kind == name[0].kind.in() && is_name(id)) {
        if (!search.wanted)
          search.names.push_back(id);
        else if (*search.wanted == id)
          search.found = context->resolve(name);
      }
    }
  }

  /// A context that cannot be looked into has no names; the rest is there all the same.
  void look_below(CosNaming::NamingContext_ptr context, const CosNaming::Name& name, int depth, Search& search) {
    if (depth <= 1) {
      search.is_cut = true;
      return;
    }
    try {
      const CORBA::Object_var object = context->resolve(name);
      const auto below = CosNaming::NamingContext_var(CosNaming::NamingContext::_unchecked_narrow(object.in()));
      if (!CORBA::is_nil(below.in())) search_in(below.in(), depth - 1, search);
    } catch (const CORBA::Exception&) {
      orb_.log().complain(what(), "a context called {} cannot be looked into", spark::Printable{name[0].id.in()});
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
