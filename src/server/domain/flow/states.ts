// States as they are stored.

/** Of a definition, and of what runs of it (resources/flow/processes.options.ts). */
export const processState = { active: 1, suspended: 2, deleting: 3 } as const;

/** What a task asks for (resources/flow/flow-task.ts). */
export const taskKind = { decision: 1, opinion: 2 } as const;

/** Of a task (resources/flow/flow-task.ts). */
export const taskProgress = { waiting: 1, completed: 2, cancelled: 3 } as const;
