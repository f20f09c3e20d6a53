#pragma once

#include "TunedSolves.hpp"

/// Families of systems on grids (Families.hpp).
namespace gantry::bench {

System truss(int rows);
System plate(int rows);
System layersOfStiffness(int rows);
System stokes(int rows);
System helmholtzLow(int rows);
System helmholtzHigh(int rows);
System helmholtzDamped(int rows);
System powerGrid(int rows);
System roadGraph(int rows);
System convectionWeak(int rows);
System convectionEven(int rows);
System convectionStrong(int rows);
System convectionUpwind(int rows);
System anisotropic(int rows);
System anisotropicAcross(int rows);
System space(int rows);
System nearlySingular(int rows);

}  // namespace gantry::bench
