program measured
    use gantry_measure
    implicit none
    type(gantry_timer) :: timer
    type(gantry_values) :: values
    timer = gantry_timer("foreign loop")
    call timer%start()
    call timer%stop()
    values = timer%values()
    print "(A, I0)", "calls: ", values%calls
end program measured
