#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A scene file is watched while it is edited: test_scene.py SERVER MONITOR (stage.py)."""

import os
import signal

import stage
from stage import GRASS, Process, Stage, Window, is_blue, main, wait_for


def scene(material):
    return (
        "(RubySceneGraph 0 1)\n((node Transform (setName thing) (setLocalPos 0 0 0.5) (node Body (setName body) (setBoxTotal 1 1 1 1))"
        f" (node BoxCollider (node ContactJointHandler)) (node Box (setMaterial {material}))))\n"
    )


def is_red_box(r, g, b):
    return r > 100 and r > 2.5 * g and r > 2.5 * b


def shows(colour):
    return lambda picture: len(picture.find(colour, GRASS)) > 1000


class SceneWindow(Window):
    """The window that a server opens for a scene, with the server's output and exit status."""

    def __init__(self, folder, *options):
        Process.__init__(self, "server", [stage.PROGRAMS[0], "--scene", "live.rsg", "--watch", *options], folder)
        self.folder = folder


class Scene(Stage):
    def write(self, text):
        with open(os.path.join(self.folder, "new"), "w") as file:
            file.write(text)
        os.replace(os.path.join(self.folder, "new"), os.path.join(self.folder, "live.rsg"))

    def watch(self, *options):
        self.write(scene("matBlue"))
        window = SceneWindow(self.folder, *options)
        self.addCleanup(window.end)
        window.wait_until_open()
        return window

    def test_a_changed_file_is_shown_and_an_invalid_one_reported_once(self):
        window = self.watch()
        picture = window.look_for(shows(is_blue), "a blue box")
        self.assertFalse(shows(is_red_box)(picture))
        self.write(scene("matRed")[:-9])
        wait_for(lambda: "brackets do not match" in window.words(), "a line about the broken file")
        self.assertTrue(shows(is_blue)(window.look()), "the old picture is no longer shown")
        self.write(scene("matRed"))
        picture = window.look_for(shows(is_red_box), "a red box")
        self.assertFalse(shows(is_blue)(picture))
        self.assertEqual(window.words().count("live.rsg:"), 1, window.words())
        self.assertEqual(window.words().count("live.rsg has changed"), 1, window.words())
        self.assertEqual(window.quit(), 0)
        left = {name for name in os.listdir(self.folder) if not name.startswith("picture-")}
        self.assertEqual(left, {"live.rsg", "server.stderr", "server.stdout"})

    def test_changes_are_shown_while_paused_and_a_signal_ends_both(self):
        window = self.watch("--quiet")
        window.look_for(shows(is_blue), "a blue box")
        window.press("space")
        self.write(scene("matRed"))
        window.look_for(shows(is_red_box), "a red box")
        self.assertEqual(window.end(signal.SIGTERM), 128 + signal.SIGTERM)
        wait_for(lambda: not stage.find_window(), "the end of the window")


if __name__ == "__main__":
    main()
