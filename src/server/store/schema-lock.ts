/** The advisory lock under which the schema is changed, for pg_advisory_lock and its siblings. */
export const schemaLock = "hashtextextended('tracemark.schema', 0)";
