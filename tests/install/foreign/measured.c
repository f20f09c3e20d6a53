/* A program of somebody else's that is not a component and measures itself. */
#include <gantry.h>
#include <stdio.h>

int main(void) {
    gantry_timer_t timer = gantry_timer("foreign work", "", "");
    gantry_values_t values;
    int known;
    gantry_start(timer);
    gantry_stop(timer);
    known = gantry_values(timer, &values);
    printf("measuring: %d, calls: %d\n", known, (int)values.calls);
    return 0;
}
