// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_SYSTEMDEF_H
#define SIGVERSE_SYSTEMDEF_H

// What sources of controllers expect to be there without asking for it: headers of C and C++, and the few names of ODE
// that they use. These headers compile from C++98 on; what is compiled against them links nothing, for all that they
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
typedef dReal dVector3[4];     // x, y, z, and one that is not used
typedef dReal dQuaternion[4];  // w, x, y, z
typedef dReal dMatrix3[12];    // three rows of four, the last number of each is not used
typedef int SOCKET;

extern "C" {
/// q := a b
void dQMultiply0(dQuaternion q, const dQuaternion a, const dQuaternion b);
/// q := the inverse of a, times b
void dQMultiply1(dQuaternion q, const dQuaternion a, const dQuaternion b);
/// About an axis of any length, rad. An axis without length turns nothing.
void dQFromAxisAndAngle(dQuaternion q, dReal ax, dReal ay, dReal az, dReal angle);
}

// Stood before functions that a library exports. Here all of them are.
#ifndef EXPORT_FUNC
#define EXPORT_FUNC
#endif
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
