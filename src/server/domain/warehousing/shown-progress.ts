// How far the booking of a document is, while it goes on: the transaction that books everything shows nothing before it ends, so that the
// document says what its job says.
import { isUnfinished, readJobView, shareOf } from "../../../fields/job-view.ts";
import type { Values } from "../../contract.ts";
import { documentStates } from "./document-lines.ts";

/** A document as it is answered, with the share of its codes that are booked. */
export function withProgress(row: Values): Values {
  const job = readJobView(row["booking"]);
  if (Number(row["status"]) !== documentStates.processing || job === undefined || !isUnfinished(job)) return row;
  const share = shareOf(job);
  // All of it is booked when its transaction ends.
  return share === undefined ? row : { ...row, progress: Math.min(99, Math.floor(share * 100)) };
}
