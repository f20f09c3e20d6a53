#include "CycleCheck.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace sidlc {

namespace {

using Types = std::vector<const TypeSymbol*>;

// What a type cannot be complete without: its bases, or the structs it holds by value.
Types needs(const Model& model, const TypeSymbol& type) {
    Types types = type.bases;
    if (const auto* aStruct = std::get_if<Struct>(&type.declaration->body)) {
        for (const StructMember& member : aStruct->members) {
            const auto* name = std::get_if<ScopedName>(&member.type.type);
            const TypeSymbol* held = name == nullptr ? nullptr : model.target(*name);
            if (held != nullptr && held->kind == TypeKind::Struct) {
                types.push_back(held);
            }
        }
    }
    return types;
}

class CycleSearch final {
public:
    CycleSearch(const Model& model, Diagnostics& diagnostics)
        : model_(model), diagnostics_(diagnostics), state_(model.types().size()) {}

    void from(const TypeSymbol& start) {
        // Depth-first search with three states: a type that is open again closes a cycle.
        if (state_[start.index] != State::New) {
            return;
        }
        enter(start);
        while (!path_.empty()) {
            Step& step = path_.back();
            if (step.next == step.needs.size()) {
                state_[step.type->index] = State::Done;
                path_.pop_back();
                continue;
            }
            const TypeSymbol& next = *step.needs[step.next++];
            if (state_[next.index] == State::New) {
                enter(next);
            } else if (state_[next.index] == State::Open) {
                report(next);
            }
        }
    }

private:
    enum class State { New, Open, Done };
    struct Step {
        const TypeSymbol* type;
        Types needs;
        std::size_t next;
    };

    void enter(const TypeSymbol& type) {
        state_[type.index] = State::Open;
        path_.push_back({&type, needs(model_, type), 0});
    }

    void report(const TypeSymbol& closing) {
        const auto begin = std::find_if(path_.begin(), path_.end(), [&closing](const Step& step) {
            return step.type == &closing;
        });
        std::string text;
        // Five names show the cycle; one of thousands would be no message.
        for (auto step = begin; step != path_.end() && step - begin < 5; ++step) {
            text += step->type->qualifiedName() + " -> ";
        }
        text += (path_.end() - begin > 5 ? "... -> " : "") + closing.qualifiedName();
        const bool isStruct = closing.kind == TypeKind::Struct;
        diagnostics_.report(closing.declaration->location,
                            isStruct ? Rule::StructCycle : Rule::InheritanceCycle,
                            (isStruct ? "a struct holds itself: " : "inheritance cycle: ") + text +
                                "; break it at one of these types");
    }

    const Model& model_;
    Diagnostics& diagnostics_;
    std::vector<State> state_;
    std::vector<Step> path_;
};

}  // namespace

void reportCycles(const Model& model, Diagnostics& diagnostics) {
    CycleSearch search(model, diagnostics);
    for (const auto& [name, type] : model.types()) {
        search.from(type);
    }
}

}  // namespace sidlc
