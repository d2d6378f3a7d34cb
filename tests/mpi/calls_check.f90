program calls_check
   use mpi
   use adc_mpi, only: adc_mpi_check
   use calls
   use calls_d
   use calls_b
   use check, only: checked
   implicit none
   integer :: error
   call mpi_init(error)
   call checked('pipeline', pipeline, pipeline_d, pipeline_b, 1d-6)
   call checked('master', master, master_d, master_b, 1d-6)
   call checked('halos', halos, halos_d, halos_b, 1d-6)
   call checked('columns', columns, columns_d, columns_b, 1d-6)
   call checked('modes', modes, modes_d, modes_b, 1d-6)
   call checked('sums', sums, sums_d, sums_b, 1d-6)
   call checked('extrema', extrema, extrema_d, extrema_b, 1d-6)
   call checked('broadcasts', broadcasts, broadcasts_d, broadcasts_b, 1d-6)
   call checked('parts', parts, parts_d, parts_b, 1d-6)
   call checked('exchanges', exchanges, exchanges_d, exchanges_b, 1d-6)
   call checked('in_place', in_place, in_place_d, in_place_b, 1d-6)
   call checked('types', types, types_d, types_b, 1d-3)
   call adc_mpi_check(MPI_COMM_WORLD)
   call mpi_finalize(error)
end program calls_check
