#include <c/gantry.h>
#include <c/gov.cca.h>

/* go returns the number of settings that the port it uses has. */
static int32_t go(void* self, sidl_BaseException** error) {
    gantry_Component* const component = self;
    void* const running = gantry_Timer_start(gantry_Component_state(component));
    gov_cca_ports_BasicParameterPort* const settings = gov_cca_ports_BasicParameterPort__take(
        gantry_Component_getPort(component, "settings", error), error);
    sidl_string__array keys =
        gov_cca_ports_BasicParameterPort_readConfigurationKeys(settings, error);
    const int32_t number = *error == NULL ? keys.length[0] : -1;
    sidl_string__array_free(&keys);
    gantry_Component_releasePort(component, "settings", settings);
    gantry_Timer_stop(running);
    return number;
}

void gantry_component_create(gantry_Component* component, sidl_BaseException** error) {
    static const struct gov_cca_ports_GoPort__methods kMethods = {.go = go};
    gantry_Component_setState(component, gantry_Component_timer(component, "go"), NULL);
    gantry_Component_provide(component, "go",
                             gov_cca_ports_GoPort__create(&kMethods, component, NULL), error);
}
