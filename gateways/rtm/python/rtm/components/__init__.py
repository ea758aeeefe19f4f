# SPDX-License-Identifier: Apache-2.0
"""Components that come with the package; `rtm run logic.py` runs the file of that name from here."""
