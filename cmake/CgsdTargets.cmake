# One interface target carries the language level, warnings and instrumentation of everything we compile.
add_library(cgsd_settings INTERFACE)
target_compile_features(cgsd_settings INTERFACE cxx_std_20)
target_compile_options(cgsd_settings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                       -Wno-restrict -Wno-stringop-overflow # GCC 12 misfires on std::string (GCC bug 105651)
                       -fno-math-errno) # nobody reads errno after sqrt, and loops with it become vectors
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(cgsd_settings INTERFACE -Wno-unknown-warning-option) # it does not know all of GCC's
endif()
if(CGSD_WARNINGS_AS_ERRORS)
  target_compile_options(cgsd_settings INTERFACE -Werror)
endif()
# One instruction set for every build, and no contraction that the compiler may choose or not: the same sources give the same bits on
# every processor since 2013 (Haswell, Zen). Elsewhere than on x86-64 the compiler's own baseline serves as well.
target_compile_options(cgsd_settings INTERFACE -ffp-contract=off)
set(CGSD_INSTRUCTIONS "")
if(CGSD_NATIVE)
  # GCC 12 takes the undefined registers of its own AVX-512 intrinsics for a mistake of ours (GCC bug 105593).
  target_compile_options(cgsd_settings INTERFACE -march=native -Wno-uninitialized -Wno-maybe-uninitialized)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(CGSD_INSTRUCTIONS x86-64-v3)
  target_compile_options(cgsd_settings INTERFACE -march=${CGSD_INSTRUCTIONS})
endif()
if(CGSD_UNITY)
  target_compile_options(cgsd_settings INTERFACE -Wno-subobject-linkage) # takes a source that is included for a header
endif()
if(CGSD_SANITIZE)
  target_compile_options(cgsd_settings INTERFACE -fsanitize=${CGSD_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(cgsd_settings INTERFACE -fsanitize=${CGSD_SANITIZE})
endif()
if(CGSD_COVERAGE) # clang's, which counts the source as written: sanitizers do not disturb it
  target_compile_options(cgsd_settings INTERFACE -fprofile-instr-generate -fcoverage-mapping -fprofile-update=atomic)
  target_link_options(cgsd_settings INTERFACE -fprofile-instr-generate)
endif()
# Dev: fast enough for real data, with every assertion of ours and of the standard library.
set(CMAKE_CXX_FLAGS_DEV "-O2 -g1 -D_GLIBCXX_ASSERTIONS")
# Fuzz: many small inputs, and the least to compile.
set(CMAKE_CXX_FLAGS_FUZZ "-O1 -gline-tables-only -D_GLIBCXX_ASSERTIONS")
set(CMAKE_EXE_LINKER_FLAGS_DEV "")
set(CMAKE_SHARED_LINKER_FLAGS_DEV "")
set(CMAKE_MODULE_LINKER_FLAGS_DEV "")
set(CMAKE_STATIC_LINKER_FLAGS_DEV "")
if(NOT CMAKE_BUILD_TYPE AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_BUILD_TYPE Release)
endif()

# Headers that nearly every source reads are parsed once for each set of flags: with CGSD_PRECOMPILE a build takes about
# half of the processor time. cgsd_precompiled(NAME LINKS... HEADERS headers...) makes a set, cgsd_use_precompiled(TARGET NAME)
# uses it; the target must be compiled with the same flags.
set(standard_headers <algorithm> <array> <cmath> <cstdint> <functional> <memory> <optional> <span> <string> <string_view>
                     <utility> <variant> <vector> <fmt/format.h>)
function(cgsd_precompiled name)
  cmake_parse_arguments(set "PIC" "OPTIMISE" "LINKS;HEADERS" ${ARGN})
  if(NOT CGSD_PRECOMPILE)
    return()
  endif()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp CONTENT "" @ONLY)
  add_library(${name} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ${set_PIC})
  target_link_libraries(${name} PRIVATE cgsd_settings fmt::fmt ${set_LINKS})
  target_compile_options(${name} PRIVATE ${set_OPTIMISE})
  target_precompile_headers(${name} PRIVATE ${standard_headers} ${set_HEADERS})
endfunction()
function(cgsd_use_precompiled target name)
  if(CGSD_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()
if(CGSD_PRECOMPILE) # so that ccache sees through
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(cgsd_settings INTERFACE -fpch-preprocess)
  else()
    target_compile_options(cgsd_settings INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()

# cgsd_compile_together(TARGET): with CGSD_UNITY the sources of a folder are one translation unit, so what they share is instantiated
# once. Names in anonymous namespaces must then differ within a folder.
function(cgsd_compile_together target)
  if(NOT CGSD_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_filename_component(folder ${source} DIRECTORY)
    file(RELATIVE_PATH folder ${CMAKE_CURRENT_SOURCE_DIR} ${folder})
    string(MAKE_C_IDENTIFIER "of_${folder}" group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# cgsd_without(FOLDER SOURCE): the source of the same name in cmake/without in place of one that needs a library.
function(cgsd_without folder source)
  get_target_property(sources cgsd_${folder} SOURCES)
  list(REMOVE_ITEM sources ${CMAKE_CURRENT_SOURCE_DIR}/${source})
  set_target_properties(cgsd_${folder} PROPERTIES SOURCES "${sources}")
  get_filename_component(name ${source} NAME)
  target_sources(cgsd_${folder} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/without/${name})
endfunction()

# cgsd_folder(NAME LINKS...): compiles src/cgsd/NAME and its sub-rooms as one object library. Sources are found, not listed: an algorithm is
# one header and one source of the same name, and there is nothing else to say about it.
function(cgsd_folder name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  add_library(cgsd_${name} OBJECT ${sources})
  set_target_properties(cgsd_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_EXTENSIONS OFF)
  target_include_directories(cgsd_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
  target_link_libraries(cgsd_${name} PRIVATE $<BUILD_INTERFACE:cgsd_settings> fmt::fmt ${ARGN})
  if(nlohmann_json::nlohmann_json IN_LIST ARGN)
    cgsd_use_precompiled(cgsd_${name} cgsd_precompiled_json)
  elseif(Eigen3::Eigen IN_LIST ARGN)
    cgsd_use_precompiled(cgsd_${name} cgsd_precompiled_eigen)
  elseif(NOT name STREQUAL figure) # librsvg brings definitions of its own
    cgsd_use_precompiled(cgsd_${name} cgsd_precompiled_plain)
  endif()
  cgsd_compile_together(cgsd_${name})
endfunction()
