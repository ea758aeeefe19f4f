// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How often this program has used operator new so far; counted in test_allocations.cpp.
long allocations_so_far();
