#pragma once

/* A flag of open() that no system has, and the descriptor that is returned for it, which is not
 * open. */
#define GANTRY_BENCH_QUICK 0x40000000
#define GANTRY_BENCH_QUICK_DESCRIPTOR 900
