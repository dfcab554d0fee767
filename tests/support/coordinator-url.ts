/** What `npm test -- --citus` sets. */
export const COORDINATOR_VARIABLE = "TRACEMARK_TEST_CITUS";

/** Address of the coordinator of a cluster, as superuser (`npm test -- --citus`); undefined: the run has a PostgreSQL of its own. */
export const coordinatorUrl = (): string | undefined => process.env[COORDINATOR_VARIABLE];

/** Whether the installations of this run are distributed. */
export const isDistributedRun = (): boolean => coordinatorUrl() !== undefined;
