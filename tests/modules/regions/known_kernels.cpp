// Kernels, copies, fences and allocations of Kokkos, so many of each.
#include <Kokkos_Core.hpp>
#include <cstdio>

int main(int count, char** words) {
    double sum = 0;
    Kokkos::initialize(count, words);
    {
        constexpr int kSize = 1000;
        const Kokkos::View<double*> values("values", kSize);
        const Kokkos::View<double*> copies("copies", kSize);
        for (int i = 0; i < 10; ++i) {
            Kokkos::Profiling::pushRegion("step");
            Kokkos::parallel_for("fill", kSize, [=](int at) { values(at) = at; });
            Kokkos::parallel_reduce(
                "add", kSize, [=](int at, double& local) { local += values(at); }, sum);
            Kokkos::parallel_scan("scan", kSize, [=](int at, double& part, bool last) {
                part += values(at);
                if (last) {
                    copies(at) = part;
                }
            });
            Kokkos::deep_copy(copies, values);
            Kokkos::fence();
            Kokkos::Profiling::popRegion();
        }
        Kokkos::parallel_for(kSize, [=](int at) { values(at) = 0; });
    }
    Kokkos::finalize();
    std::printf("%.0f\n", sum);
    return 0;
}
