// Everything that may refuse a write, in the order in which it is judged. One function runs the list for every kind of write (`judge.ts`), and each
// guard says of each kind that it applies, or why it does not; `tests/server/crud/guards.test.ts` asks every guard on every kind.
//
// | phase     | when                                                     | guards                                                                 |
// |-----------|----------------------------------------------------------|------------------------------------------------------------------------|
// | `call`    | before the transaction, by who calls what                | permission, availability                                               |
// | `sent`    | before the transaction, by the values that were sent     | values                                                                 |
// | `stored`  | on locked rows, by what is stored and what was sent      | version, editable, removable, state, details, hidden fields,           |
// |           |                                                          | fixed values, changed values, conditional fields, task fields          |
// | `related` | on locked rows, by rows that they belong or refer to     | masters, uploads, references                                           |
// | `placed`  | on locked rows, by their place among others              | copies in other rows, tree, children                                   |
// | `final`   | after hooks and formulas, right before the write         | rules, duplicates, overlaps, referrers                                 |
// | `written` | on rows as they were written                             | own channel                                                            |
//
// The issues of one phase are refused together; the next phase counts on what this one has let through.
import { requireAccess } from "../../access/guard.ts";
import type { Values } from "../../contract.ts";
import { invalidFields } from "../../http/errors.ts";
import { requireAvailable, requireHandled, requireRestorable } from "../available.ts";
import { hiddenFieldMessage, isReadable } from "../sql/readable-fields.ts";
import { checkState } from "./action-guard.ts";
import { checkBlockers } from "./blockers.ts";
import { fixedIssues, fixedValuesAmong, unchangeableIssues } from "./changeable.ts";
import { checkHasDetails, mastersAmong } from "./child-lists.ts";
import { duplicatesAmong } from "./duplicates.ts";
import { checkEditable, checkRemovable } from "./editable.ts";
import { eachRow, type Guard, type GuardedRow, type RequestGuard, type RowGuard } from "./guard.ts";
import { overlapsAmong } from "./overlaps.ts";
import { requireOwnChannels } from "./own-channel.ts";
import { uploadsAmong } from "./own-uploads.ts";
import { checkMove } from "./parent-moves.ts";
import { permissionOf, permissionOfAction, type Verb } from "./permissions.ts";
import { referencesAmong } from "./references.ts";
import { distinctIssues } from "./row-set.ts";
import { rulesBrokenBy } from "./rules.ts";
import { checkVersion } from "./staleness.ts";
import { checkChildren } from "./tree-children.ts";
import { placeInTree } from "./tree-position.ts";

// Why guards leave kinds of writes alone. Each is said once, so that it reads the same wherever it holds.
const permitted = "the call that it is part of was permitted";
const approved = "the row was judged when it was handed in, and those who approve it have read it";
const byEffect = "an effect writes what it has read and locked itself, and refuses by its own rules";
const isNew = "a new row has no stored values";
const stays = "the row keeps its values";
const goes = "a row that goes leaves nothing behind that could be refused";
const noValues = "a removal sends no values";
const withOwner = "the row that it belongs to is judged, and it goes with that one";
const byDialog = "the definition of an action says by `from` and `when` on which rows its dialog may change which fields";
const comesBack = "the row comes back as it was stored";
const noneSent = "a restoration sends no values";
const nobodyRefers = "nothing refers to a row that was removed";
const namesRows = "an action names rows and not the values that somebody has read";

/** The rows as they are stored. */
const storedOf = (rows: readonly GuardedRow[]): readonly Readonly<Values>[] =>
  rows.flatMap(({ current }) => (current === undefined ? [] : [current]));

const rights = { insert: "add", update: "edit", remove: "delete" } as const satisfies Partial<Record<GuardedRow["kind"], Verb>>;

const permission: RequestGuard = {
  name: "permission",
  phase: "call",
  on: {
    insert: true,
    update: true,
    action: true,
    transition: permitted,
    server: permitted,
    remove: true,
    cascade: permitted,
    restore: "the right to remove rows opens its call",
    rejoin: permitted,
  },
  check({ kind, resource, action, context: { caller } }) {
    if (action !== undefined) requireAccess(permissionOfAction(resource, action), caller);
    else if (kind === "insert" || kind === "update" || kind === "remove") requireAccess(permissionOf(resource, rights[kind]), caller);
  },
};

const availability: RequestGuard = {
  name: "availability",
  phase: "call",
  on: {
    insert: true,
    update: true,
    action: true,
    transition: "the action was available when it was asked for; deciding calls its effect",
    server: "an effect that writes is there",
    remove: true,
    cascade: "the call that it is part of is there",
    restore: true,
    rejoin: "the call that it is part of is there",
  },
  check({ kind, services, resource, action }) {
    if (action !== undefined) requireHandled(services, resource, action);
    else if (kind === "insert") requireAvailable(services, resource, "add");
    else if (kind === "update") requireAvailable(services, resource, "edit");
    else if (kind === "remove") requireAvailable(services, resource, "remove");
    else if (kind === "restore") requireRestorable(services, resource);
  },
};

const values: RequestGuard = {
  name: "values",
  phase: "sent",
  on: {
    insert: true,
    update: "whether a value is complete depends on the stored row: “changed values” judges it",
    action: true,
    transition: approved,
    server: byEffect,
    remove: noValues,
    cascade: noValues,
    restore: comesBack,
    rejoin: comesBack,
  },
  check({ issues = [] }) {
    const distinct = distinctIssues(issues);
    if (distinct.length > 0) throw invalidFields(distinct);
  },
};

const version: RowGuard = {
  name: "version",
  phase: "stored",
  on: {
    insert: isNew,
    update: true,
    action: namesRows,
    transition: "the row was locked for changes while it waited",
    server: byEffect,
    remove: "a removal names rows and not the values that somebody has read",
    cascade: withOwner,
    restore: "a restoration names rows and not the values that somebody has read",
    rejoin: withOwner,
  },
  check: eachRow(({ resource }, { changes, current }) => {
    if (changes !== undefined && current !== undefined) checkVersion(resource, current, changes.body, changes.readable);
  }),
};

const editable: RowGuard = {
  name: "editable",
  phase: "stored",
  on: {
    insert: isNew,
    update: true,
    action: byDialog,
    transition: "the row waits for exactly this",
    server: byEffect,
    remove: "“removable” judges it",
    cascade: withOwner,
    restore: comesBack,
    rejoin: comesBack,
  },
  check: eachRow(({ resource, context }, { changes, current }) => {
    // Who has the task may change what its step lets them change.
    if (current !== undefined && changes?.taskFields.length === 0) checkEditable(resource, current, context.now());
  }),
};

const removable: RowGuard = {
  name: "removable",
  phase: "stored",
  on: {
    insert: isNew,
    update: "“editable” judges it",
    action: stays,
    transition: stays,
    server: byEffect,
    remove: true,
    cascade: withOwner,
    restore: "it was judged when the row was removed",
    rejoin: withOwner,
  },
  check: eachRow(({ resource, context }, { current }) => {
    if (current !== undefined) checkRemovable(resource, current, context.now());
  }),
};

const state: RowGuard = {
  name: "state",
  phase: "stored",
  on: {
    insert: "a new row begins in its first state",
    update: "“changed values” refuses another state than the row has",
    action: true,
    transition: "the action was possible when it was asked for, and since then the row waits",
    server: byEffect,
    remove: "“removable” judges it",
    cascade: withOwner,
    restore: comesBack,
    rejoin: comesBack,
  },
  check: eachRow(({ resource, action, context }, { current }) => {
    if (action !== undefined && current !== undefined) checkState(resource, action, current, context.now());
  }),
};

const details: RowGuard = {
  name: "details",
  phase: "stored",
  on: {
    insert: "lines are added once their document is there",
    update: "a document may be saved before it has lines",
    action: true,
    transition: approved,
    server: byEffect,
    remove: goes,
    cascade: goes,
    restore: "lines come back once their document is there",
    rejoin: comesBack,
  },
  check: eachRow(async ({ tx, context, resource, action }, { current }) => {
    if (action?.needsDetails === true && current !== undefined) await checkHasDetails(tx, context, resource, current);
  }),
};

const hiddenFields: RowGuard = {
  name: "hidden fields",
  phase: "stored",
  on: {
    insert: "nothing is hidden yet of a row that the caller makes",
    update: true,
    action: byDialog,
    transition: approved,
    server: "the server sees every field",
    remove: noValues,
    cascade: noValues,
    restore: noneSent,
    rejoin: noneSent,
  },
  check: eachRow(({ resource }, { changes }) => {
    // Who could overwrite them blindly could also learn from a refusal what they contain.
    if (changes === undefined || changes.readable.hidden.size === 0) return [];
    const { body, written, readable } = changes;
    return resource.fields
      .filter(({ name }) => !isReadable(readable, name) && name in body && name in written)
      .map(({ name, label }) => ({ code: "notAllowed", path: [name], parameters: {}, label, message: hiddenFieldMessage }));
  }),
};

const fixedValues: RowGuard = {
  name: "fixed values",
  phase: "stored",
  on: {
    insert: "what somebody sends for them is not taken",
    update: true,
    action: "a dialog asks only for what its action may change",
    transition: approved,
    server: "the server is the one who fills them in",
    remove: noValues,
    cascade: noValues,
    restore: noneSent,
    rejoin: noneSent,
  },
  check: ({ tx, context, resource }, rows) => fixedValuesAmong(tx, { context, resource }, rows),
};

const changedValues: RowGuard = {
  name: "changed values",
  phase: "stored",
  on: {
    insert: "“values” judges it",
    update: true,
    action: "“values” judges it",
    transition: approved,
    server: byEffect,
    remove: noValues,
    cascade: noValues,
    restore: comesBack,
    rejoin: comesBack,
  },
  // Values newly required by a condition cannot be given for hidden fields.
  check: eachRow((_write, { changes }) => changes?.issues.filter(({ path }) => isReadable(changes.readable, String(path[0])))),
};

const conditionalFields: RowGuard = {
  name: "conditional fields",
  phase: "stored",
  on: {
    insert: isNew,
    update: true,
    action: byDialog,
    transition: approved,
    server: byEffect,
    remove: noValues,
    cascade: noValues,
    restore: comesBack,
    rejoin: comesBack,
  },
  check: eachRow(({ resource, context }, { changes, current }) => {
    if (changes === undefined || current === undefined) return [];
    return unchangeableIssues(resource, changes.written, current, context.now()).filter(({ path }) =>
      isReadable(changes.readable, String(path[0])),
    );
  }),
};

const taskFields: RowGuard = {
  name: "task fields",
  phase: "stored",
  on: {
    insert: "a new row does not wait for a decision",
    update: true,
    action: "an action on a row that waits is refused by its state",
    transition: approved,
    server: byEffect,
    remove: noValues,
    cascade: noValues,
    restore: "a row that waits for a decision is not removed",
    rejoin: withOwner,
  },
  check: eachRow(({ resource }, { changes, current }) => {
    if (changes === undefined || current === undefined || changes.taskFields.length === 0) return [];
    return fixedIssues(resource, changes.written, current, changes.taskFields).filter(({ path }) =>
      isReadable(changes.readable, String(path[0])),
    );
  }),
};

const masters: RowGuard = {
  name: "masters",
  phase: "related",
  on: {
    insert: true,
    update: true,
    action: true,
    transition: approved,
    server: byEffect,
    remove: true,
    cascade: withOwner,
    restore: true,
    rejoin: withOwner,
  },
  check: ({ tx, context, resource }, rows) => mastersAmong(context, tx, resource, rows),
};

const uploads: RowGuard = {
  name: "uploads",
  phase: "related",
  on: {
    insert: true,
    update: true,
    action: true,
    transition: approved,
    server: byEffect,
    remove: goes,
    cascade: goes,
    restore: "its files were judged when they were sent",
    rejoin: "its files were judged when they were sent",
  },
  check: ({ tx, context, resource, imageSources }, rows) => uploadsAmong(tx, { context, resource, imageSources }, rows),
};

const references: RowGuard = {
  name: "references",
  phase: "related",
  on: {
    insert: true,
    update: true,
    action: true,
    transition: approved,
    server: byEffect,
    remove: goes,
    cascade: goes,
    restore: true,
    rejoin: true,
  },
  check: ({ tx, context: { model, scope, caller, now }, resource }, rows) =>
    referencesAmong(tx, { model, resource, tenantId: scope.tenantId, caller, now: now() }, rows),
};

const copiesInOtherRows: RowGuard = {
  name: "copies in other rows",
  phase: "placed",
  on: {
    insert: "nothing refers to a new row",
    update: true,
    action: true,
    transition: approved,
    server: byEffect,
    remove: "“referrers” judges it",
    cascade: "“referrers” judges it",
    restore: nobodyRefers,
    rejoin: nobodyRefers,
  },
  check: eachRow(async ({ tx, context, resource }, { values: written, current }) => {
    if (current === undefined) return;
    await checkMove(tx, resource, { model: context.model, tenantId: context.scope.tenantId, values: written, current });
  }),
};

const tree: RowGuard = {
  name: "tree",
  phase: "placed",
  on: {
    insert: true,
    update: true,
    action: true,
    transition: stays,
    server: byEffect,
    remove: "“children” judges it",
    cascade: "“children” judges it",
    restore: true,
    rejoin: true,
  },
  check: eachRow(async ({ tx, context, resource }, row) => {
    row.deriveBranch = await placeInTree({ tx, resource, tenantId: context.scope.tenantId, values: row.values, current: row.current });
  }),
};

const children: RowGuard = {
  name: "children",
  phase: "placed",
  on: {
    insert: "nothing is below a new row",
    update: "“tree” judges it",
    action: stays,
    transition: stays,
    server: byEffect,
    remove: true,
    cascade: true,
    restore: "nothing is below a row that was removed",
    rejoin: "nothing is below a row that was removed",
  },
  async check({ tx, context, resource }, rows) {
    await checkChildren(tx, context, resource, storedOf(rows));
    return [];
  },
};

const rules: RowGuard = {
  name: "rules",
  phase: "final",
  on: {
    insert: "“values” judges it",
    update: "“changed values” judges it",
    action: true,
    transition: true,
    server: byEffect,
    remove: goes,
    cascade: goes,
    restore: comesBack,
    rejoin: comesBack,
  },
  check: eachRow(({ resource, context }, { values: written, current }) =>
    current === undefined ? [] : rulesBrokenBy(resource, written, current, context.now()),
  ),
};

const duplicates: RowGuard = {
  name: "duplicates",
  phase: "final",
  on: {
    insert: true,
    update: true,
    action: true,
    transition: true,
    server: "the unique index refuses it with the same sentence; a look-up would cost each effect a statement",
    remove: goes,
    cascade: goes,
    restore: true,
    rejoin: true,
  },
  check: ({ tx, context, resource }, rows) => duplicatesAmong(context, tx, resource, rows),
};

const overlaps: RowGuard = {
  name: "overlaps",
  phase: "final",
  on: {
    insert: true,
    update: true,
    action: true,
    transition: true,
    server: true,
    remove: goes,
    cascade: goes,
    restore: true,
    rejoin: true,
  },
  check: ({ tx, context, resource }, rows) =>
    overlapsAmong(
      context,
      tx,
      resource,
      // Only rows that somebody sent as a list are counted by them.
      rows.map(({ kind, place, isNew, values: written, current, removed }) => ({
        // A row that is gone meanwhile takes no range.
        values: isNew || removed !== undefined || current !== undefined ? written : {},
        current,
        ...(kind === "insert" || kind === "update" ? { place } : {}),
      })),
    ),
};

const referrers: RowGuard = {
  name: "referrers",
  phase: "final",
  on: {
    insert: "nothing refers to a new row",
    update: stays,
    action: stays,
    transition: stays,
    server: byEffect,
    remove: true,
    cascade: true,
    restore: nobodyRefers,
    rejoin: nobodyRefers,
  },
  async check({ tx, context: { model, scope }, resource }, rows) {
    await checkBlockers(tx, resource, { model, tenantId: scope.tenantId, rows: storedOf(rows) });
    return [];
  },
};

const ownChannel: RowGuard = {
  name: "own channel",
  phase: "written",
  on: {
    insert: true,
    update: true,
    action: true,
    transition: approved,
    server: "an effect books what belongs to others as well: a dealer's shipment arrives at another dealer",
    remove: goes,
    cascade: goes,
    restore: "who sees it in the recycle bin has it among their own",
    rejoin: withOwner,
  },
  async check({ tx, context, resource }, rows) {
    await requireOwnChannels(context, tx, resource, rows);
    return [];
  },
};

export const requestGuards: readonly RequestGuard[] = [permission, availability, values];

export const rowGuards: readonly RowGuard[] = [
  version,
  editable,
  removable,
  state,
  details,
  hiddenFields,
  fixedValues,
  changedValues,
  conditionalFields,
  taskFields,
  masters,
  uploads,
  references,
  copiesInOtherRows,
  tree,
  children,
  rules,
  duplicates,
  overlaps,
  referrers,
  ownChannel,
];

export const guards: readonly Guard[] = [...requestGuards, ...rowGuards];
