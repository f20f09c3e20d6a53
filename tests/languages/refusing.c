#include <c/gantry.h>
#include <c/gov.cca.h>
#include <c/numeric.h>

#include <stdlib.h>
#include <string.h>

/* A component that goes wrong in the way that the variable GANTRY_TEST_WAY names. */

static int32_t go(void* self, sidl_BaseException** error) {
    gantry_Component* const component = self;
    sidl_BaseInterface* const port = gantry_Component_getPort(component, "function", error);
    gantry_Component_releasePort(component, "function", port);
    return port == NULL ? 1 : 0;
}

void gantry_component_create(gantry_Component* component, sidl_BaseException** error) {
    static const struct gov_cca_ports_GoPort__methods kMethods = {go};
    const char* const way = getenv("GANTRY_TEST_WAY");
    const char* port = "go";
    void* object = NULL;
    gantry_Component_setState(component, malloc(10), free);
    if (way == NULL) {
        object = gov_cca_ports_GoPort__create(&kMethods, component, NULL);
    } else if (strcmp(way, "raise") == 0) {
        gantry_raise(error, gov_cca_CCAExceptionType_BadProperties, "no wish to live");
        return;
    } else if (strcmp(way, "unknown port") == 0) {
        object = gov_cca_ports_GoPort__create(&kMethods, component, NULL);
        port = "come";
    } else if (strcmp(way, "no port") == 0) {
        object = gantry_Component_services(component);
    } else if (strcmp(way, "other port") == 0) {
        object = numeric_FunctionPort__create(NULL, NULL, NULL);
    }
    gantry_Component_provide(component, port, object, error);
}
