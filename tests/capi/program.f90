! A program in Fortran that measures itself.
program measured
    use gantry_measure
    implicit none
    type(gantry_timer) :: solve, never
    type(gantry_event) :: residual
    type(gantry_values) :: values
    integer :: i, before

    solve = gantry_timer("solve  ", group="numerics")
    residual = gantry_event("residual", per_call_path=.true.)
    do i = 1, 3
        call solve%start()
        call solve%parameter("step", i)
        call residual%trigger(0.5d0 * i)
        call solve%stop()
    end do
    call never%start()
    call never%stop()
    before = gantry_enable_group("numerics", .false.)
    call solve%start()
    call solve%stop()
    call gantry_fact("grid", "100 x 100 ")
    call gantry_name_thread("the only one")
    values = solve%values()
    print "(L1, 4(1X, I0))", gantry_measuring(), values%calls, values%metrics, before, gantry_enable_groups("num*", .true.)
end program measured
