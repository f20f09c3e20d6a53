// Asks a tool for values as a Kokkos with tuning does, by the types of Kokkos' own C interface: 300
// times the block of two kernels, whose costs are declared as a goal. Prints how often each block
// was given for each kernel in the last 100 requests.
#include <impl/Kokkos_Profiling_C_Interface.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kBlock = 1, kSchedule = 2, kKernel = 3, kCost = 4 };

static void* tool;

static void* of_tool(const char* name) {
    void* const function = dlsym(tool, name);
    if (function == NULL) {
        printf("the tool has no %s\n", name);
        exit(2);
    }
    return function;
}

static struct Kokkos_Tools_VariableInfo block_info;
static struct Kokkos_Tools_VariableInfo schedule_info;
static struct Kokkos_Tools_VariableInfo kernel_info;
static struct Kokkos_Tools_VariableInfo cost_info;

static void declare(void) {
    static Kokkos_Tools_Tuning_String schedules[2] = {"static", "dynamic"};
    Kokkos_Tools_outputTypeDeclarationFunction output =
        (Kokkos_Tools_outputTypeDeclarationFunction)of_tool("kokkosp_declare_output_type");
    Kokkos_Tools_inputTypeDeclarationFunction input =
        (Kokkos_Tools_inputTypeDeclarationFunction)of_tool("kokkosp_declare_input_type");
    block_info.type = kokkos_value_int64;
    block_info.category = kokkos_value_ordinal;
    block_info.valueQuantity = kokkos_value_range;
    block_info.candidates.range.lower.int_value = 32;
    block_info.candidates.range.upper.int_value = 160;
    block_info.candidates.range.step.int_value = 32;
    block_info.candidates.range.openUpper = true;
    output("block", kBlock, &block_info);
    schedule_info.type = kokkos_value_string;
    schedule_info.category = kokkos_value_categorical;
    schedule_info.valueQuantity = kokkos_value_set;
    schedule_info.candidates.set.size = 2;
    schedule_info.candidates.set.values.string_value = schedules;
    output("schedule", kSchedule, &schedule_info);
    kernel_info.type = kokkos_value_string;
    kernel_info.valueQuantity = kokkos_value_unbounded;
    input("kernel", kKernel, &kernel_info);
    cost_info.type = kokkos_value_double;
    cost_info.category = kokkos_value_ratio;
    cost_info.valueQuantity = kokkos_value_unbounded;
    input("cost", kCost, &cost_info);
}

static double cost_of(const char* kernel, int64_t block, const char* schedule) {
    const double steps = (double)(strcmp(kernel, "small") == 0 ? block : 160 - block) / 32;
    return steps * (strcmp(schedule, "dynamic") == 0 ? 1 : 3);
}

// Whether the block and schedule of that request are the best ones.
static int request(size_t context, const char* kernel, int64_t best) {
    struct Kokkos_Tools_VariableValue inputs[1] = {{kKernel, {0}, &kernel_info}};
    struct Kokkos_Tools_VariableValue outputs[2] = {{kBlock, {0}, &block_info},
                                                    {kSchedule, {0}, &schedule_info}};
    struct Kokkos_Tools_VariableValue cost = {kCost, {0}, &cost_info};
    struct Kokkos_Tools_OptimzationGoal goal = {kCost, Kokkos_Tools_Minimize};
    ((Kokkos_Tools_contextBeginFunction)of_tool("kokkosp_begin_context"))(context);
    ((Kokkos_Tools_optimizationGoalDeclarationFunction)of_tool(
        "kokkosp_declare_optimization_goal"))(context, goal);
    strcpy(inputs[0].value.string_value, kernel);
    outputs[0].value.int_value = 64;
    strcpy(outputs[1].value.string_value, "static");
    ((Kokkos_Tools_requestValueFunction)of_tool("kokkosp_request_values"))(context, 1, inputs, 2,
                                                                           outputs);
    const int64_t block = outputs[0].value.int_value;
    const char* const schedule = outputs[1].value.string_value;
    cost.value.double_value = cost_of(kernel, block, schedule);
    ((Kokkos_Tools_contextEndFunction)of_tool("kokkosp_end_context"))(context, cost);
    if (block < 32 || block > 128 || block % 32 != 0) {
        printf("block %ld is not one of the range\n", (long)block);
        exit(3);
    }
    return block == best && strcmp(schedule, "dynamic") == 0;
}

int main(void) {
    const char* const name = getenv("KOKKOS_TOOLS_LIBS");
    tool = name == NULL ? NULL : dlopen(name, RTLD_NOW);
    if (tool == NULL || dlsym(tool, "kokkosp_request_values") == NULL) {
        puts("no tool that tunes");
        return 0;
    }
    ((Kokkos_Profiling_initFunction)of_tool("kokkosp_init_library"))(0, KOKKOSP_INTERFACE_VERSION,
                                                                     0, NULL);
    declare();
    int best[2] = {0, 0};
    for (size_t i = 0; i < 300; ++i) {
        const int small = request(2 * i, "small", 32);
        const int large = request(2 * i + 1, "large", 128);
        best[0] += i >= 200 ? small : 0;
        best[1] += i >= 200 ? large : 0;
    }
    printf("%d %d\n", best[0], best[1]);
    ((Kokkos_Profiling_finalizeFunction)of_tool("kokkosp_finalize_library"))();
    return 0;
}
