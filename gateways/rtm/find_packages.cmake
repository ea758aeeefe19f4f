# SPDX-License-Identifier: Apache-2.0
#
# Sets RCSS_HAS_RTM: whether RT components are built. With RCSS_RTM ON missing packages are an error, with AUTO a line.
set(RCSS_HAS_RTM OFF)
if(NOT RCSS_RTM STREQUAL "OFF")
  pkg_check_modules(OMNIORB QUIET IMPORTED_TARGET omniORB4 omniDynamic4)
  find_program(OMNIIDL omniidl)
  # Python's extension is for the Python of the system, which has the headers; others may come first in the path.
  find_program(RCSS_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
  find_file(RCSS_ORB_IDL orb.idl PATHS /usr/share/idl/omniORB /usr/share/idl)
  if(RCSS_PYTHON)
    set(PYTHON_EXECUTABLE ${RCSS_PYTHON} CACHE FILEPATH "The Python of the system" FORCE) # pybind11 asks it
    find_package(pybind11 QUIET CONFIG)
  endif()
  if(OMNIORB_FOUND AND OMNIIDL AND RCSS_PYTHON AND RCSS_ORB_IDL AND pybind11_FOUND)
    set(RCSS_HAS_RTM ON)
    set_target_properties(PkgConfig::OMNIORB PROPERTIES SYSTEM TRUE)
  elseif(RCSS_RTM STREQUAL "AUTO")
    message(STATUS "no RT components: they need libomniorb4-dev, omniidl, omniorb-idl, pybind11-dev and python3-dev")
  else()
    message(FATAL_ERROR "RCSS_RTM is ON, and something of this is missing (names of Debian's packages): libomniorb4-dev, omniidl, omniorb-idl, "
                        "pybind11-dev, python3-dev")
  endif()
endif()
