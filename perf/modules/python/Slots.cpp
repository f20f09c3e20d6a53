#include "Slots.hpp"

// Exported, so that its symbol is there also when the file is stripped. The stack pointer is a
// multiple of 16 at the call. What is pushed and popped is of no use; rdx need not be kept. The
// frame is described for the call alone, where callers are looked for.
asm(R"(
    .text
    .p2align 4
    .globl gantry_python_functions
    .type gantry_python_functions, @function
gantry_python_functions:
    .cfi_startproc
    .cfi_def_cfa_offset 16
    .rept 131072
    pushq %rax
    callq *%rcx
    popq %rdx
    ret
    .p2align 3
    .endr
    .cfi_endproc
    .size gantry_python_functions, . - gantry_python_functions
)");

static_assert(gantry::python::kSlots == 131072, "as many as in the assembler text");
