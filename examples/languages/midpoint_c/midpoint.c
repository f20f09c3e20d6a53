#include <c/gantry.h>
#include <c/gov.cca.h>
#include <c/numeric.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* One instance. */
struct midpoint {
    gantry_Component* component;
    gantry_Timer* integrate;
    gantry_Timer* integrateToAccuracy;
};

/* The function between the bounds of one call, and what went wrong in it. */
struct integrand {
    numeric_FunctionPort* function;
    double low;
    double width;
    int64_t evaluations;
    sidl_BaseException** error;
};

static void refuse(sidl_BaseException** error, const char* format, double value) {
    char note[160];
    snprintf(note, sizeof note, format, value);
    gantry_raise(error, gov_cca_CCAExceptionType_BadProperties, note);
}

/* f at the given share of the interval. */
static double valueAt(struct integrand* integrand, double share) {
    const double x = integrand->low + share * integrand->width;
    const double value = numeric_FunctionPort_evaluate(integrand->function, x, integrand->error);
    ++integrand->evaluations;
    if (*integrand->error == NULL && !isfinite(value)) {
        refuse(integrand->error,
               "the function is not finite at x = %g; choose bounds between which it is", x);
    }
    return value;
}

/* The sum over the midpoints of all panels, or, when the panels were a third as many before, over
 * the new ones: the old midpoints are midpoints again. */
static double sumOf(struct integrand* integrand, int64_t panels, int onlyNew) {
    double sum = 0;
    for (int64_t i = 0; i < panels && *integrand->error == NULL; ++i) {
        if (!onlyNew || i % 3 != 1) {
            sum += valueAt(integrand, ((double)i + 0.5) / (double)panels);
        }
    }
    return sum;
}

/* Triples the panels until the last change, by Richardson's rule, leaves an error of at most
 * accuracy, or the next level would go beyond the limit. The gain from level to level is what was
 * observed, at most the 9 that the rule promises for smooth functions. */
static double refine(struct integrand* integrand, double accuracy, int64_t limit,
                     double* errorEstimate) {
    const double promised = 9;
    double observed = promised;
    double lastChange = INFINITY;
    double expected = INFINITY;
    int64_t panels = 1;
    double sum = sumOf(integrand, panels, 0);
    double value = sum * integrand->width;
    *errorEstimate = INFINITY;
    while (*integrand->error == NULL && 2 * panels <= limit - integrand->evaluations) {
        panels *= 3;
        sum += sumOf(integrand, panels, 1);
        const double next = sum * integrand->width / (double)panels;
        const double change = fabs(next - value);
        const double seen = change == 0 ? promised : fmin(fmax(lastChange / change, 1.5), promised);
        const double gain = fmin(seen, observed);
        *errorEstimate = fmax(change / (gain - 1), expected / gain);
        expected = change / (gain - 1);
        lastChange = change;
        observed = seen;
        value = next;
        if (panels >= 16 && *errorEstimate <= accuracy) {
            break;
        }
    }
    return value;
}

/* The connected function between finite bounds; afterwards *error shows whether there is one. */
static struct integrand begin(struct midpoint* self, double low, double up,
                              sidl_BaseException** error) {
    struct integrand integrand = {NULL, low, up - low, 0, error};
    if (!isfinite(low) || !isfinite(up) || !isfinite(up - low)) {
        refuse(error, "integration bounds must be finite, and so must their distance, not %g",
               up - low);
    }
    if (*error == NULL) {
        integrand.function = numeric_FunctionPort__take(
            gantry_Component_getPort(self->component, "function", error), error);
    }
    return integrand;
}

static double integrate(void* state, double lowBound, double upBound, int32_t count,
                        sidl_BaseException** error) {
    struct midpoint* const self = state;
    void* const running = gantry_Timer_start(self->integrate);
    double value = 0;
    if (count < 1) {
        refuse(error, "count is %g: this rule needs at least 1 evaluation", count);
    }
    struct integrand integrand = begin(self, lowBound, upBound, error);
    if (*error == NULL && integrand.width != 0) {
        value = sumOf(&integrand, count, 0) * integrand.width / count;
    }
    gantry_Component_releasePort(self->component, "function", integrand.function);
    gantry_Timer_stop(running);
    return value;
}

static double integrateToAccuracy(void* state, double lowBound, double upBound, double accuracy,
                                  int64_t maxEvaluations, double* errorEstimate,
                                  int64_t* evaluations, sidl_BaseException** error) {
    struct midpoint* const self = state;
    void* const running = gantry_Timer_start(self->integrateToAccuracy);
    double value = 0;
    *errorEstimate = 0;
    if (!(accuracy > 0) || !isfinite(accuracy)) {
        refuse(error, "accuracy is %g: it must be a positive, finite number", accuracy);
    }
    if (maxEvaluations < 1) {
        refuse(error, "maxEvaluations is %g: this rule needs at least 1 evaluation",
               (double)maxEvaluations);
    }
    struct integrand integrand = begin(self, lowBound, upBound, error);
    if (*error == NULL && integrand.width != 0) {
        value = refine(&integrand, accuracy, maxEvaluations, errorEstimate);
    }
    *evaluations = integrand.evaluations;
    gantry_Component_releasePort(self->component, "function", integrand.function);
    gantry_Timer_stop(running);
    return value;
}

static const struct numeric_IntegratorPort__methods kMethods = {
    .integrate = integrate,
    .integrateToAccuracy = integrateToAccuracy,
};

void gantry_component_create(gantry_Component* component, sidl_BaseException** error) {
    struct midpoint* const self = malloc(sizeof *self);
    if (self == NULL) {
        gantry_raise(error, gov_cca_CCAExceptionType_OutOfMemory, "no memory for an integrator");
        return;
    }
    self->component = component;
    self->integrate = gantry_Component_timer(component, "integrate");
    self->integrateToAccuracy = gantry_Component_timer(component, "integrateToAccuracy");
    gantry_Component_setState(component, self, free);
    gantry_Component_provide(component, "integrate",
                             numeric_IntegratorPort__create(&kMethods, self, NULL), error);
}
