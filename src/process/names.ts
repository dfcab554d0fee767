// Names that expressions of every process may read.

/** Which run of a loop it is, from 0. */
export const runNumber = "loopCounter";

/** How far a loop is: its condition reads them, and what follows. */
export const loopFigureNames = ["nrOfInstances", "nrOfCompletedInstances", "nrOfActiveInstances", "nrOfApprovals"] as const;

export const loopNames = [runNumber, ...loopFigureNames] as const;

/** The name of the item of one run where the model gives none. */
export const defaultItem = "item";
