# What the scripts of this folder share.

# run_step(words...): a command that has to work; its output is left in `output`.
macro(run_step)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE messages)
    if(NOT status EQUAL 0)
        list(JOIN ARGN " " words)
        message(FATAL_ERROR "status ${status} of: ${words}\n${output}${messages}")
    endif()
endmacro()

# expect(sentence text regex...): every regex fits the text.
function(expect sentence text)
    foreach(regex IN LISTS ARGN)
        if(NOT text MATCHES "${regex}")
            message(FATAL_ERROR "${sentence}: nothing fits '${regex}' in\n${text}")
        endif()
    endforeach()
endfunction()
