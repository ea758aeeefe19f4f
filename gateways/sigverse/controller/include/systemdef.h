// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_SYSTEMDEF_H
#define SIGVERSE_SYSTEMDEF_H

// The C and C++ headers, and the few names from ODE, that sources of controllers use without including them. These
// headers compile from C++98 on. Code compiled against them links nothing, because the program runac, which loads the
// library, defines everything that they declare.

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
typedef dReal dVector3[4];     // x, y, z, and one unused number
typedef dReal dQuaternion[4];  // w, x, y, z
typedef dReal dMatrix3[12];    // three rows of four; the last number of each is unused
typedef int SOCKET;

extern "C" {
/// q := a b
void dQMultiply0(dQuaternion q, const dQuaternion a, const dQuaternion b);
/// q := the inverse of a, times b
void dQMultiply1(dQuaternion q, const dQuaternion a, const dQuaternion b);
/// A rotation about an axis of any length, rad. An axis of length 0 rotates nothing.
void dQFromAxisAndAngle(dQuaternion q, dReal ax, dReal ay, dReal az, dReal angle);
}

// Put before functions that a library exports; here all functions are exported.
#ifndef EXPORT_FUNC
#define EXPORT_FUNC
#endif
// Not defined with -std=c++98 and similar options.
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
