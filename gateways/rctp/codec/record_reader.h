// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gateways/rctp/codec/assigned_objects.h"
#include "gateways/rctp/codec/record.h"

namespace rctp {

/// Cuts what a peer sends in a live session into records, by the table of what has been assigned.
///
/// A cursor on the bytes of the caller, which may end anywhere: what is there of an unfinished record stays with the
/// caller, who comes again with more behind it. It keeps no bytes and allocates nothing but the sentence of what is
/// broken. A record's layout follows from its first octet alone, so the first one that cannot be read is the end of
/// the stream: nothing behind it can be trusted.
class RecordReader {
 public:
  /// Who sends what is read. Clients send outputs; servers send inputs.
  enum class Peer { client, server };
  enum class Result {
    record,  ///< one has been taken off the front
    more,    ///< the record at the front is not all there yet; nothing has been taken
    broken   ///< `what()` says why; the same for ever
  };
  /// No record is longer than this: whoever keeps so much for `more` keeps enough.
  static constexpr std::size_t kMaxRecord = 1 + 4 + 2 + 65535;

  /// Borrows the table, which may grow.
  RecordReader(Peer peer, const AssignedObjects& assigned) : peer_(peer), assigned_(&assigned) {}

  /// Takes the next record off the front of `bytes`. `record.octets` points into them.
  Result next(std::string_view& bytes, Record& record);
  /// One sentence for the peer and the log: "object 9 is not assigned".
  const std::string& what() const { return what_; }

 private:
  class Cursor;
  Result system_record(Cursor& cursor, Record& record);
  Result object_record(Cursor& cursor, Record& record);
  Result control_values(Cursor& cursor, Record& record);
  Result contents(Cursor& cursor, Record& record);
  Result broken(std::string what);
  /// What forbids the peer to send records of that object, if anything does.
  std::optional<std::string> objection(std::uint8_t id, const Object* object) const;

  Peer peer_;
  const AssignedObjects* assigned_;
  std::string what_;
};

}  // namespace rctp
