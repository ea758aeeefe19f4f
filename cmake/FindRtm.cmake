# SPDX-License-Identifier: Apache-2.0
#
# Sets RCSS_HAS_RTM: whether RT components are built. With RCSS_RTM ON missing packages are an error, with AUTO a line.
set(RCSS_HAS_RTM OFF)
set(RTM_PACKAGES "libomniorb4-dev, omniidl, omniorb-idl, omniorb-nameserver, pybind11-dev and python3-dev") # names of Debian's
if(NOT RCSS_RTM STREQUAL "OFF")
  pkg_check_modules(OMNIORB QUIET IMPORTED_TARGET omniORB4 omniDynamic4)
  find_program(OMNIIDL omniidl)
  # Python's extension is for the Python of the system, which has the headers; others may come first in the path.
  find_program(RCSS_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
  find_file(RCSS_ORB_IDL orb.idl PATHS /usr/share/idl/omniORB /usr/share/idl)
  set(python_headers)
  if(RCSS_PYTHON)
    execute_process(COMMAND ${RCSS_PYTHON} -c "import sysconfig; print(sysconfig.get_path('include'))" OUTPUT_VARIABLE python_headers
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  if(EXISTS "${python_headers}/Python.h")  # without them pybind11 ends the configuration
    set(PYTHON_EXECUTABLE ${RCSS_PYTHON} CACHE FILEPATH "The Python of the system" FORCE) # pybind11 asks it
    find_package(pybind11 QUIET CONFIG)
  endif()
  if(OMNIORB_FOUND AND OMNIIDL AND RCSS_PYTHON AND RCSS_ORB_IDL AND pybind11_FOUND)
    set(RCSS_HAS_RTM ON)
    set_target_properties(PkgConfig::OMNIORB PROPERTIES SYSTEM TRUE)
  elseif(RCSS_RTM STREQUAL "AUTO")
    message(STATUS "no RT components: they need ${RTM_PACKAGES}")
  else()
    message(FATAL_ERROR "RCSS_RTM is ON, and something of this is missing: ${RTM_PACKAGES}")
  endif()
endif()
