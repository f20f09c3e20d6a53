#include <c/Convert.hpp>

#include <ISO_Fortran_binding.h>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

// Conversion between Fortran arrays, which are passed as descriptors, and C arrays.

namespace {

constexpr std::size_t kLargest = SIDL_MAX_DIMENSION;

// In elements, which may have no length.
CFI_index_t strideOf(const CFI_cdesc_t& array, int dimension) {
    const auto length = static_cast<CFI_index_t>(std::max<std::size_t>(array.elem_len, 1));
    return array.dim[dimension].sm / length;
}

// Whether a C array can describe it: its lengths and strides are of 32 bits.
bool fits(const CFI_cdesc_t& array) {
    constexpr CFI_index_t kMost = std::numeric_limits<std::int32_t>::max();
    bool fit = array.rank >= 1 && static_cast<std::size_t>(array.rank) <= kLargest;
    for (int d = 0; fit && d < array.rank; ++d) {
        const CFI_index_t stride = strideOf(array, d);
        fit = array.dim[d].extent <= kMost && stride <= kMost && stride >= -kMost;
    }
    return fit;
}

// Appends the elements in Fortran's order (column-major).
void gather(const CFI_cdesc_t& array, int dimension, const char* from, char*& to) {
    if (dimension < 0) {
        std::memcpy(to, from, array.elem_len);
        to += array.elem_len;
        return;
    }
    for (CFI_index_t i = 0; i < array.dim[dimension].extent; ++i) {
        gather(array, dimension - 1, from + i * array.dim[dimension].sm, to);
    }
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): the names that generated modules bind to
extern "C" {

// The view has no owner: the Fortran array must outlive the call. An array that C cannot describe
// becomes the empty one.
void sidl_fortran_view(const CFI_cdesc_t* array, sidl_any__array* view) {
    *view = {};
    if (!fits(*array)) {
        return;
    }
    view->first = array->base_addr;
    // Descriptors give strides (sm) in bytes, C arrays in elements.
    // NOLINTNEXTLINE(bugprone-signed-char-misuse): CFI_rank_t is a number
    view->dimension = array->rank;
    for (int d = 0; d < array->rank; ++d) {
        view->length[d] = static_cast<std::int32_t>(array->dim[d].extent);
        view->stride[d] = static_cast<std::int32_t>(strideOf(*array, d));
    }
}

// For callees that keep the array, and for arrays whose elements a view cannot show.
void sidl_fortran_copy(const CFI_cdesc_t* array, sidl_any__array* copy) {
    sidl_fortran_view(array, copy);
    // Column-major and dense: gather() below writes the elements in this order. The number of all
    // elements may be beyond 32 bits, but no stride.
    std::size_t size = 1;
    bool isDescribed = copy->dimension > 0;
    for (int d = 0; d < copy->dimension; ++d) {
        isDescribed = isDescribed && size <= std::numeric_limits<std::int32_t>::max();
        copy->stride[d] = isDescribed ? static_cast<std::int32_t>(size) : 0;
        size *= isDescribed ? static_cast<std::size_t>(copy->length[d]) : 1;
    }
    std::size_t bytes = 0;
    if (!isDescribed || __builtin_mul_overflow(size, array->elem_len, &bytes)) {
        *copy = {};
        return;
    }
    try {
        const auto elements = std::shared_ptr<char[]>(new char[bytes]());
        char* to = elements.get();
        gather(*array, array->rank - 1, static_cast<const char*>(array->base_addr), to);
        copy->first = elements.get();
        copy->owner = new gantry::c::ArrayOwner{elements};
    } catch (...) {
        *copy = {};
    }
}

// The generated modules bind to this function for pointers of every type and rank.
void sidl_fortran_associate(const sidl_any__array* view, CFI_cdesc_t* pointer) {
    // A pointer of Fortran must not be null to be associated, even if it has no elements.
    static char nothing[16] = {};
    const bool fits = view->dimension == pointer->rank && view->first != nullptr;
    pointer->base_addr = fits ? view->first : nothing;
    CFI_index_t step = static_cast<CFI_index_t>(pointer->elem_len);
    for (int d = 0; d < pointer->rank; ++d) {
        // Fortran's own default; the lower bounds of SIDL are not passed on.
        pointer->dim[d].lower_bound = 1;
        pointer->dim[d].extent = fits ? view->length[d] : 0;
        pointer->dim[d].sm =
            fits ? view->stride[d] * static_cast<CFI_index_t>(pointer->elem_len) : step;
    }
}

}  // extern "C"
// NOLINTEND(readability-identifier-naming)
