// SPDX-License-Identifier: Apache-2.0
#ifndef SIGVERSE_MODELERR_H
#define SIGVERSE_MODELERR_H

// Exists because sources include it for the exceptions of simulation objects.
#include "SimObj.h"

#endif
