#include "matrices/common/Source.hpp"
#include "matrices/common/generate.hpp"

namespace matrices {
namespace {

constexpr std::array kParameters{
    gantry::ParameterDescription{kConfiguration, "family", "string", "poisson2d",
                                 "The kind of system", nullptr, nullptr, kFamilies},
    gantry::ParameterDescription{kConfiguration, "size", "int", "50",
                                 "Points along an edge of the grid; of random_spd the rows", "1",
                                 "20000000"},
    gantry::ParameterDescription{kConfiguration, "strength", "double", "1",
                                 "Ratio of conductivities, time step, Peclet number, wave number "
                                 "or excess of the diagonal, as the family has it"},
    gantry::ParameterDescription{kConfiguration, "seed", "long", "1",
                                 "Of random entries and of the random solution"}};
constexpr auto kDescription = gantry::describe(
    {"matrices.Generated", "1.0", "A sparse system of equations of a family and size"}, kProvides,
    kUses, kParameters);

}  // namespace

class Generated final : public Source {
public:
    explicit Generated(std::shared_ptr<const gantry::Library> library)
        : Source(typeid(Generated), kDescription, std::move(library)) {}

protected:
    System make() const override {
        return generate({parameters().getString("family"), parameters().getInt("size"),
                         parameters().getDouble("strength"), parameters().getLong("seed")});
    }
};

}  // namespace matrices

GANTRY_COMPONENT(matrices::Generated, matrices::kDescription);
