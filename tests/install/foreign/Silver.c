#include <c/gantry.h>
#include <c/thermo.h>

#include <stddef.h>

static thermo_Sample at(void* self, double temperature, sidl_BaseException** error) {
    thermo_Sample sample = {0};
    (void)self;
    if (temperature < 0) {
        thermo_OutOfRange__raise(error, "nothing is colder than 0 K", NULL, NULL);
        return sample;
    }
    sample.temperature = temperature;
    sample.conductivity = 420.75 - 0.0625 * temperature;
    sample.state = temperature < 1235 ? thermo_State_Solid : thermo_State_Liquid;
    return sample;
}

static void table(void* self, const double* temperatures, double* conductivities, int32_t n,
                  sidl_BaseException** error) {
    for (int32_t i = 0; i < n && *error == NULL; ++i) {
        conductivities[i] = at(self, temperatures[i], error).conductivity;
    }
}

static const struct thermo_MaterialPort__methods kMethods = {.at = at, .table = table};

void gantry_component_create(gantry_Component* component, sidl_BaseException** error) {
    gantry_Component_provide(component, "material",
                             thermo_MaterialPort__create(&kMethods, NULL, NULL), error);
}
