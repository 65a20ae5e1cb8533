# The files of features: those of gen/axes.py. A feature that is left out has none. What other rooms call of its files is then a macro, in
# the headers of these files, and what callers of strew call is at the end of runtime/api.c.

# strew_add_files_of("<needed by>" <file>...) adds files to the sources if one of these features or reductions is built.
function(strew_add_files_of needed_by)
    foreach(name IN LISTS needed_by)
        if(name IN_LIST features OR name IN_LIST reductions)
            set(sources ${sources} ${ARGN} PARENT_SCOPE)
        endif()
    endforeach()
endfunction()

strew_add_files_of("threads" runtime/partition.c runtime/pool.c runtime/privatize.c runtime/schedule.c runtime/segments.c runtime/select.c)
strew_add_files_of("strides" runtime/flat_indices.c runtime/strided.c runtime/views.c)
strew_add_files_of("gather" runtime/gather.c runtime/run_gather.c)
strew_add_files_of("tensor_scatter" runtime/tensor_scatter.c)
strew_add_files_of("masked_scatter" runtime/masked_scatter.c)
strew_add_files_of("group" runtime/chunk_grid.c)
strew_add_files_of("prepare" runtime/prepare.c)
if("strides" IN_LIST features AND "nan" IN_LIST features) # it is passed over on the way of strides, by these reductions
    strew_add_files_of("add;sub;mul;mean" runtime/numbers.c)
endif()
strew_add_files_of("threads;prepare" runtime/bins.c)
strew_add_files_of("threads;prepare;gather" runtime/estimate.c)
strew_add_files_of("excludes_self;mean" runtime/touched.c runtime/record.c)

# The kernels of generated/ that are for no type, by their files' names.
set(kernels indices)
foreach(pair IN ITEMS threads:select gather:gather)
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 feature)
    list(GET pair 1 name)
    if(feature IN_LIST features)
        list(APPEND kernels ${name})
    endif()
endforeach()
if("mean" IN_LIST reductions)
    list(APPEND kernels mean)
endif()
