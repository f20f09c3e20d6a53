#ifdef GANTRY_TEST_FORTRAN

#include <c/Convert.hpp>

#include <doctest/doctest.h>

#include <ISO_Fortran_binding.h>
#include <cstdint>
#include <limits>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): the names that Fortran binds
extern "C" {
void sidl_fortran_view(const CFI_cdesc_t* array, sidl_any__array* view);
void sidl_fortran_copy(const CFI_cdesc_t* array, sidl_any__array* copy);
}
// NOLINTEND(readability-identifier-naming)

namespace {

// A Fortran array of numbers of 8 bytes, of which only the shape counts.
class Numbers final {
public:
    explicit Numbers(const std::vector<CFI_index_t>& extents) {
        REQUIRE(CFI_establish(get(), &first_, CFI_attribute_other, CFI_type_int64_t, 0,
                              static_cast<CFI_rank_t>(extents.size()),
                              extents.data()) == CFI_SUCCESS);
    }
    CFI_cdesc_t* get() { return reinterpret_cast<CFI_cdesc_t*>(&descriptor_); }

private:
    CFI_CDESC_T(3) descriptor_{};
    std::int64_t first_ = 0;
};

constexpr CFI_index_t kMost = std::numeric_limits<std::int32_t>::max();

}  // namespace

TEST_SUITE("languages.Descriptor") {
    TEST_CASE("an array with more elements than a C array can count is empty in C") {
        sidl_any__array view{};
        view.dimension = 7;

        sidl_fortran_view(Numbers({kMost + 1}).get(), &view);

        CHECK(view.dimension == 0);
        CHECK(view.first == nullptr);
    }

    TEST_CASE("an array whose strides are beyond 32 bits is empty in C") {
        sidl_any__array view{};
        view.dimension = 7;

        sidl_fortran_view(Numbers({kMost, 2, 2}).get(), &view);

        CHECK(view.dimension == 0);
    }

    TEST_CASE("an array that memory cannot hold is not copied, however its size wraps around") {
        for (const std::vector<CFI_index_t>& extents :
             std::vector<std::vector<CFI_index_t>>{{kMost, kMost}, {kMost, 2, 2}, {kMost + 1}}) {
            sidl_any__array copy{};
            copy.dimension = 7;

            sidl_fortran_copy(Numbers(extents).get(), &copy);

            CHECK(copy.dimension == 0);
            CHECK(copy.first == nullptr);
        }
    }

    TEST_CASE("an array without elements is copied") {
        sidl_any__array copy{};

        sidl_fortran_copy(Numbers({3, 0}).get(), &copy);

        CHECK(copy.dimension == 2);
        CHECK(copy.length[0] == 3);
        CHECK(copy.length[1] == 0);
        delete static_cast<gantry::c::ArrayOwner*>(copy.owner);
    }
}

#endif
