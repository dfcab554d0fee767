// Removes the databases that the tests of a file have made, once they have ended: all of a run together do not fit into small machines.
import { afterAll } from "vitest";
import { dropDatabasesOfFile } from "./postgres.ts";

// Registered before what the file registers, so it runs after the file has closed what it has opened.
afterAll(dropDatabasesOfFile);
