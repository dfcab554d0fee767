// Names that expressions of every process may read.

/** A task that asks several ends when its condition says so; these are the names that it may read. */
export const loopNames = ["loopCounter", "nrOfInstances", "nrOfCompletedInstances", "nrOfActiveInstances", "nrOfApprovals"] as const;
