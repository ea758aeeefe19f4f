# SPDX-License-Identifier: Apache-2.0
"""Python packages for users of rcssserver3D."""
