#include "solvers/Setups.hpp"

namespace gantry::bench {
namespace {

Setup generated(const std::string& family, int size, const std::string& strength = "1") {
    return {family + ' ' + std::to_string(size) + (strength == "1" ? "" : ' ' + strength),
            "matrices.Generated",
            {{"family", family}, {"size", std::to_string(size)}, {"strength", strength}}};
}

Setup krylov(const std::string& library, const std::string& className, const std::string& method,
             const std::string& preconditioner, const Settings& more = {}) {
    Setup setup{library + ' ' + method + '+' + preconditioner,
                className,
                {{"method", method}, {"preconditioner", preconditioner}}};
    for (const auto& [key, value] : more) {
        setup.settings.emplace_back(key, value);
        setup.name += ' ' + key + '=' + value;
    }
    return setup;
}

}  // namespace

std::vector<Setup> systems(bool small) {
    if (small) {
        return {generated("poisson2d", 12), generated("convection2d", 12, "0.5"),
                generated("helmholtz2d", 12, "0.3")};
    }
    return {generated("poisson2d", 60),
            generated("poisson2d", 150),
            generated("poisson3d", 12),
            generated("poisson3d", 20),
            generated("anisotropic2d", 120, "0.001"),
            generated("anisotropic2d", 120, "100"),
            generated("jump2d", 100, "1e6"),
            generated("jump2d", 120, "1000"),
            generated("heat2d", 150, "0.1"),
            generated("heat2d", 150, "10"),
            generated("heat2d", 150, "1000"),
            generated("convection2d", 100, "0.1"),
            generated("convection2d", 100, "1"),
            generated("convection2d", 100, "10"),
            generated("convection2d", 120, "100"),
            generated("convection2d", 60, "1000"),
            generated("helmholtz2d", 80, "0.1"),
            generated("helmholtz2d", 80, "0.3"),
            generated("helmholtz2d", 100, "0.6"),
            generated("random_spd", 20000, "0.1"),
            generated("random_spd", 20000, "0.001"),
            generated("random_spd", 1500, "0.01"),
            generated("poisson2d", 15),
            generated("convection2d", 20, "5")};
}

std::vector<Setup> solvers() {
    std::vector<Setup> all{{"Eigen SparseLU", "solvers.EigenDirect", {{"method", "lu"}}},
                           {"Eigen LDLT", "solvers.EigenDirect", {{"method", "ldlt"}}},
                           {"UMFPACK", "solvers.Umfpack", {}},
                           {"KLU", "solvers.Klu", {}},
                           {"CHOLMOD", "solvers.Cholmod", {}},
                           {"SuperLU", "solvers.SuperLu", {}}};
    for (const auto& [method, preconditioner] :
         {std::pair{"cg", "diagonal"}, std::pair{"cg", "ichol"}, std::pair{"minres", "none"},
          std::pair{"bicgstab", "diagonal"}, std::pair{"bicgstab", "ilut"},
          std::pair{"gmres", "ilut"}}) {
        all.push_back(krylov("Eigen", "solvers.EigenIterative", method, preconditioner));
    }
    for (const auto& [method, preconditioner] :
         {std::pair{"cg", "jacobi"}, std::pair{"cg", "icc"}, std::pair{"cg", "sor"},
          std::pair{"cg", "hypre"}, std::pair{"cg", "gamg"}, std::pair{"minres", "jacobi"},
          std::pair{"gmres", "ilu"}, std::pair{"gmres", "hypre"}, std::pair{"bcgs", "jacobi"},
          std::pair{"bcgs", "ilu"}, std::pair{"tfqmr", "ilu"}}) {
        all.push_back(krylov("PETSc", "solvers.Petsc", method, preconditioner));
    }
    all.push_back(krylov("PETSc", "solvers.Petsc", "bcgs", "ilu", {{"levels", "2"}}));
    all.push_back(krylov("hypre", "solvers.Hypre", "cg", "amg"));
    all.push_back(krylov("hypre", "solvers.Hypre", "gmres", "amg"));
    return all;
}

}  // namespace gantry::bench
