#include <c/gantry.h>
#include <c/gov.cca.h>
#include <c/numeric.h>

#include <stdio.h>

static int32_t go(void* self, sidl_BaseException** error) {
    gantry_Component* const component = self;
    numeric_IntegratorPort* const integrator =
        numeric_IntegratorPort__take(gantry_Component_getPort(component, "integrate", error), error);
    const double value = numeric_IntegratorPort_integrate(integrator, 0, 1, 100000, error);
    gantry_Component_releasePort(component, "integrate", integrator);
    if (*error != NULL) {
        return 1;
    }
    printf("Value = %f\n", value);
    fflush(stdout);
    return 0;
}

void gantry_component_create(gantry_Component* component, sidl_BaseException** error) {
    static const struct gov_cca_ports_GoPort__methods kMethods = {.go = go};
    gantry_Component_provide(component, "go",
                             gov_cca_ports_GoPort__create(&kMethods, component, NULL), error);
}
