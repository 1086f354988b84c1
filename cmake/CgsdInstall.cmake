# `cmake --install` and `find_package(cgsd)`: targets cgsd::cgsd (the library) and cgsd::files (readers and writers).
include(CMakePackageConfigHelpers)

install(TARGETS cgsd cgsd_files EXPORT cgsd ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})

# The public headers and what they include; nothing else is installed.
set(public_headers cgsd/cgsd.hpp cgsd/files.hpp)
set(seen "")
while(public_headers)
  list(POP_FRONT public_headers header)
  if(header IN_LIST seen)
    continue()
  endif()
  list(APPEND seen ${header})
  file(STRINGS src/${header} lines REGEX "^#include \"cgsd/")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" included "${line}")
    list(APPEND public_headers ${included})
  endforeach()
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES src/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder})
endwhile()
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
