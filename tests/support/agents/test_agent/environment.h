// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Leaves a process behind that has nothing to do with this one any more; writes its number to a file.
void leave_daemon(const char* file);

/// Writes to a file what this process was given: descriptors, signals, session, working folder.
void describe_environment(const char* file);
