!> Gantry for any program in Fortran; the Fortran side of <gantry.h>, whose rules hold here too: where libgantry.so is
!> not in the process, or nothing is measured, every call does nothing. Trailing blanks of a string are ignored.
!>
!>     use gantry_measure
!>     type(gantry_timer), save :: solve
!>     solve = gantry_timer("solve", group="numerics")      once
!>     call solve%start()
!>     ...
!>     call solve%stop()
module gantry_measure
    use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int, c_int32_t, c_int64_t, c_null_char, c_null_ptr, c_ptr
    implicit none
    private

    public :: gantry_timer, gantry_event, gantry_values
    public :: gantry_measuring, gantry_enable_group, gantry_enable_groups, gantry_fact, gantry_name_thread

    integer, parameter :: max_metrics = 8

    type, bind(C) :: handle
        type(c_ptr) :: flags = c_null_ptr
        integer(c_int32_t) :: id = 0
    end type handle

    !> The statistics of one timer over all threads, in the units of the metrics.
    type, bind(C) :: gantry_values
        integer(c_int64_t) :: calls = 0
        integer(c_int64_t) :: child_calls = 0
        integer(c_int32_t) :: metrics = 0
        integer(c_int32_t) :: running = 0
        integer(c_int64_t) :: inclusive(max_metrics) = 0
        integer(c_int64_t) :: exclusive(max_metrics) = 0
    end type gantry_values

    !> A timer; a copy refers to the same timer, and an undefined one does nothing.
    type :: gantry_timer
        private
        type(handle) :: handle
    contains
        !> Begins a call on this thread, inside the call begun last.
        procedure :: start => timer_start
        !> Ends the call that was begun last.
        procedure :: stop => timer_stop
        !> Records the rest of the running call also under the value of a parameter.
        procedure :: parameter => timer_parameter
        !> The statistics of the timer up to now; all 0 while nothing measures. Costs a snapshot of all timers.
        procedure :: values => timer_values
    end type gantry_timer
    interface gantry_timer
        module procedure make_timer
    end interface gantry_timer

    !> An event: statistics of the recorded values.
    type :: gantry_event
        private
        type(handle) :: handle
    contains
        procedure :: trigger => event_trigger
    end type gantry_event
    interface gantry_event
        module procedure make_event
    end interface gantry_event

    interface
        subroutine c_timer(name, type, group, made) bind(C, name="gantry_fortran_timer")
            import :: c_char, handle
            character(kind=c_char), intent(in) :: name(*), type(*), group(*)
            type(handle), intent(out) :: made
        end subroutine c_timer
        subroutine c_start(timer) bind(C, name="gantry_fortran_start")
            import :: handle
            type(handle), intent(in) :: timer
        end subroutine c_start
        subroutine c_stop(timer) bind(C, name="gantry_fortran_stop")
            import :: handle
            type(handle), intent(in) :: timer
        end subroutine c_stop
        subroutine c_parameter(timer, name, value) bind(C, name="gantry_fortran_parameter")
            import :: c_char, c_int64_t, handle
            type(handle), intent(in) :: timer
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int64_t), value :: value
        end subroutine c_parameter
        function c_values(timer, values) bind(C, name="gantry_fortran_values") result(known)
            import :: c_int, gantry_values, handle
            type(handle), intent(in) :: timer
            type(gantry_values), intent(out) :: values
            integer(c_int) :: known
        end function c_values
        subroutine c_event(name, per_call_path, made) bind(C, name="gantry_fortran_event")
            import :: c_char, c_int, handle
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int), value :: per_call_path
            type(handle), intent(out) :: made
        end subroutine c_event
        subroutine c_trigger(event, value) bind(C, name="gantry_fortran_trigger")
            import :: c_double, handle
            type(handle), intent(in) :: event
            real(c_double), value :: value
        end subroutine c_trigger
        function c_enable_group(name, enabled) bind(C, name="gantry_fortran_enable_group") result(before)
            import :: c_char, c_int
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int), value :: enabled
            integer(c_int) :: before
        end function c_enable_group
        function c_enable_groups(pattern, enabled) bind(C, name="gantry_fortran_enable_groups") result(number)
            import :: c_char, c_int
            character(kind=c_char), intent(in) :: pattern(*)
            integer(c_int), value :: enabled
            integer(c_int) :: number
        end function c_enable_groups
        function c_fact(key, value) bind(C, name="gantry_fortran_fact") result(noted)
            import :: c_char, c_int
            character(kind=c_char), intent(in) :: key(*), value(*)
            integer(c_int) :: noted
        end function c_fact
        function c_name_thread(name) bind(C, name="gantry_fortran_name_thread") result(named)
            import :: c_char, c_int
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int) :: named
        end function c_name_thread
        function c_measuring() bind(C, name="gantry_fortran_measuring") result(measuring)
            import :: c_int
            integer(c_int) :: measuring
        end function c_measuring
    end interface

contains

    function c_text(text) result(copy)
        character(len=*), intent(in) :: text
        character(len=:, kind=c_char), allocatable :: copy
        copy = trim(text)//c_null_char
    end function c_text

    !> The timer with this name, type and group, registered if necessary. Call it once.
    function make_timer(name, type, group) result(timer)
        character(len=*), intent(in) :: name
        character(len=*), intent(in), optional :: type, group
        type(gantry_timer) :: timer
        character(len=:), allocatable :: its_type, its_group
        its_type = ""
        its_group = ""
        if (present(type)) its_type = type
        if (present(group)) its_group = group
        call c_timer(c_text(name), c_text(its_type), c_text(its_group), timer%handle)
    end function make_timer

    subroutine timer_start(self)
        class(gantry_timer), intent(in) :: self
        call c_start(self%handle)
    end subroutine timer_start

    subroutine timer_stop(self)
        class(gantry_timer), intent(in) :: self
        call c_stop(self%handle)
    end subroutine timer_stop

    subroutine timer_parameter(self, name, value)
        class(gantry_timer), intent(in) :: self
        character(len=*), intent(in) :: name
        integer, intent(in) :: value
        call c_parameter(self%handle, c_text(name), int(value, c_int64_t))
    end subroutine timer_parameter

    function timer_values(self) result(values)
        class(gantry_timer), intent(in) :: self
        type(gantry_values) :: values
        integer(c_int) :: known
        known = c_values(self%handle, values)
        if (known == 0) values = gantry_values()
    end function timer_values

    !> The event with this name; with per_call_path its values are also kept for each call path.
    function make_event(name, per_call_path) result(event)
        character(len=*), intent(in) :: name
        logical, intent(in), optional :: per_call_path
        type(gantry_event) :: event
        integer(c_int) :: kept
        kept = 0
        if (present(per_call_path)) kept = merge(1, 0, per_call_path)
        call c_event(c_text(name), kept, event%handle)
    end function make_event

    !> Records one value.
    subroutine event_trigger(self, value)
        class(gantry_event), intent(in) :: self
        real(c_double), intent(in) :: value
        call c_trigger(self%handle, value)
    end subroutine event_trigger

    !> True if this process measures.
    function gantry_measuring() result(measuring)
        logical :: measuring
        measuring = c_measuring() /= 0
    end function gantry_measuring

    !> Switches the timers of a group. Returns 1 or 0, its previous state; -1 while nothing measures.
    function gantry_enable_group(name, enabled) result(before)
        character(len=*), intent(in) :: name
        logical, intent(in) :: enabled
        integer :: before
        before = c_enable_group(c_text(name), merge(1_c_int, 0_c_int, enabled))
    end function gantry_enable_group

    !> Switches all groups whose name matches the pattern. Returns their number; -1 while nothing measures.
    function gantry_enable_groups(pattern, enabled) result(number)
        character(len=*), intent(in) :: pattern
        logical, intent(in) :: enabled
        integer :: number
        number = c_enable_groups(c_text(pattern), merge(1_c_int, 0_c_int, enabled))
    end function gantry_enable_groups

    !> Records a fact about the run.
    subroutine gantry_fact(key, value)
        character(len=*), intent(in) :: key, value
        integer(c_int) :: noted
        noted = c_fact(c_text(key), c_text(value))
    end subroutine gantry_fact

    !> Names the calling thread in reports.
    subroutine gantry_name_thread(name)
        character(len=*), intent(in) :: name
        integer(c_int) :: named
        named = c_name_thread(c_text(name))
    end subroutine gantry_name_thread
end module gantry_measure
