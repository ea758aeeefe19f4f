// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Starts a daemon that is detached from this process, and writes its process number to a file.
void leave_daemon(const char* file);

/// Writes the inherited environment of this process to a file: descriptors, signals, session, working folder.
void describe_environment(const char* file);
