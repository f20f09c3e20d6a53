/* The functions of a component in C, or in another language whose binding builds on C.
 *
 * A component defines one function, gantry_component_create, which the framework calls for each
 * instance. The build (gantry_component in CMake) knows the class name and the ports and generates
 * the rest. The uses ports are registered when it is called.
 */
#ifndef GANTRY_C_GANTRY_H
#define GANTRY_C_GANTRY_H

#include <c/sidl.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One instance of the component, as the framework sees it. It lives until `destroy` has returned.
 * Functions that take one accept null and then fail, or do nothing. */
typedef struct gantry_Component gantry_Component;

/* The timer of a method; it belongs to the component. */
typedef struct gantry_Timer gantry_Timer;

/* Defined by the author: creates the state of one instance, sets how it is destroyed, and adds the
 * provides ports. If it sets `error`, the instance is not created, and the state is destroyed. The
 * thread that creates instances in the framework calls it. It runs inside
 * gov.cca.Component.setServices: ports that it provides are connected by others only after it has
 * returned. */
void gantry_component_create(gantry_Component* component, sidl_BaseException** error);

/* The state of the instance, and the function that frees it at the end, which may be null. A
 * state that was set before is freed at once. `destroy` runs when the instance is destroyed,
 * after its timers were disconnected. */
void gantry_Component_setState(gantry_Component* component, void* state, void (*destroy)(void*));
/* Null before setState. Any thread. */
void* gantry_Component_state(const gantry_Component* component);

/* Offers an object as one of the provides ports that the build names. Takes over the reference;
 * fails for a null object, for an object of another type, and for a name that is not a provides
 * port. */
void gantry_Component_provide(gantry_Component* component, const char* port, void* object,
                              sidl_BaseException** error);

/* The object connected to a uses port; fails if there is none. It is in use until releasePort is
 * called for it. To be cast: numeric_FunctionPort__take(gantry_Component_getPort(...), error). */
sidl_BaseInterface* gantry_Component_getPort(gantry_Component* component, const char* port,
                                             sidl_BaseException** error);
/* Ends one use and releases the handle (null is allowed: nothing is in use). An unknown port, and
 * one that was withdrawn meanwhile, are ignored. */
void gantry_Component_releasePort(gantry_Component* component, const char* port, void* object);

/* The framework's side of this instance, a gov.cca.Services; to be cast and released. Null if
 * there is no memory. */
sidl_BaseInterface* gantry_Component_services(gantry_Component* component);

/* A timer for a method, named INSTANCE::method; it measures while a performance component is
 * connected to the port MeasurementPort. From gantry_component_create only; null if there is no
 * memory. It is valid until `destroy` is called; the same name gives the same timer. */
gantry_Timer* gantry_Component_timer(gantry_Component* component, const char* method);
/* Costs next to nothing while nothing is connected. The result is passed to gantry_Timer_stop;
 * null is allowed in both. A call whose timer fails is not measured; nothing is thrown. Any
 * thread. Calls nest; a call on one thread is stopped on that thread. */
void* gantry_Timer_start(const gantry_Timer* timer);
/* Ends the call that gantry_Timer_start began, in the same thread. It stops the timer that was
 * started, even if another one is connected meanwhile. */
void gantry_Timer_stop(void* running);

/* Sets a gov.cca.CCAException; reason is a gov_cca_CCAExceptionType. Null for note is the empty
 * text. Nothing happens where `error` is null or an error is set already. */
void gantry_raise(sidl_BaseException** error, int32_t reason, const char* note);

#ifdef __cplusplus
}
#endif

#endif
