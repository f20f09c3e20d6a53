# Who may know whom: the one table of it. Each row is
#     folder | rooms it may include | libraries it may include
# The longest matching folder counts. A room is its own ally without saying so. The test `layering` reads every
# include line of the sources against this table; ARCHITECTURE.md shows it.
set(GANTRY_LAYERS
    "interfaces                      |                                              |"
    "sidl/compiler/source            |                                              |"
    "sidl/compiler/syntax            | sidl/compiler/source                         |"
    "sidl/compiler/model             | sidl/compiler/source sidl/compiler/syntax    |"
    "sidl/compiler/checks            | sidl/compiler/source sidl/compiler/syntax sidl/compiler/model|"
    "sidl/compiler/print             | sidl/compiler/source sidl/compiler/syntax sidl/compiler/model|"
    "sidl/compiler/emit              | sidl/compiler/source sidl/compiler/syntax sidl/compiler/model sidl/compiler/checks|"
    "sidl/compiler/driver            | sidl/compiler/source sidl/compiler/syntax sidl/compiler/model sidl/compiler/checks sidl/compiler/print sidl/compiler/emit| program_options"
    "languages/python                | interfaces                                   | python dlopen"
    "framework                       | interfaces                                   |"
    "framework/loader                | interfaces                                   | boost_dll dlopen"
    "framework/src/document          | interfaces framework                         | nlohmann"
    "perf/model                      |                                              |"
    "perf/segment                    | perf/model                                   | boost_crc"
    "perf/engine                     | perf/model perf/segment                      | dlopen"
    "perf/metrics                    | perf/model perf/segment perf/engine          |"
    "perf/metrics/papi               | perf/model perf/segment perf/engine          | papi"
    "perf/files                      |                                              |"
    "perf/trace                      | perf/model perf/segment                      | zstd"
    "perf/export                     | perf/model perf/files                        | nlohmann"
    "perf/archive                    | perf/model perf/files                        | sqlite"
    "perf/capi                       | perf/model perf/segment perf/engine perf/export | dlopen"
    "components                      | interfaces                                   |"
    "components/performance_native   | interfaces perf/model perf/segment perf/engine perf/trace perf/files perf/export |"
    "components/performance_lttng    | interfaces                                   | lttng dlopen"
    "components/function_expression  | interfaces                                   | muparser"
    "components/parallel_mpi         | interfaces                                   | mpi dlopen"
    "components/integrator_gsl       | interfaces components                        | gsl"
    "components/integrator_sobol     | interfaces components                        | gsl"
    "components/integrator_gsl_monte_carlo| interfaces components                        | gsl"
    "components/integrator_cubature  | interfaces components                        | cubature"
    "components/integrator_gauss_kronrod| interfaces components                        | boost"
    "components/integrator_tanh_sinh | interfaces components                        | boost"
    "components/solver_eigen_direct  | interfaces components                        | eigen"
    "components/solver_eigen_iterative| interfaces components                        | eigen"
    "components/solver_umfpack       | interfaces components                        | umfpack"
    "components/solver_klu           | interfaces components                        | klu"
    "components/solver_cholmod       | interfaces components                        | cholmod"
    "components/solver_superlu       | interfaces components                        | superlu"
    "components/solver_hypre         | interfaces components                        | hypre mpi dlopen"
    "components/solver_petsc         | interfaces components                        | petsc mpi dlopen"
    "optimizer                       | interfaces                                   |"
    "optimizer/records               | interfaces perf/archive                      | nlohmann"
    "tools                           | interfaces framework perf/model perf/segment perf/engine perf/trace perf/files perf/export perf/archive optimizer/records | program_options nlohmann"
    "bench                           | sidl/compiler/source sidl/compiler/syntax sidl/compiler/model sidl/compiler/checks sidl/compiler/emit sidl/compiler/driver interfaces framework perf/model perf/segment perf/engine perf/trace perf/export perf/archive perf/capi optimizer/records | nlohmann program_options benchmark dlopen"
    "tests                           | *                                            | *"
    "examples                        | interfaces perf/capi                         |")

# Which room an include line leads to, by the beginning of its path.
set(GANTRY_ROOM_PREFIXES
    "gov/=interfaces" "sidl/=interfaces" "performance/=interfaces" "numeric/=interfaces"
    "parallel/=interfaces" "tuning/=interfaces" "wiring/=interfaces" "linear/=interfaces" "gantry/python/=languages/python" "gantry/=interfaces" "c/=interfaces"
    "compiler/source/=sidl/compiler/source" "compiler/syntax/=sidl/compiler/syntax" "compiler/model/=sidl/compiler/model"
    "compiler/checks/=sidl/compiler/checks" "compiler/print/=sidl/compiler/print" "compiler/emit/=sidl/compiler/emit"
    "compiler/driver/=sidl/compiler/driver"
    "framework/loader/=framework/loader" "framework/=framework"
    "perf/model/=perf/model" "perf/segment/=perf/segment" "perf/engine/=perf/engine" "perf/export/=perf/export"
    "perf/trace/=perf/trace" "perf/files/=perf/files" "perf/archive/=perf/archive"
    "gantry.h=perf/capi" "optimizer/records/=optimizer/records" "optimizer/=optimizer" "quadrature/=components"
    "functions/=components" "linear_solvers/=components" "matrices/=components" "gates/=components"
    "self_tuning/=examples")

# Third-party headers that only named places may include.
set(GANTRY_LIBRARY_PREFIXES
    "boost/dll=boost_dll" "boost/crc=boost_crc" "boost/program_options=program_options" "boost/=boost" "nlohmann/=nlohmann"
    "muParser=muparser" "mpi.h=mpi" "lttng/=lttng" "dlfcn.h=dlopen" "papi.h=papi" "sqlite3=sqlite" "zstd=zstd" "doctest/=doctest" "benchmark/=benchmark"
    "Eigen/=eigen" "unsupported/Eigen/=eigen" "umfpack.h=umfpack" "klu.h=klu" "cholmod.h=cholmod" "slu_=superlu"
    "petsc=petsc" "HYPRE=hypre" "_hypre=hypre" "gsl/=gsl" "cubature.h=cubature"
    "pybind11/=python" "Python.h=python")
