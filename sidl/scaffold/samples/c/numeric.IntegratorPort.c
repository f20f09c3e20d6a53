#include <c/numeric.h>

#include <math.h>
#include <stdlib.h>

/* The midpoint rule, to be replaced by your own. */
struct integrator_state {
    gantry_Component* component;
    gantry_Timer* integrate;
    gantry_Timer* integrateToAccuracy;
};

static void check_request(double lowBound, double upBound, double accuracy, int64_t count,
                          sidl_BaseException** error) {
    if (!isfinite(lowBound) || !isfinite(upBound - lowBound)) {
        gantry_raise(error, gov_cca_CCAExceptionType_BadProperties,
                     "@CLASS@: the bounds and their distance must be finite numbers");
    } else if (!(accuracy > 0) || !isfinite(accuracy) || count < 1) {
        gantry_raise(
            error, gov_cca_CCAExceptionType_BadProperties,
            "@CLASS@: the accuracy must be positive and finite, and at least one evaluation "
            "allowed");
    }
}

static numeric_FunctionPort* function_of(struct integrator_state* state,
                                         sidl_BaseException** error) {
    return numeric_FunctionPort__take(
        gantry_Component_getPort(state->component, "@numeric.FunctionPort@", error), error);
}

static double midpoints(numeric_FunctionPort* function, double lowBound, double upBound,
                        int64_t panels, sidl_BaseException** error) {
    const double width = (upBound - lowBound) / (double)panels;
    double sum = 0;
    for (int64_t i = 0; i < panels && *error == NULL; ++i) {
        const double value =
            numeric_FunctionPort_evaluate(function, lowBound + ((double)i + 0.5) * width, error);
        if (*error == NULL && !isfinite(value)) {
            gantry_raise(error, gov_cca_CCAExceptionType_Nonstandard,
                         "@CLASS@: the function is not finite between the bounds");
        }
        sum += value;
    }
    return sum * width;
}

static double IntegratorPort_integrate(void* self, double lowBound, double upBound, int32_t count,
                                       sidl_BaseException** error) {
    struct integrator_state* const state = self;
    void* const running = gantry_Timer_start(state->integrate);
    double value = 0;
    check_request(lowBound, upBound, 1, count, error);
    if (*error == NULL) {
        numeric_FunctionPort* const function = function_of(state, error);
        if (*error == NULL && lowBound != upBound) {
            value = midpoints(function, lowBound, upBound, count, error);
        }
        gantry_Component_releasePort(state->component, "@numeric.FunctionPort@", function);
    }
    gantry_Timer_stop(running);
    return value;
}

/* Panels grow fivefold. The sum of the last two differences bounds what is left of a function with
 * kinks and steps too; the first few levels may agree by accident. */
static double refined(numeric_FunctionPort* function, const double bounds[2], double accuracy,
                      int64_t maxEvaluations, double* errorEstimate, int64_t* evaluations,
                      sidl_BaseException** error) {
    double value = midpoints(function, bounds[0], bounds[1], 1, error);
    double before = INFINITY;
    *errorEstimate = before;
    *evaluations = 1;
    for (int64_t panels = 5; panels <= maxEvaluations - *evaluations && *error == NULL;
         panels *= 5) {
        const double next = midpoints(function, bounds[0], bounds[1], panels, error);
        const double difference = fabs(next - value);
        value = next;
        *evaluations += panels;
        *errorEstimate = difference + before;
        before = difference;
        if (panels >= 25 && *errorEstimate <= accuracy) {
            break;
        }
    }
    return value;
}

static double IntegratorPort_integrateToAccuracy(void* self, double lowBound, double upBound,
                                                 double accuracy, int64_t maxEvaluations,
                                                 double* errorEstimate, int64_t* evaluations,
                                                 sidl_BaseException** error) {
    struct integrator_state* const state = self;
    void* const running = gantry_Timer_start(state->integrateToAccuracy);
    double value = 0;
    *errorEstimate = 0;
    *evaluations = 0;
    check_request(lowBound, upBound, accuracy, maxEvaluations, error);
    if (*error == NULL) {
        numeric_FunctionPort* const function = function_of(state, error);
        if (*error == NULL && lowBound != upBound) {
            value = refined(function, (const double[2]){lowBound, upBound}, accuracy,
                            maxEvaluations, errorEstimate, evaluations, error);
        }
        gantry_Component_releasePort(state->component, "@numeric.FunctionPort@", function);
    }
    gantry_Timer_stop(running);
    return value;
}

static const struct numeric_IntegratorPort__methods kIntegratorPortMethods = {
    .integrate = IntegratorPort_integrate,
    .integrateToAccuracy = IntegratorPort_integrateToAccuracy,
};

static numeric_IntegratorPort* new_IntegratorPort(gantry_Component* component) {
    struct integrator_state* const state = malloc(sizeof *state);
    if (state == NULL) {
        return NULL;
    }
    state->component = component;
    state->integrate = gantry_Component_timer(component, "integrate");
    state->integrateToAccuracy = gantry_Component_timer(component, "integrateToAccuracy");
    return numeric_IntegratorPort__create(&kIntegratorPortMethods, state, free);
}
