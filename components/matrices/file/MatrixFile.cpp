#include "matrices/common/HarwellBoeing.hpp"
#include "matrices/common/MatrixMarket.hpp"
#include "matrices/common/Source.hpp"
#include "matrices/common/TextFile.hpp"

namespace matrices {
namespace {

constexpr std::array kParameters{
    gantry::ParameterDescription{kConfiguration, "file", "string", "",
                                 "The file: Matrix Market, Harwell-Boeing or Rutherford-Boeing"},
    gantry::ParameterDescription{kConfiguration, "rightSide", "string", "",
                                 "A Matrix Market file with the right side; empty: the one in the "
                                 "file, or that of a random solution"},
    gantry::ParameterDescription{kConfiguration, "seed", "long", "1", "Of the random solution"}};
constexpr auto kDescription =
    gantry::describe({"matrices.File", "1.0", "A sparse system of equations read from a file"},
                     kProvides, kUses, kParameters);

bool isMatrixMarket(const std::string& file) {
    return lowerCase(TextFile(file).require("a matrix").substr(0, 14)) == "%%matrixmarket";
}

}  // namespace

class File final : public Source {
public:
    explicit File(std::shared_ptr<const gantry::Library> library)
        : Source(typeid(File), kDescription, std::move(library)) {}

protected:
    System make() const override {
        const std::string file = parameters().getString("file");
        System system = isMatrixMarket(file) ? readMatrixMarket(file) : readHarwellBoeing(file);
        const std::string rightSide = parameters().getString("rightSide");
        if (!rightSide.empty()) {
            system.rightSide = readMatrixMarketVector(rightSide, system.rows);
        }
        return system;
    }
};

}  // namespace matrices

GANTRY_COMPONENT(matrices::File, matrices::kDescription);
