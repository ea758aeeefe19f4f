# SPDX-License-Identifier: Apache-2.0
#
# Sets RCSS_HAS_RTM: whether RT components are built. A missing package is an error if RCSS_RTM is ON, and a status message if it is AUTO.
set(RCSS_HAS_RTM OFF)
set(RTM_PACKAGES "libomniorb4-dev, omniidl, omniorb-idl, omniorb-nameserver, pybind11-dev and python3-dev") # in Debian
if(NOT RCSS_RTM STREQUAL "OFF")
  pkg_check_modules(OMNIORB QUIET IMPORTED_TARGET omniORB4 omniDynamic4)
  find_program(OMNIIDL omniidl)
  # The Python extension is built for the system's Python, which has the headers; another Python may come first in PATH.
  find_program(RCSS_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
  find_file(RCSS_ORB_IDL orb.idl PATHS /usr/share/idl/omniORB /usr/share/idl)
  set(python_headers)
  if(RCSS_PYTHON)
    execute_process(COMMAND ${RCSS_PYTHON} -c "import sysconfig; print(sysconfig.get_path('include'))" OUTPUT_VARIABLE python_headers
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  if(EXISTS "${python_headers}/Python.h")  # without the headers pybind11 aborts the configuration
    set(PYTHON_EXECUTABLE ${RCSS_PYTHON} CACHE FILEPATH "The system's Python" FORCE) # read by pybind11
    find_package(pybind11 QUIET CONFIG)
  endif()
  if(OMNIORB_FOUND AND OMNIIDL AND RCSS_PYTHON AND RCSS_ORB_IDL AND pybind11_FOUND)
    set(RCSS_HAS_RTM ON)
    set_target_properties(PkgConfig::OMNIORB PROPERTIES SYSTEM TRUE)
  elseif(RCSS_RTM STREQUAL "AUTO")
    message(STATUS "RT components are not built: they need ${RTM_PACKAGES}")
  else()
    message(FATAL_ERROR "RCSS_RTM is ON, but one of these packages is missing: ${RTM_PACKAGES}")
  endif()
endif()
