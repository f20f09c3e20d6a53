// The end of Kokkos, of which the module kokkos has nothing to report.
extern "C" [[gnu::visibility("default")]] void kokkosp_finalize_library() noexcept {}
