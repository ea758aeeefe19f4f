# SPDX-License-Identifier: Apache-2.0
#
# Whole runs of worlds of SIGVerse.
python_test("match: the SIGVerse controllers of sigverse.md" match/sigverse_page.py ${server} ${PROJECT_BINARY_DIR}/bin/sigmake
            $<TARGET_FILE:sigctl> $<TARGET_FILE:sigviewer> ${docs}/systems/sigverse.md)
set(provider_flags "$<IF:$<CONFIG:Asan>,-fsanitize=address$<COMMA>undefined,$<IF:$<CONFIG:Tsan>,-fsanitize=thread,$<IF:$<CONFIG:Fuzz>,-fsanitize=fuzzer-no-link$<COMMA>address$<COMMA>undefined,>>>")
python_test("match: the SIGVerse providers and services of sigverse-services.md" match/sigverse_services_page.py SECONDS 25
            ${PROJECT_BINARY_DIR} ${CMAKE_CXX_COMPILER} "${provider_flags}" ${docs}/systems/sigverse-services.md)
python_test("match: SIGVerse worlds with other functions of the server" match/sigverse_worlds.py ${server} $<TARGET_FILE:runac>
            ${PROJECT_BINARY_DIR}/bin/sigmake $<TARGET_FILE:sigctl> ${PROJECT_SOURCE_DIR})
python_test("match: SIGVerse providers" match/sigverse_providers.py ${server} $<TARGET_FILE:runac>
            ${PROJECT_BINARY_DIR}/bin/sigmake $<TARGET_FILE:sigctl>)
python_test("match: the view of SIGVerse controllers" match/sigverse_sight.py ${server} $<TARGET_FILE:runac>
            ${PROJECT_BINARY_DIR}/bin/sigmake)
python_test("match: the view of SIGVerse controllers from sigviewer" match/sigverse_offscreen.py DRAWS SECONDS 60 ${server} $<TARGET_FILE:runac>
            ${PROJECT_BINARY_DIR}/bin/sigmake $<TARGET_FILE:sigviewer>)
python_test("match: recordings of SIGVerse worlds" match/sigverse_recording.py SECONDS 20 ${server} $<TARGET_FILE:sigviewer>
            $<TARGET_FILE:sigctl>)
python_test("match: the window of sigviewer" match/sigverse_window.py DRAWS SECONDS 30 ${server} $<TARGET_FILE:sigviewer> $<TARGET_FILE:sigctl>)
python_test("match: SIGVerse pictures in published programs" match/sigverse_published_eyes.py DRAWS ${PROJECT_BINARY_DIR})
python_test("match: SIGVerse providers and services with many kinds of behaviour" match/sigverse_service_moods.py SECONDS 50 ${server} $<TARGET_FILE:runac>
            ${PROJECT_BINARY_DIR}/bin/sigmake $<TARGET_FILE:sigctl>)
python_test("match: SIGVerse services that stop and restart" match/sigverse_services.py ${server} $<TARGET_FILE:runac>
            ${PROJECT_BINARY_DIR}/bin/sigmake)
python_test("match: third-party SIGVerse controllers and worlds" match/sigverse_guests.py ${PROJECT_BINARY_DIR})
python_test("match: runs of third-party SIGVerse controllers" match/sigverse_guest_runs.py ${PROJECT_BINARY_DIR})
python_test("match: third-party SIGVerse controllers from outside" match/sigverse_guest_visitors.py ${PROJECT_BINARY_DIR})
python_test("match: the complete path of SIGVerse sounds" match/sigverse_sounds.py ${server} $<TARGET_FILE:runac>
            ${PROJECT_BINARY_DIR}/bin/sigmake $<TARGET_FILE:sigctl>)
python_test("match: speech in SIGVerse worlds" match/sigverse_speech.py ${server} $<TARGET_FILE:runac> ${PROJECT_BINARY_DIR}/bin/sigmake
            $<TARGET_FILE:sigjsp>)
python_test("match: the SIGVerse errand" match/sigverse_errand.py DRAWS SECONDS 75 ${server} $<TARGET_FILE:sigjsp>
            $<TARGET_FILE:sigviewer> ${PROJECT_SOURCE_DIR})
python_test("match: hostile clients of SIGVerse" match/sigverse_floods.py ${server})
python_test("match: hostile clients of SIGVerse, in time" match/sigverse_floods.py ${server} paced ALONE "0.75 of real time")
python_test("match: pictures of SIGVerse" match/sigverse_pictures.py DRAWS ${server} $<TARGET_FILE:sigviewer>)
python_test("match: hostile servers, files and clients of sigviewer" match/sigverse_viewer_floods.py DRAWS SECONDS 60 $<TARGET_FILE:sigviewer>)
