# The target gantry_demo: what scripts/demo runs, and nothing else, so that the first result does not wait for compilers
# of interfaces, bindings and components that it has no use for.
get_property(components GLOBAL PROPERTY GANTRY_COMPONENTS)
set(demo gantry)
foreach(component IN LISTS components)
    # Of the classes that optimize.rc and self_tuning_pde.rc name, and all that their optimizers try.
    if(component MATCHES "^component_(drivers_cxx_driver|functions_|integrators_|randomgens_|optimizer|strategy_|tuning_decision_log|gates_linear_gate|solvers_|self_tuning_pde|performance_native|parallel_single)"
        AND NOT component MATCHES "_(genz|cubature|sobol|gsl_monte_carlo|hypre|petsc)$")
        list(APPEND demo ${component})
    endif()
endforeach()
add_custom_target(gantry_demo DEPENDS ${demo})

# What scripts/demo builds after its results: all commands of this configuration, and what `gantry exec` loads into a program.
set(more gantry)
foreach(target IN ITEMS gantry_preload module_posix module_stdio module_python)
    if(TARGET ${target})
        list(APPEND more ${target})
    endif()
endforeach()
add_custom_target(gantry_demo_more DEPENDS ${more})
