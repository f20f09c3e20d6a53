# Read by gantry_component_entry.
list(APPEND entry_sources "${GANTRY_ENTRY_FOLDER}/fortran.f90")
