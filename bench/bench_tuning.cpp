#include "tuning/Figures.hpp"
#include "tuning/Strategies.hpp"

int main(int argc, char** argv) {
    using namespace gantry::bench;  // NOLINT(google-build-using-namespace): main uses nothing else
    gantry::framework::Framework framework = shippedComponents();
    return runBenchmark(
        argc, argv,
        Program{"How good the strategies behind tuning.Strategy are, in simulated worlds whose "
                "costs follow from a\nseed, against the oracle, the best fixed candidate and the "
                "initial one; what a decision costs; and\nwhat the tuner makes of real solvers "
                "and integrators.",
                [&] {
                    std::vector<Case> cases = decisions(framework);
#ifdef GANTRY_BENCH_SOLVERS
                    const std::vector<Case> requests = tunedRequests();
                    cases.insert(cases.end(), requests.begin(), requests.end());
#endif
                    return cases;
                },
                {{"few candidates", fewCandidates},
                 {"many candidates", manyCandidates},
                 {"drift", drift},
                 {"against the initial candidate", againstInitial},
                 {"replay", replay},
#ifdef GANTRY_BENCH_SOLVERS
                 {"real solvers", realSolvers},
                 {"small families", smallFamilies},
                 {"middle families", middleFamilies},
                 {"large families", largeFamilies},
                 {"largest families", largestFamilies},
                 {"families with a store", familiesWithStore},
                 {"families in turn", interleavedFamilies},
                 {"families as meshes", meshesSolvedOnce},
#endif
                 {"real integrators", realIntegrators},
#ifdef GANTRY_BENCH_CUBATURE
                 {"Genz", genzIntegrals},
#endif
                 {"crash", crashingCandidates}}});
}
