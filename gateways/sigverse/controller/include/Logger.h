// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_LOGGER_H
#define SIGVERSE_LOGGER_H

/// Prints messages for users, with printf formats. They go to the standard output as "[MSG]  text", to the server,
/// which passes them to its log and to viewers, and to a file if one is set. Trailing line ends are removed.
///
/// Use the macros, with double parentheses: LOG_MSG(("x %f", x)). Each is a complete statement and needs no semicolon.
/// With a semicolon there are two statements, so omit it between `if` and `else`, or use braces. The compiler does not
/// check the formats, because that would cause warnings in sources that have always compiled without any.
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

  /// Whether messages go to the standard output (the default). LOG_STDOUT() switches it on.
  static void toStdout(bool on = true);
  /// The file to which messages are appended; NULL for none.
  static void toFile(const char* file);
  /// Messages with a higher level are dropped. The default is MSG; DISPLAY messages are always written.
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
