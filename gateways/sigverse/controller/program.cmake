# SPDX-License-Identifier: Apache-2.0
# The program that runs controllers, with all that they may call exported; sigmake, which compiles them; and the folders
# that published Makefiles expect below $SIGVERSE_PATH: include and bin. In the build folder that is sigverse/, installed
# the prefix.
rcss_program(runac gateways/sigverse/controller USES gateways_sigverse_controller)
set_target_properties(runac PROPERTIES ENABLE_EXPORTS ON)
set_source_files_properties(gateways/sigverse/controller/options.cpp PROPERTIES COMPILE_DEFINITIONS RCSS_VERSION="${PROJECT_VERSION}")

set(folder ${CMAKE_CURRENT_LIST_DIR})
set(made ${CMAKE_BINARY_DIR}/sigverse)
set(headers ${made}/include/sigverse)
file(GLOB public_headers CONFIGURE_DEPENDS RELATIVE ${folder}/include ${folder}/include/*.h)
# Other names of the same: what sources include that were written against several generations of such headers.
#   forward(HEADER TARGET...): a header at each of the places, with nothing in it but the way to that one
function(forward path target)
  file(CONFIGURE OUTPUT ${headers}/${path} CONTENT "// SPDX-License-Identifier: Apache-2.0\n#include \"${target}\"\n")
endfunction()
foreach(header IN LISTS public_headers)
  configure_file(${folder}/include/${header} ${headers}/${header} COPYONLY)
endforeach()
set(other_names ControllerInf.h=Controller.h ControllerImpl.h=Controller.h MessageSender.h=Controller.h RecvEvent.h=ControllerEvent.h
                ViewImageInfo.h=ViewImage.h Parts.h=CParts.h SimObjBase.h=SimObj.h)
foreach(pair IN LISTS other_names)
  string(REGEX MATCH "(.*)=(.*)" pair ${pair})
  forward(${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
  list(APPEND public_headers ${CMAKE_MATCH_1})
endforeach()
# Below sigverse/ once more: Makefiles that look in this folder alone build sources that name it.
foreach(place "" sigverse/)
  string(REPLACE sigverse .. up "${place}")
  foreach(header IN LISTS public_headers)
    forward(${place}commonlib/${header} ../${up}${header})
    if(place)
      forward(${place}${header} ${up}${header})
    endif()
  endforeach()
  forward(${place}comm/controller/Controller.h ../../${up}Controller.h)
  forward(${place}commonlib/comm/controller/Controller.h ../../../${up}Controller.h)
  foreach(header Action Collision NoData RecvMessage RecvSound RecvText)
    forward(${place}comm/controller/${header}.h ../../${up}ControllerEvent.h)
    forward(${place}commonlib/comm/controller/${header}.h ../../../${up}ControllerEvent.h)
  endforeach()
endforeach()

# For controllers that are built together with this project.
add_library(sigverse_controller_headers INTERFACE)
target_include_directories(sigverse_controller_headers SYSTEM INTERFACE ${made}/include ${headers})

configure_file(${folder}/sigmake.sh ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/sigmake COPYONLY FILE_PERMISSIONS
               OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
file(MAKE_DIRECTORY ${made}/bin)
foreach(program runac sigmake)
  file(CREATE_LINK ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${program} ${made}/bin/${program} SYMBOLIC)
endforeach()
foreach(place ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} ${made}/bin)
  file(CREATE_LINK runac ${place}/sigrunac SYMBOLIC)
endforeach()

install(TARGETS runac RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(PROGRAMS ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/sigmake DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${made}/bin/sigrunac DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
