#include <c/gantry.h>
#include <c/numeric.h>

#include <math.h>

/* The state of an instance is the timer of evaluate, which belongs to the component. */

static double evaluate(void* self, double x, sidl_BaseException** error) {
    void* const running = gantry_Timer_start(self);
    const double value = 4 / (1 + x * x);
    (void)error;
    gantry_Timer_stop(running);
    return value;
}

static void getBounds(void* self, double* lowBound, double* upBound, sidl_BaseException** error) {
    (void)self;
    (void)error;
    *lowBound = 0;
    *upBound = 1;
}

static bool hasExactIntegral(void* self, sidl_BaseException** error) {
    (void)self;
    (void)error;
    return true;
}

static double getExactIntegral(void* self, double lowBound, double upBound,
                               sidl_BaseException** error) {
    (void)self;
    (void)error;
    return 4 * atan(upBound) - 4 * atan(lowBound);
}

static char* getFormula(void* self, sidl_BaseException** error) {
    (void)self;
    (void)error;
    return sidl_String_strdup("4 / (1 + x^2)");
}

static const struct numeric_FunctionPort__methods kMethods = {
    .evaluate = evaluate,
    .getBounds = getBounds,
    .hasExactIntegral = hasExactIntegral,
    .getExactIntegral = getExactIntegral,
    .getFormula = getFormula,
};

void gantry_component_create(gantry_Component* component, sidl_BaseException** error) {
    gantry_Timer* const timer = gantry_Component_timer(component, "evaluate");
    gantry_Component_provide(component, "function",
                             numeric_FunctionPort__create(&kMethods, timer, NULL), error);
}
