// What was done with all codes of a generation record or of a set at once, for the life of each of them.
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { run } from "../../rows/query.ts";
import { append } from "../../rows/insert.ts";
import type { Transaction } from "../../store/database.ts";

export const codeEvents = { downloaded: 1, formatted: 2, imported: 3, sealed: 4, unsealed: 5, disabled: 6, generated: 7 } as const;
type CodeEvent = (typeof codeEvents)[keyof typeof codeEvents];

export const subjects = { record: 1, set: 2 } as const;
/** Of whose codes: of a generation record, or of a set. */
type Subject = { readonly record: string } | { readonly set: string };

/** Records what was done, as the caller's work, in the transaction that does it. */
export async function recordEvent(context: CommitContext, tx: Transaction, subject: Subject, event: CodeEvent): Promise<void> {
  const [id = ""] = await context.identifiers.take(1);
  const [subjectKind, subjectId] = "record" in subject ? [subjects.record, subject.record] : [subjects.set, subject.set];
  await run(tx, append(context, "code-event", [{ id, subjectKind, subjectId, event, eventTime: context.now() }]));
}

const recording = (event: CodeEvent) => ({
  commit: async (tx: Transaction, context: CommitContext, { rows }: { readonly rows: readonly { readonly id: string }[] }) => {
    for (const { id } of rows) await recordEvent(context, tx, { set: id }, event);
    return {};
  },
});
const seal: Effect<"code-set.seal"> = recording(codeEvents.sealed);
const unseal: Effect<"code-set.unseal"> = recording(codeEvents.unsealed);
const disable: Effect<"code-set.disable"> = recording(codeEvents.disabled);

export const codeEventsDomain: Domain = {
  reads: {},
  actions: { "code-set.seal": seal, "code-set.unseal": unseal, "code-set.disable": disable },
  hooks: {},
};
