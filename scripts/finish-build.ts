// Finishes the build of `npm start` while the server serves, at the lowest priority. What is cut off is made by the next start.
import { constants, setPriority } from "node:os";
import path from "node:path";
import { finishBuild } from "./build.ts";

setPriority(constants.priority.PRIORITY_LOW);
await finishBuild({ root: path.resolve(import.meta.dirname, ".."), say: () => undefined });
