// SPDX-License-Identifier: Apache-2.0
// Lists of names and values, and how the stubs read values of type `any` from untrusted peers.
#include <catch2/catch.hpp>

#include "gateways/rtm/corba/nv_list.h"
#include "tests/gateways/rtm/corba/stage.h"

using namespace rtm;

namespace {

struct Clientless {
  spark::Log log;
  Orb orb{OrbSettings{.listens = false}, log};
};

/// The list after it was written to and read from a message.
SDOPackage::NVList sent(const SDOPackage::NVList& list) {
  cdrMemoryStream octets;
  list >>= octets;
  SDOPackage::NVList received;
  received <<= octets;
  return received;
}

/// A message with one property `x`, whose value `write` writes, type code included.
template <typename Write>
SDOPackage::NVList received(const Write& write) {
  cdrMemoryStream octets;
  CORBA::ULong{1} >>= octets;
  octets.marshalString("x");
  write(octets);
  SDOPackage::NVList list;
  list <<= octets;
  return list;
}

/// A type code with parameters: those of `write` in an encapsulation.
template <typename Write>
void write_complex(cdrStream& into, CORBA::ULong kind, const Write& write) {
  kind >>= into;
  cdrEncapsulationStream inner;
  write(inner);
  CORBA::Octet* octets = nullptr;
  _CORBA_ULong max = 0, length = 0;
  inner.getOctetStream(octets, max, length);
  length >>= into;
  into.put_octet_array(octets, static_cast<int>(length));
  _CORBA_Sequence_Octet::freebuf(octets);
}

}  // namespace

TEST_CASE("properties with texts, numbers and booleans are read as text") {
  Clientless process;
  SDOPackage::NVList list = nv_list({{"a", "one"}, {"b", ""}});
  set_text(list, "c", "three");
  set_text(list, "a", "first");
  list.length(7);
  list[3].name = "number";
  list[3].value <<= CORBA::Double(2.5);
  list[4].name = "count";
  list[4].value <<= CORBA::ULong(4'000'000'000U);
  list[5].name = "yes";
  list[5].value <<= CORBA::Any::from_boolean(true);
  list[6].name = "a";
  list[6].value <<= "the second of this name";
  const SDOPackage::NVList got = sent(list);
  CHECK(find_text(got, "a") == "first");
  CHECK(find_text(got, "b") == "");
  CHECK(find_text(got, "c") == "three");
  CHECK(find_text(got, "number") == "2.5");
  CHECK(find_text(got, "count") == "4000000000");
  CHECK(find_text(got, "yes") == "YES");
  CHECK(find_text(got, "d") == std::nullopt);
  CHECK(has_property(got, "c"));
  CHECK_FALSE(has_property(got, "C"));
  CHECK(texts_of(got).size() == 7);
  CHECK(texts_of(got)[2] == std::pair<std::string, std::string>("c", "three"));
  CHECK(texts_of(nv_list({})).empty());
}

TEST_CASE("a reference in a list has the type with which it was set") {
  Stage stage;
  stage.add("Box", [](Bench& box) { box.in("in"); });
  const CORBA::Object_var object = stage.object("Box0");
  SDOPackage::NVList list;
  set_object(list, "box", object.in(), "IDL:RtComponent:1.0");
  const SDOPackage::NVList got = sent(list);
  const CORBA::Object_var again = find_object(got, "box");
  REQUIRE_FALSE(CORBA::is_nil(again.in()));
  CHECK(again->_is_equivalent(object.in()));
  RtComponent_ptr typed = RtComponent::_nil();
  CHECK((got[0].value >>= typed));
  CHECK(find_text(got, "box") == std::nullopt);
  CHECK(CORBA::is_nil(CORBA::Object_var(find_object(got, "other")).in()));
  set_text(list, "box", "a text");
  CHECK(CORBA::is_nil(CORBA::Object_var(find_object(list, "box")).in()));
}

TEST_CASE("texts that are too long are read as missing") {
  Clientless process;
  const std::string longest(kMaxPropertyBytes, 'x');
  CHECK(find_text(sent(nv_list({{"x", longest}})), "x") == longest);
  CHECK(find_text(sent(nv_list({{"x", longest + "x"}})), "x") == std::nullopt);
}

TEST_CASE("aliases, sequences and null in a list are read and passed on") {
  Clientless process;
  const auto alias_of_string = [](cdrStream& octets) {
    write_complex(octets, CORBA::tk_alias, [](cdrStream& inner) {
      inner.marshalRawString("IDL:Words:1.0");
      inner.marshalRawString("Words");
      CORBA::ULong{CORBA::tk_string} >>= inner;
      CORBA::ULong{0} >>= inner;
    });
    octets.marshalString("aliased");
  };
  SDOPackage::NVList list = sent(received(alias_of_string));
  const char* text = nullptr;
  CHECK((list[0].value >>= text));
  CHECK(std::string(text) == "aliased");
  list = sent(received([](cdrStream& octets) {
    write_complex(octets, CORBA::tk_sequence, [](cdrStream& inner) {
      CORBA::ULong{CORBA::tk_long} >>= inner;
      CORBA::ULong{0} >>= inner;
    });
    CORBA::ULong{2} >>= octets;
    CORBA::Long{7} >>= octets;
    CORBA::Long{8} >>= octets;
  }));
  CHECK(CORBA::TypeCode_var(list[0].value.type())->kind() == CORBA::tk_sequence);
  CHECK(find_text(list, "x") == std::nullopt);
  list = received([](cdrStream& octets) { CORBA::ULong{CORBA::tk_null} >>= octets; });
  CHECK(find_text(list, "x") == std::nullopt);
}

TEST_CASE("nested, empty and unknown types are refused") {
  Clientless process;
  const auto kind_alone = [](CORBA::ULong kind) { return [kind](cdrStream& octets) { kind >>= octets; }; };
  for (const CORBA::ULong kind : {11U, 12U, 13U, 28U, 99U, 0xffffffffU}) {
    INFO(kind);
    CHECK_THROWS_AS(received(kind_alone(kind)), CORBA::MARSHAL);
  }
  const auto empty = [](cdrStream&) {};
  for (const CORBA::ULong kind : {15U, 16U, 19U, 20U, 21U, 22U})
    CHECK_THROWS_AS(received([&](cdrStream& octets) { write_complex(octets, kind, empty); }), CORBA::MARSHAL);
  CHECK_THROWS_AS(received([](cdrStream& octets) {
                    write_complex(octets, CORBA::tk_sequence, [](cdrStream& inner) {
                      CORBA::ULong{CORBA::tk_void} >>= inner;
                      CORBA::ULong{0} >>= inner;
                    });
                    CORBA::ULong{0xffffffff} >>= octets;
                  }),
                  CORBA::MARSHAL);
  // Sequences within sequences, 100,000 deep, in a message of two megabytes.
  CHECK_THROWS_AS(received([](cdrStream& octets) {
                    CORBA::ULong{CORBA::tk_sequence} >>= octets;
                    CORBA::ULong{1'600'000} >>= octets;
                    for (CORBA::ULong i = 0; i != 100'000; ++i) {
                      CORBA::ULong{0} >>= octets;
                      CORBA::ULong{CORBA::tk_sequence} >>= octets;
                      CORBA::ULong{1'600'000 - 16 * i} >>= octets;
                      CORBA::ULong{0} >>= octets;
                    }
                  }),
                  CORBA::MARSHAL);
  CHECK_THROWS_AS(received([](cdrStream& octets) {
                    CORBA::ULong{CORBA::tk_string} >>= octets;
                    CORBA::ULong{0} >>= octets;
                    CORBA::ULong{1'000'000} >>= octets;
                  }),
                  CORBA::MARSHAL);
}
