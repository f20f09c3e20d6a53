/* The header of all of SIDL is one of C99, and the names in it are those that are promised. */
#include <c/everything.h>

everything_Colour everything_blue(void);
everything_Colour everything_blue(void) {
    everything_Point point = {0};
    point.colour = everything_Colour_Blue;
    return point.colour;
}
