/* Stands in for a newer libkokkoscore, as far as the variables go by which it finds its tool. */
#include <stdio.h>
#include <stdlib.h>

void show_variables(void) {
    const char* const newer = getenv("KOKKOS_TOOLS_LIBS");
    const char* const older = getenv("KOKKOS_PROFILE_LIBRARY");
    printf("%s %s\n", newer != NULL ? newer : "-", older != NULL ? older : "-");
}
