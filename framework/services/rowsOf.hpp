#pragma once

#include <sidl/array.hpp>

#include <vector>

namespace gantry::framework {

template <class T>
sidl::array<T> zeros(int length) {
    return sidl::array<T>(typename sidl::array<T>::Shape{length});
}

/// The elements, or rows, of a whole at some indices, in their order. A negative index gives zeros,
/// and so does one beyond the end, where another tool left the whole empty.
template <class T>
sidl::array<T> rowsOf(const sidl::array<T>& whole, const std::vector<int>& indices) {
    auto rows = zeros<T>(static_cast<int>(indices.size()));
    int row = 0;
    for (const int index : indices) {
        rows[row++] = index >= 0 && index < whole.length() ? whole[index] : T();
    }
    return rows;
}

template <class T>
sidl::array<T, 2> rowsOf(const sidl::array<T, 2>& whole, const std::vector<int>& indices) {
    sidl::array<T, 2> rows({static_cast<int>(indices.size()), whole.length(1)});
    int row = 0;
    for (const int index : indices) {
        const bool isThere = index >= 0 && index < whole.length(0);
        for (int column = 0; isThere && column < whole.length(1); ++column) {
            rows(row, column) = whole(index, column);
        }
        ++row;
    }
    return rows;
}

}  // namespace gantry::framework
