/* What a component in C, or in another language that stands on C, is made with.
 *
 * It has one function of its own, gantry_component_create, which the framework calls for each
 * instance. The build (gantry_component in CMake) knows the class name and the ports and writes the
 * rest. Uses ports are registered already when it is called.
 */
#ifndef GANTRY_C_GANTRY_H
#define GANTRY_C_GANTRY_H

#include <c/sidl.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One instance of the component, as the framework sees it. It lives until `destroy` has returned. */
typedef struct gantry_Component gantry_Component;

/* The timer of a method; it belongs to the component. */
typedef struct gantry_Timer gantry_Timer;

/* Written by the author: makes the state of one instance, adds its provides ports, says how it
 * ends. Where `error` is set the instance is not made, and what was set is destroyed. */
void gantry_component_create(gantry_Component* component, sidl_BaseException** error);

/* The instance's state, and what frees it at the end; destroy may be null. */
void gantry_Component_setState(gantry_Component* component, void* state, void (*destroy)(void*));
void* gantry_Component_state(const gantry_Component* component);

/* Offers an object as one of the provides ports that the build knows. Takes over the reference;
 * fails for a null object, for one of another type and for a name that is not a provides port. */
void gantry_Component_provide(gantry_Component* component, const char* port, void* object,
                              sidl_BaseException** error);

/* The object connected to a uses port; fails where none is. It is in use until releasePort is
 * called for it. To be cast: numeric_FunctionPort__take(gantry_Component_getPort(...), error). */
sidl_BaseInterface* gantry_Component_getPort(gantry_Component* component, const char* port,
                                             sidl_BaseException** error);
/* Ends one use; the object's handle is given up with it (null is allowed: nothing is in use). */
void gantry_Component_releasePort(gantry_Component* component, const char* port, void* object);

/* The framework's side of this instance, a gov.cca.Services; to be cast and given back. */
sidl_BaseInterface* gantry_Component_services(gantry_Component* component);

/* A timer for a method, named INSTANCE::method; it measures while a performance component is
 * connected to the port MeasurementPort. From gantry_component_create only; null when memory is
 * out. */
gantry_Timer* gantry_Component_timer(gantry_Component* component, const char* method);
/* Costs next to nothing while nothing is connected. The result is what to stop; null is allowed in
 * both. */
void* gantry_Timer_start(const gantry_Timer* timer);
void gantry_Timer_stop(void* running);

/* Fails with a gov.cca.CCAException; reason is a gov_cca_CCAExceptionType. */
void gantry_raise(sidl_BaseException** error, int32_t reason, const char* note);

#ifdef __cplusplus
}
#endif

#endif
