// The body of a change of many rows, described once for all resources.
import { batchOperations, maxBatchRows } from "../batch-operations.ts";
import { object, type Node } from "./node.ts";

/** One change of many rows, or rows with values of their own. */
export const batchChange: Node = {
  anyOf: [
    object(
      {
        ids: { type: "array", items: { type: "string" }, minItems: 1, maxItems: maxBatchRows },
        filter: { type: "object", additionalProperties: { type: "string" }, description: "Parameters of the list: all rows that it finds" },
        changes: {
          type: "array",
          minItems: 1,
          items: object(
            {
              field: { type: "string" },
              operation: { enum: [...batchOperations] },
              value: { description: "Of set as submit takes it; of add a number; of percent by how much the value changes" },
              ending: {
                type: "number",
                minimum: 0,
                exclusiveMaximum: 1,
                description: "Calculated values end with it: 0.9 makes 12.9 of 13.2",
              },
            },
            ["field", "operation"],
          ),
        },
      },
      ["changes"],
    ),
    object({ rows: { type: "array", minItems: 1, maxItems: maxBatchRows, items: { type: "object" } } }, ["rows"]),
  ],
};
