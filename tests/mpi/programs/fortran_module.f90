! One message of 40 bytes from rank 0 to rank 1, by the module mpi, and one of 8 bytes back.
program fortran_module
    use mpi
    implicit none
    integer :: rank, code, status(MPI_STATUS_SIZE)
    real(8) :: values(5), answer
    values = 1.0d0
    answer = 0.0d0
    call MPI_Init(code)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
    if (rank == 0) then
        call MPI_Send(values, 5, MPI_DOUBLE_PRECISION, 1, 0, MPI_COMM_WORLD, code)
        call MPI_Recv(answer, 1, MPI_DOUBLE_PRECISION, 1, 0, MPI_COMM_WORLD, status, code)
    else if (rank == 1) then
        call MPI_Recv(values, 5, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, code)
        answer = sum(values)
        call MPI_Send(answer, 1, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_WORLD, code)
    end if
    call MPI_Finalize(code)
end program fortran_module
