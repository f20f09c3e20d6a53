# Read by gantry_component_entry.
list(APPEND entry_sources "${GANTRY_LANGUAGE_FOLDER}/fortran/cmake/entry.f90")
