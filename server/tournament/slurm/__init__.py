# SPDX-License-Identifier: Apache-2.0
"""A league on a cluster that Slurm manages: `submitter` puts matches into its queue, `task` plays one of them on a
node. The league's folder, this program and the server have to be visible at the same paths on all nodes; everything
else stays on the node."""
