// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_LOGGER_H
#define SIGVERSE_LOGGER_H

/// Messages for people, as printf has them. They go to the standard output, "[MSG]  text", to the server, which hands
/// them to its log and to viewers, and to a file if one is named. Line ends at the end of a message are left out.
///
/// Use the macros, with doubled brackets: LOG_MSG(("x %f", x)). Each is a whole statement and needs no semicolon; with
/// one there are two, so between `if` and `else` it stands without, or in braces. The compiler is not asked to check
/// the arguments, because that would make warnings in sources that always compiled without.
class Logger {
 public:
  enum Level { ERR = 0, SYS = 1, MSG = 2, DEBUG1 = 3, DEBUG2 = 4, DEBUG3 = 5, DISPLAY = 6 };

  static void err(const char* format, ...);
  static void sys(const char* format, ...);
  static void msg(const char* format, ...);
  static void debug1(const char* format, ...);
  static void debug2(const char* format, ...);
  static void debug3(const char* format, ...);
  static void display(const char* format, ...);

  /// Whether they go to the standard output; they do unless that is switched off. LOG_STDOUT() switches it on.
  static void toStdout(bool on = true);
  /// A file that messages are appended to; NULL: none.
  static void toFile(const char* file);
  /// Messages of higher levels are dropped. MSG unless it is changed; those of DISPLAY always go out.
  static void outputLevel(int level);
};

#define LOG_ERR(arguments) Logger::err arguments;
#define LOG_ERROR(arguments) Logger::err arguments;
#define LOG_SYS(arguments) Logger::sys arguments;
#define LOG_SYSTEM(arguments) Logger::sys arguments;
#define LOG_MSG(arguments) Logger::msg arguments;
#define LOG_DEBUG1(arguments) Logger::debug1 arguments;
#define LOG_DEBUG2(arguments) Logger::debug2 arguments;
#define LOG_DEBUG3(arguments) Logger::debug3 arguments;
#define LOG_DISPLAY(arguments) Logger::display arguments;
#define LOG_STDOUT(on) Logger::toStdout(on);
#define LOG_FILE(file) Logger::toFile(file);
#define LOG_OUTPUT_LEVEL(level) Logger::outputLevel(level);

#endif
