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
): Pick<SubmitPhases<Prepared, Row, Written>, "beforeWrite" | "afterWrite" | "together"> {
  return {
    together,
    beforeWrite: (tx, context, write) => plainly(() => together.beforeWrites(tx, context, [write])),
    afterWrite: (tx, context, write) => plainly(() => together.afterWrites(tx, context, [write])),
  };
}
