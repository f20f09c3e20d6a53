#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <thermo/MaterialPort.hpp>
#include <thermo/Sample.hpp>

#include <cstdio>

// Uses a component without a script: embed FOLDER
int main(int argc, char** argv) {
    if (argc != 2) {
        return 2;
    }
    gantry::framework::Framework framework({argv[1]});
    framework.createInstance("thermo.Copper", "copper");
    const auto copper = gantry::castPort<thermo::MaterialPort>(
        framework.providedPort("copper", "material"), "material");
    std::printf("embedded: %.4f\n", copper->at(300).conductivity);
    return 0;
}
