// Phases of a submit that are written for rows of a list: a single row is a list of one.
import type { RowsPhases, SubmitPhases } from "../../contract.ts";
import { plainRefusal } from "../guards/row-set.ts";

async function plainly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw plainRefusal(error);
  }
}

/** The phases of a submit by those of its rows. */
export function phasesOfRows<Prepared, Row, Written>(
  together: RowsPhases<Prepared, Row, Written>,
): Pick<SubmitPhases<Prepared, Row, Written>, "beforeChange" | "afterChange" | "together"> {
  return {
    together,
    beforeChange: (tx, context, write) => plainly(() => together.beforeChanges(tx, context, [write])),
    afterChange: (tx, context, write) => plainly(() => together.afterChanges(tx, context, [write])),
  };
}
