# SPDX-License-Identifier: Apache-2.0
#
# Sets RCSS_HAS_POCKETSPHINX (whether sigjsp can recognise speech without julius) and then defines the target rcss_pocketsphinx. A missing
# package is an error if RCSS_POCKETSPHINX is ON, and a status message if it is AUTO.
set(RCSS_HAS_POCKETSPHINX OFF)
set(POCKETSPHINX_PACKAGES "libpocketsphinx-dev and, for English, pocketsphinx-en-us") # in Debian
if(NOT RCSS_POCKETSPHINX STREQUAL "OFF")
  pkg_check_modules(POCKETSPHINX QUIET pocketsphinx)
  if(POCKETSPHINX_FOUND)
    set(RCSS_HAS_POCKETSPHINX ON)
    # sphinxad, for microphones, needs PulseAudio. Version 5 has a single library.
    set(libraries ${POCKETSPHINX_LINK_LIBRARIES})
    list(FILTER libraries EXCLUDE REGEX "sphinxad")
    add_library(rcss_pocketsphinx INTERFACE)
    target_include_directories(rcss_pocketsphinx SYSTEM INTERFACE ${POCKETSPHINX_INCLUDE_DIRS})
    target_link_libraries(rcss_pocketsphinx INTERFACE ${libraries})
    string(REGEX MATCH "^[0-9]+\\.[0-9]" number "${POCKETSPHINX_VERSION}") # "5prealpha" is older than 5.0.0
    if(number)
      target_compile_definitions(rcss_pocketsphinx INTERFACE RCSS_POCKETSPHINX_5)
    endif()
  elseif(RCSS_POCKETSPHINX STREQUAL "AUTO")
    message(STATUS "sigjsp is built without pocketsphinx, which needs ${POCKETSPHINX_PACKAGES}")
  else()
    message(FATAL_ERROR "RCSS_POCKETSPHINX is ON, but one of these packages is missing: ${POCKETSPHINX_PACKAGES}")
  endif()
endif()
