# Compile flags that every target of the project shares.
#
# tassel_flags carries what the bits depend on: no contraction of a*b+c into one rounding, no
# value-changing optimisation. -fno-math-errno changes no result; it lets square roots vectorise.
add_library(tassel_flags INTERFACE)
target_compile_options(tassel_flags INTERFACE -ffp-contract=off -fno-math-errno)
# g++ 12's vectoriser fuses a pair of a*b+c and d*e-f into one instruction in spite of
# -ffp-contract=off, where the target has FMA or AVX-512. The kernels are vectors already.
target_compile_options(tassel_flags INTERFACE
  $<$<CXX_COMPILER_ID:GNU>:-fno-tree-loop-vectorize;-fno-tree-slp-vectorize>)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "i[3-6]86")
  target_compile_options(tassel_flags INTERFACE -msse2 -mfpmath=sse)
endif()

add_library(tassel_warnings INTERFACE)
target_compile_options(tassel_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                       -Wno-sign-conversion)
# g++ 12 sees an overlap in "text" + std::string that isn't there (GCC bug 105651).
target_compile_options(tassel_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
if(TASSEL_WARNINGS_AS_ERRORS)
  target_compile_options(tassel_warnings INTERFACE -Werror)
endif()
