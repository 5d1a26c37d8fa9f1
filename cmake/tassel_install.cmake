# Installs the libraries, their headers and a package that other projects find:
#   find_package(tassel REQUIRED)
#   target_link_libraries(game PRIVATE tassel::tassel)
# tassel::core is the simulation alone, tassel::formats adds the files, tassel::tassel is both.
include(CMakePackageConfigHelpers)

add_library(tassel_tassel INTERFACE)
add_library(tassel::tassel ALIAS tassel_tassel)
target_link_libraries(tassel_tassel INTERFACE tassel_core tassel_formats)
set_target_properties(tassel_tassel PROPERTIES EXPORT_NAME tassel)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tassel)
install(TARGETS tassel_core tassel_formats tassel_tassel EXPORT tassel_targets FILE_SET HEADERS)
install(EXPORT tassel_targets NAMESPACE tassel:: DESTINATION ${package_dir})

configure_package_config_file(cmake/tassel-config.cmake.in
                              ${PROJECT_BINARY_DIR}/tassel-config.cmake
                              INSTALL_DESTINATION ${package_dir})
# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tassel-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tassel-config.cmake
              ${PROJECT_BINARY_DIR}/tassel-config-version.cmake DESTINATION ${package_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
