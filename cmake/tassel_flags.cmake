# Compile flags that every target of the project shares.
#
# tassel_flags carries what the bits depend on: no contraction of a*b+c into one rounding, no
# value-changing optimisation. -fno-math-errno changes no result; it lets square roots vectorise.
add_library(tassel_flags INTERFACE)
target_compile_options(tassel_flags INTERFACE -ffp-contract=off -fno-math-errno)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "i[3-6]86")
  target_compile_options(tassel_flags INTERFACE -msse2 -mfpmath=sse)
endif()

add_library(tassel_warnings INTERFACE)
target_compile_options(tassel_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                       -Wno-sign-conversion)
if(TASSEL_WARNINGS_AS_ERRORS)
  target_compile_options(tassel_warnings INTERFACE -Werror)
endif()
