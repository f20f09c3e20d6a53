// Known calls of HDF5: 100 doubles are written whole and read in part, 10 more through a selection.
#include <hdf5.h>
#include <stdlib.h>

enum { Count = 100, Part = 10 };

static void must(hid_t result) {
    if (result < 0) {
        exit(9);
    }
}

static void write(hid_t file, const double* data) {
    const hsize_t size = Count;
    const hsize_t at = 20;
    const hsize_t part = Part;
    const hid_t space = H5Screate_simple(1, &size, NULL);
    const hid_t memory = H5Screate_simple(1, &part, NULL);
    const hid_t set =
        H5Dcreate(file, "values", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    must(set);
    must(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
    must(H5Sselect_hyperslab(space, H5S_SELECT_SET, &at, NULL, &part, NULL));
    must(H5Dwrite(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, data));
    must(H5Dclose(set));
    must(H5Sclose(memory));
    must(H5Sclose(space));
}

// All of a dataset of 10 numbers, which then becomes one of 20.
static void grow(hid_t file, const double* data) {
    const hsize_t size = 10;
    const hsize_t larger = 20;
    const hsize_t unlimited = H5S_UNLIMITED;
    const hid_t space = H5Screate_simple(1, &size, &unlimited);
    const hid_t chunks = H5Pcreate(H5P_DATASET_CREATE);
    must(H5Pset_chunk(chunks, 1, &size));
    const hid_t set =
        H5Dcreate(file, "growing", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, chunks, H5P_DEFAULT);
    must(set);
    must(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
    must(H5Dset_extent(set, &larger));
    must(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
    must(H5Dclose(set));
    must(H5Pclose(chunks));
    must(H5Sclose(space));
}

static void read(hid_t file, double* data) {
    const hid_t set = H5Dopen(file, "values", H5P_DEFAULT);
    must(set);
    must(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
    must(H5Dclose(set));
}

int main(void) {
    double data[Count];
    for (int i = 0; i < Count; ++i) {
        data[i] = i;
    }
    const hid_t made = H5Fcreate("data.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    must(made);
    write(made, data);
    grow(made, data);
    must(H5Fflush(made, H5F_SCOPE_LOCAL));
    must(H5Fclose(made));
    const hid_t file = H5Fopen("data.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    must(file);
    read(file, data);
    must(H5Fclose(file));
    H5E_BEGIN_TRY {
        if (H5Fopen("absent.h5", H5F_ACC_RDONLY, H5P_DEFAULT) >= 0) {
            return 9;
        }
    }
    H5E_END_TRY
    return data[25] == 5 ? 0 : 9;
}
