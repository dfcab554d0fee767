// Who waits for a lock in a database: on a cluster the node waits that has the row, and not the connection of the server.
import { isDistributedRun } from "./coordinator-url.ts";

/** A query of the sessions that wait, one row for each; `pg_terminate_backend` ends the connection of the server by the `pid`. */
export const lockWaits = isDistributedRun()
  ? `select global_pid as pid from citus_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`
  : `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`;
