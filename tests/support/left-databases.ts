// For runs of mutants, each of which has a worker of its own: removes what the workers before have left, which would fill the memory.
import { dropLeftDatabases } from "./postgres.ts";

await dropLeftDatabases();
