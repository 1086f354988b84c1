# `cmake --install` and `find_package(cgsd)`: targets cgsd::cgsd (the library) and cgsd::files (readers and writers).
include(CMakePackageConfigHelpers)

install(TARGETS cgsd cgsd_files EXPORT cgsd ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY src/cgsd DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(CGSD_BUILD_APP)
  install(TARGETS cgsd_app RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/cgsd)
install(EXPORT cgsd NAMESPACE cgsd:: FILE cgsdTargets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/cgsdConfig.cmake.in cgsdConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(cgsdConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/cgsdConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/cgsdConfigVersion.cmake
        DESTINATION ${package_dir})
