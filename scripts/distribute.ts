// `npm run distribute` (docs/scale.md).
import { buildModel } from "#schema/model";
import { areas, definitions } from "#generated/registry.ts";
import { distribute } from "./distribute/command.ts";

process.exitCode = await distribute(process.argv.slice(2), process.env, () => buildModel(definitions, areas));
