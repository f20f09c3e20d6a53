#include <c/numeric.h>

/* f(x) = x on [0, 1]: a first function, to be replaced by yours. */
static double FunctionPort_evaluate(void* self, double x, sidl_BaseException** error) {
    void* const running = gantry_Timer_start(self);
    (void)error;
    gantry_Timer_stop(running);
    return x;
}

static void FunctionPort_getBounds(void* self, double* lowBound, double* upBound,
                                   sidl_BaseException** error) {
    (void)self;
    (void)error;
    *lowBound = 0;
    *upBound = 1;
}

/* Without a closed form: false here, and a NaN there. */
static bool FunctionPort_hasExactIntegral(void* self, sidl_BaseException** error) {
    (void)self;
    (void)error;
    return true;
}

static double FunctionPort_getExactIntegral(void* self, double lowBound, double upBound,
                                            sidl_BaseException** error) {
    (void)self;
    (void)error;
    return (upBound * upBound - lowBound * lowBound) / 2;
}

static char* FunctionPort_getFormula(void* self, sidl_BaseException** error) {
    (void)self;
    (void)error;
    return sidl_String_strdup("x");
}

static const struct numeric_FunctionPort__methods kFunctionPortMethods = {
    .evaluate = FunctionPort_evaluate,
    .getBounds = FunctionPort_getBounds,
    .hasExactIntegral = FunctionPort_hasExactIntegral,
    .getExactIntegral = FunctionPort_getExactIntegral,
    .getFormula = FunctionPort_getFormula,
};

/* The state is the timer of evaluate, which belongs to the component. */
static numeric_FunctionPort* new_FunctionPort(gantry_Component* component) {
    return numeric_FunctionPort__create(&kFunctionPortMethods,
                                        gantry_Component_timer(component, "evaluate"), NULL);
}
