// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_SYSTEMDEF_H
#define SIGVERSE_SYSTEMDEF_H

// What sources of controllers expect to be there without asking for it: headers of C and C++, and the few names of ODE
// that they use. These headers compile from C++98 on; whoever compiles against them links nothing, for all that they
// declare is in the program runac, which loads the library.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <iostream>
#include <map>
#include <string>
#include <vector>

typedef double dReal;
typedef dReal dQuaternion[4];  // w, x, y, z
typedef int SOCKET;

// -std=c++98 and its like hide it.
#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

#if __cplusplus >= 201103L
#define SIGVERSE_NOTHROW noexcept
#define SIGVERSE_OVERRIDE override
#else
#define SIGVERSE_NOTHROW throw()
#define SIGVERSE_OVERRIDE
#endif

#endif
