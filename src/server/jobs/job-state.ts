// The states of a job as they are stored, see the definition of the resource `job`.
export const jobState = { waiting: 1, running: 2, succeeded: 3, failed: 4, cancelled: 5 } as const;
