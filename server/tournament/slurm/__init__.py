# SPDX-License-Identifier: Apache-2.0
"""A league on a cluster that Slurm manages: `submitter` puts matches into its queue, `task` plays one of them on a node. The league's folder, this
program and the server have to be where all nodes see them; all else stays on the node."""
