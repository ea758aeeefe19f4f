# SPDX-License-Identifier: Apache-2.0
#
# Whole runs of worlds of SIGVerse.
python_test("match: controllers of SIGVerse as sigverse.md says" match/sigverse_page.py ${server} ${PROJECT_BINARY_DIR}/bin/sigmake
            $<TARGET_FILE:sigctl> $<TARGET_FILE:sigviewer> ${docs}/systems/sigverse.md)
set(provider_flags "$<IF:$<CONFIG:Asan>,-fsanitize=address$<COMMA>undefined,$<IF:$<CONFIG:Tsan>,-fsanitize=thread,$<IF:$<CONFIG:Fuzz>,-fsanitize=fuzzer-no-link$<COMMA>address$<COMMA>undefined,>>>")
python_test("match: providers and services of one's own as sigverse-services.md says" match/sigverse_services_page.py SECONDS 25
            ${PROJECT_BINARY_DIR} ${CMAKE_CXX_COMPILER} "${provider_flags}" ${docs}/systems/sigverse-services.md)
python_test("match: worlds of SIGVerse with everything else" match/sigverse_worlds.py ${server} $<TARGET_FILE:runac>
            ${PROJECT_BINARY_DIR}/bin/sigmake $<TARGET_FILE:sigctl> ${PROJECT_SOURCE_DIR})
python_test("match: providers of services for SIGVerse" match/sigverse_providers.py ${server} $<TARGET_FILE:runac>
            ${PROJECT_BINARY_DIR}/bin/sigmake $<TARGET_FILE:sigctl>)
python_test("match: what controllers of SIGVerse see" match/sigverse_sight.py ${server} $<TARGET_FILE:runac>
            ${PROJECT_BINARY_DIR}/bin/sigmake)
python_test("match: eyes of controllers of SIGVerse that are a program" match/sigverse_offscreen.py DRAWS SECONDS 60 ${server} $<TARGET_FILE:runac>
            ${PROJECT_BINARY_DIR}/bin/sigmake $<TARGET_FILE:sigviewer>)
python_test("match: recordings of worlds of SIGVerse" match/sigverse_recording.py SECONDS 20 ${server} $<TARGET_FILE:sigviewer>
            $<TARGET_FILE:sigctl>)
python_test("match: the window of SIGVerse's viewer" match/sigverse_window.py DRAWS SECONDS 30 ${server} $<TARGET_FILE:sigviewer> $<TARGET_FILE:sigctl>)
python_test("match: pictures of SIGVerse as people used them" match/sigverse_published_eyes.py DRAWS ${PROJECT_BINARY_DIR})
python_test("match: providers and services of SIGVerse in many moods" match/sigverse_service_moods.py SECONDS 50 ${server} $<TARGET_FILE:runac>
            ${PROJECT_BINARY_DIR}/bin/sigmake $<TARGET_FILE:sigctl>)
python_test("match: services of SIGVerse that come and go" match/sigverse_services.py ${server} $<TARGET_FILE:runac>
            ${PROJECT_BINARY_DIR}/bin/sigmake)
python_test("match: controllers and worlds of others for SIGVerse" match/sigverse_guests.py ${PROJECT_BINARY_DIR})
python_test("match: runs of others' controllers for SIGVerse" match/sigverse_guest_runs.py ${PROJECT_BINARY_DIR})
python_test("match: others' controllers for SIGVerse from outside" match/sigverse_guest_visitors.py ${PROJECT_BINARY_DIR})
python_test("match: sounds of SIGVerse on their whole way" match/sigverse_sounds.py ${server} $<TARGET_FILE:runac>
            ${PROJECT_BINARY_DIR}/bin/sigmake $<TARGET_FILE:sigctl>)
python_test("match: speech in worlds of SIGVerse" match/sigverse_speech.py ${server} $<TARGET_FILE:runac> ${PROJECT_BINARY_DIR}/bin/sigmake
            $<TARGET_FILE:sigjsp>)
python_test("match: an errand of SIGVerse" match/sigverse_errand.py DRAWS SECONDS 75 ${server} $<TARGET_FILE:sigjsp>
            $<TARGET_FILE:sigviewer> ${PROJECT_SOURCE_DIR})
python_test("match: hostile clients of SIGVerse" match/sigverse_floods.py ${server})
python_test("match: hostile clients of SIGVerse, in time" match/sigverse_floods.py ${server} paced ALONE "0.75 of real time")
python_test("match: pictures of SIGVerse" match/sigverse_pictures.py DRAWS ${server} $<TARGET_FILE:sigviewer>)
python_test("match: hostile servers, files and clients of sigviewer" match/sigverse_viewer_floods.py DRAWS SECONDS 60 $<TARGET_FILE:sigviewer>)
