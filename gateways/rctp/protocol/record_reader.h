// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gateways/rctp/protocol/assigned_objects.h"
#include "gateways/rctp/protocol/record.h"

namespace rctp {

/// Reads the records that a peer sends in a live session, using the table of assigned objects.
///
/// The bytes belong to the caller and may end anywhere: an incomplete record stays with the caller, which calls again
/// when more has come. The reader stores no bytes and allocates only the text of an error. The layout of a record
/// follows from its first octet alone, so the first unreadable record ends the stream: the next one could not be found.
class RecordReader {
 public:
  /// The sender of the records. Clients send outputs; servers send inputs.
  enum class Peer { client, server };
  enum class Result {
    record,  ///< a record has been read, and removed from the front
    more,    ///< the record at the front is not complete; nothing has been removed
    broken   ///< `what()` says why; all further calls return the same
  };
  /// The size of the longest record, which is also the largest buffer that a caller needs.
  static constexpr std::size_t kMaxRecord = 1 + 4 + 2 + 65535;

  /// Borrows the table, to which objects may be added.
  RecordReader(Peer peer, const AssignedObjects& assigned) : peer_(peer), assigned_(&assigned) {}

  /// Reads the next record and removes it from the front of `bytes`. `record.octets` points into them.
  Result next(std::string_view& bytes, Record& record);
  /// A sentence for the peer and the log: "object 9 is not assigned".
  const std::string& what() const { return what_; }

 private:
  class Cursor;
  Result system_record(Cursor& cursor, Record& record);
  Result object_record(Cursor& cursor, Record& record);
  Result control_values(Cursor& cursor, Record& record);
  Result contents(Cursor& cursor, Record& record);
  Result broken(std::string what);
  /// The reason why the peer may not send records of that object, if there is one.
  std::optional<std::string> objection(std::uint8_t id, const Object* object) const;

  Peer peer_;
  const AssignedObjects* assigned_;
  std::string what_;
};

}  // namespace rctp
