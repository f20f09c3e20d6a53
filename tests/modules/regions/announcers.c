/* The list of the announcers that a program is linked with: ANNOUNCERS is such as EACH(kokkos)
 * EACH(itt). */
#include <stddef.h>

#include "announcer.h"

#define EACH(name) extern const announcer announcer_##name;
ANNOUNCERS
#undef EACH
#define EACH(name) &announcer_##name,
const announcer* const announcers[] = {ANNOUNCERS NULL};
