// The end of Kokkos: what was tuned is kept for later runs, and becomes facts of this one.
#include <gantry.h>

#include <array>
#include <cstddef>
#include <cstdio>

/// Of the tuner that is linked into this module: optimizer/kokkos/Callbacks.cpp.
extern "C" int gantry_kokkos_tuned(std::size_t number, char* text, std::size_t room) noexcept;
extern "C" int gantry_kokkos_keep(char* text, std::size_t room) noexcept;

extern "C" [[gnu::visibility("default")]] void kokkosp_finalize_library() noexcept {
    constexpr std::size_t kMostFacts = 64;
    std::array<char, 1024> text{};
    if (gantry_kokkos_keep(text.data(), text.size()) != 0) {
        (void)gantry_fact("problem", text.data());
    }
    for (std::size_t i = 0; i < kMostFacts && gantry_kokkos_tuned(i, text.data(), text.size()) != 0;
         ++i) {
        std::array<char, 32> key{};
        (void)std::snprintf(key.data(), key.size(), "Kokkos tuning %zu", i + 1);
        (void)gantry_fact(key.data(), text.data());
    }
}
