# Installs the build into a fresh prefix, configures, builds and runs the consumer against it.
#   cmake -D BUILD_DIR=… -D SOURCE_DIR=… -D WORK_DIR=… -P run.cmake
file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR})
function(step)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
step(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix)
step(${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${WORK_DIR}/build -G Ninja -D CMAKE_PREFIX_PATH=${WORK_DIR}/prefix
     -D CMAKE_CXX_FLAGS=${CXX_FLAGS})
step(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
step(${WORK_DIR}/build/consumer ${WORK_DIR}/graph.npz)
step(${WORK_DIR}/prefix/bin/cgsd info ${WORK_DIR}/graph.npz)
foreach(file man/man1/cgsd.1 man/man1/cgsd-detect.1 bash-completion/completions/cgsd zsh/site-functions/_cgsd
             fish/vendor_completions.d/cgsd.fish)
  if(NOT EXISTS ${WORK_DIR}/prefix/share/${file})
    message(FATAL_ERROR "share/${file} is not installed")
  endif()
endforeach()
