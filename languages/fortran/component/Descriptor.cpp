#include <c/Convert.hpp>

#include <ISO_Fortran_binding.h>
#include <algorithm>
#include <cstring>
#include <vector>

// Conversion between Fortran arrays, which are passed as descriptors, and C arrays.

namespace {

constexpr std::size_t kLargest = SIDL_MAX_DIMENSION;

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

extern "C" {

void sidl_fortran_view(const CFI_cdesc_t* array, sidl_any__array* view) {
    *view = {};
    if (array->rank < 1 || static_cast<std::size_t>(array->rank) > kLargest) {
        return;
    }
    view->first = array->base_addr;
    view->dimension = array->rank;
    for (int d = 0; d < array->rank; ++d) {
        view->length[d] = static_cast<std::int32_t>(array->dim[d].extent);
        view->stride[d] =
            static_cast<std::int32_t>(array->dim[d].sm / static_cast<CFI_index_t>(array->elem_len));
    }
}

void sidl_fortran_copy(const CFI_cdesc_t* array, sidl_any__array* copy) {
    sidl_fortran_view(array, copy);
    std::int32_t size = 1;
    for (int d = 0; d < copy->dimension; ++d) {
        copy->stride[d] = size;
        size *= copy->length[d];
    }
    try {
        const std::size_t bytes = static_cast<std::size_t>(size) * array->elem_len;
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
    static char nothing[16] = {};
    const bool fits = view->dimension == pointer->rank && view->first != nullptr;
    pointer->base_addr = fits ? view->first : nothing;
    CFI_index_t step = static_cast<CFI_index_t>(pointer->elem_len);
    for (int d = 0; d < pointer->rank; ++d) {
        pointer->dim[d].lower_bound = 1;
        pointer->dim[d].extent = fits ? view->length[d] : 0;
        pointer->dim[d].sm =
            fits ? view->stride[d] * static_cast<CFI_index_t>(pointer->elem_len) : step;
    }
}

}  // extern "C"
