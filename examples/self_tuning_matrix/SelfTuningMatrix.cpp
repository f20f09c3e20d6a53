#include <gantry/CsrOperator.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterPort.hpp>
#include <linear/OperatorSource.hpp>

#include <array>
#include <cstdio>
#include <sstream>

#include "self_tuning/Application.hpp"
#include "self_tuning/LinearWorkload.hpp"

namespace self_tuning {
namespace {

constexpr std::array kUses{
    kSolverPort, gantry::PortDescription{"source", "linear.OperatorSource"},
    gantry::PortDescription{"sourceParameters", "gov.cca.ports.ParameterPort"}, kTunerPort};
constexpr auto kParameters = parametersWith(
    std::array{
        gantry::ParameterDescription{kParametersPort, "files", "string", "",
                                     "The matrix files, separated by ';'"},
        gantry::ParameterDescription{kParametersPort, "calls", "int", "50", "Solves of each system",
                                     "1", "1000000"},
        gantry::ParameterDescription{kParametersPort, "keepsFactors", "bool", "false",
                                     "The matrix stays as it is between solves, so that what was "
                                     "factorised once is used again"}},
    "Solve with each candidate alone as well");

struct System {
    std::string name;
    std::shared_ptr<gantry::CsrOperator> matrix;
    std::vector<double> right;
};

/// Solves the systems one after the other, each `calls` times.
class Systems final : public LinearWorkload {
public:
    Systems(std::vector<System> systems, std::size_t calls, double tolerance, bool keepsFactors,
            linear::LinearSolver& solver)
        : LinearWorkload(solver, tolerance),
          systems_(std::move(systems)),
          calls_(calls),
          keepsFactors_(keepsFactors) {}

    [[nodiscard]] std::size_t numCalls() const override { return systems_.size() * calls_; }
    [[nodiscard]] std::string phaseOf(std::size_t call) const override {
        return systems_[call / calls_].name;
    }
    void restart() override { forget(); }
    void prepare(std::size_t call) override {
        current_ = &systems_[call / calls_];
        if (!keepsFactors_) {
            current_->matrix->changeValues();
        }
        solution_.assign(current_->right.size(), 0);
    }
    bool call() override { return solve(current_->matrix, current_->right, solution_); }

private:
    std::vector<System> systems_;
    std::size_t calls_;
    bool keepsFactors_;
    System* current_ = nullptr;
    std::vector<double> solution_;
};

}  // namespace

class SelfTuningMatrix final : public Application<SelfTuningMatrix> {
public:
    static constexpr auto kDescription = gantry::describe(
        {"examples.SelfTuningMatrix", "1.0",
         "Solves the systems of matrix files again and again, each by the best solver"},
        kProvides, kUses, kParameters);

    /// Reports and leaves out a file that cannot be read or holds no square matrix; returns 1 then.
    std::int32_t run(linear::LinearSolver& solver, tuning::Tuner& tuner) override {
        bool allRead = true;
        std::vector<System> systems = readAll(allRead);
        if (systems.empty()) {
            throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                                "there is no system to be solved; name matrix files in the "
                                "parameter 'files', separated by ';'");
        }
        Systems workload(std::move(systems), static_cast<std::size_t>(parameters().getInt("calls")),
                         parameters().getDouble("tolerance"), parameters().getBool("keepsFactors"),
                         solver);
        const Comparison comparison = compareTuned(workload, tuner, nullptr);
        report(comparison, tuner, "Time of each solve, system after system");
        return allRead && comparison.tuned.failures() == 0 ? 0 : 1;
    }

private:
    std::vector<System> readAll(bool& allRead) {
        std::vector<System> systems;
        std::istringstream files(parameters().getString("files"));
        for (std::string file; std::getline(files, file, ';');) {
            if (file.empty()) {
                continue;
            }
            try {
                systems.push_back(read(file));
                std::printf("%s: %d rows, %zu entries\n", file.c_str(),
                            systems.back().matrix->getNumRows(),
                            systems.back().matrix->getValues().size());
            } catch (gov::cca::CCAException& error) {
                allRead = false;
                std::printf("left out: %s\n", error.getNote().c_str());
            }
        }
        std::printf("\n");
        return systems;
    }

    // A copy, which says for itself when it has changed.
    System read(const std::string& file) {
        {
            const gantry::UsedPort<gov::cca::ports::ParameterPort> sheet(services(),
                                                                         "sourceParameters");
            const auto values = sheet->readConfigurationMap()->cloneEmpty();
            values->putString("file", file);
            sheet->writeConfigurationMap(values);
        }
        const gantry::UsedPort<linear::OperatorSource> source(services(), "source");
        const auto matrix = source->getOperator();
        if (matrix->getNumRows() != matrix->getNumColumns()) {
            throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                                file + ": the matrix has " + std::to_string(matrix->getNumRows()) +
                                    " rows and " + std::to_string(matrix->getNumColumns()) +
                                    " columns; only square ones can be solved");
        }
        return {file.substr(file.rfind('/') + 1),
                std::make_shared<gantry::CsrOperator>(
                    matrix->getNumColumns(), matrix->getRowStarts().toVector(),
                    matrix->getColumns().toVector(), matrix->getValues().toVector()),
                source->getRightSide().toVector()};
    }
};

}  // namespace self_tuning

GANTRY_COMPONENT(self_tuning::SelfTuningMatrix, self_tuning::SelfTuningMatrix::kDescription);
