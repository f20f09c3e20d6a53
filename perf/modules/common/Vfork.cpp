#include "Recorder.hpp"

namespace gantry::io {

constinit thread_local bool inVforkChild = false;

}  // namespace gantry::io

// A child of vfork() has its parent's memory but descriptors of its own, so that what it opens and
// closes must not be taken for its parent's. Only the function itself can say which of the two goes
// on, and it cannot be called from another one, as it returns twice to the same frame.
#if defined(__x86_64__)
asm(R"(
    .text
    .globl vfork
    .type vfork, @function
vfork:
    .cfi_startproc
    movq gantry_in_vfork_child@GOTTPOFF(%rip), %rdx
    movzbl %fs:(%rdx), %esi
    popq %rdi
    .cfi_adjust_cfa_offset -8
    .cfi_register %rip, %rdi
    movl $58, %eax
    syscall
    pushq %rdi
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %rip, 0
    cmpq $-4095, %rax
    jae 2f
    testq %rax, %rax
    jne 1f
    movl $1, %esi
1:  movb %sil, %fs:(%rdx)
    ret
2:  negq %rax
    pushq %rax
    .cfi_adjust_cfa_offset 8
    call __errno_location@PLT
    popq %rdx
    .cfi_adjust_cfa_offset -8
    movl %edx, (%rax)
    movq $-1, %rax
    ret
    .cfi_endproc
    .size vfork, .-vfork
)");
#endif
