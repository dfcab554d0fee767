// Creates a marked row, reads it, edits it and removes it again; only with --write.
import { randomBytes } from "node:crypto";
import { movedPath } from "#schema/dialects/moved-path";
import type { Dialect } from "#schema/dialects/types";
import { withTime } from "#schema/dialects/with-time";
import { kindData, type FieldModel, type Model, type ResourceModel } from "#schema/model";
import { withRulesMet, sampleOf } from "#schema/sample";
import { rowsIn, Deviation, payloadOf, type Row } from "./answers.ts";
import { listed, listOf, subjectOf, type Subject, type Word } from "./reads.ts";

/** Rows that a run has left behind, where removing failed, are found by it. */
const mark = "conformance-check";

/** What a form would send: what it must of references, and none of rows within the row. */
function createdFields({ resource, rules }: Subject): readonly FieldModel[] {
  return resource.fields.filter(
    ({ name, inForm, readonly: isReadonly, reference, required, wire, traits }) =>
      inForm.create &&
      isReadonly !== true &&
      (reference === undefined || (required !== undefined && wire !== "parent")) &&
      !traits.holdsRows &&
      rules.fields?.[name] !== "absent",
  );
}

/** A row of each resource that a new one must refer to, by what references hold of it; undefined where one has none. */
async function referredRows(subject: Subject, model: Model): Promise<ReadonlyMap<string, string> | undefined> {
  const { client } = subject;
  const found = new Map<string, string>();
  for (const { reference } of createdFields(subject)) {
    if (reference === undefined) continue;
    const target = model.resource.get(reference.resource);
    const other = target === undefined ? undefined : subjectOf(client, target);
    const call = other === undefined ? undefined : listOf(other);
    if (other === undefined || call === undefined) return undefined;
    const [row] = await listed(other, call, {});
    const value = row?.[reference.valueField];
    if (value === undefined) return undefined;
    found.set(`${reference.resource} ${reference.valueField}`, String(value));
  }
  return found;
}

/** Whether a row can be made: saving and removing are there, and it needs no rows within it and no secret. */
function isTriable(subject: Subject): boolean {
  const { resource, rules } = subject;
  const title = resource.fields.find(({ name }) => name === resource.title);
  const needsOthers = resource.fields.some(
    ({ name, required, inForm, traits }) =>
      required !== undefined && inForm.create && rules.fields?.[name] !== "absent" && (traits.holdsRows || traits.isSecret),
  );
  return (
    // Such a row brings others along, which stay behind when it goes.
    resource.data.removableWhenReferenced === undefined &&
    (["submit", "remove"] as const).every((call) => resource.calls.has(call) && rules.without?.includes(call) !== true) &&
    !needsOthers &&
    title !== undefined &&
    title.wire === "text" &&
    title.inForm.create &&
    listOf(subject) !== undefined
  );
}

function sampleRow(subject: Subject, entries: ReadonlyMap<string, string>, referred: ReadonlyMap<string, string>): Record<string, unknown> {
  const { resource } = subject;
  const fields = createdFields(subject);
  const number = randomBytes(3).readUIntBE(0, 3);
  const sampled = sampleOf(Object.fromEntries(fields.map(({ name, data }) => [name, data])), {
    number,
    referenceTo: (resource, valueField) => referred.get(`${resource} ${valueField ?? "id"}`),
    dictionaryKey: (dictionary) => entries.get(dictionary),
  });
  const row = withRulesMet({ rules: resource.data.rules, fields: resource.fields }, sampled);
  // As a form begins: at the top of its tree, by what the back-end takes for it.
  const parent = resource.field.get(resource.tree?.parent ?? "");
  const atTop = parent === undefined || parent.wire === "parent" || parent.default === undefined ? {} : { [parent.name]: parent.default };
  const whenEmpty = Object.entries(subject.rules.whenEmpty ?? {}).filter(([name]) => !(name in row));
  const whole = { ...row, ...atTop, ...Object.fromEntries(whenEmpty), [resource.title]: `${mark}-${number}`.slice(0, maximumOf(resource)) };
  return Object.fromEntries(
    Object.entries(whole).map(([name, value]) => [name, sent(subject.client.dialect, resource.field.get(name), value)]),
  );
}

/** A value as a submit holds it: several ids are one text, and days may need a time. */
function sent({ daysWithTime }: Dialect, field: FieldModel | undefined, value: unknown): unknown {
  if (field?.wire === "list" && Array.isArray(value)) return value.join(",");
  return daysWithTime && field?.traits.temporal === "day" ? withTime(value) : value;
}

function maximumOf({ fields, title }: ResourceModel): number {
  const field = fields.find(({ name }) => name === title);
  return Number((field === undefined ? undefined : kindData(field.data).max) ?? 255);
}

/** Rows that hold a text in the field that names them. */
async function named(subject: Subject, text: string): Promise<readonly Row[]> {
  const { resource, rules } = subject;
  const call = listOf(subject);
  if (call === undefined) return [];
  // A read of levels knows its parameters alone.
  const parameter = rules.exact === true || call.shape === "level" ? resource.title : `${resource.title}_equal`;
  const found = await listed(subject, call, { [parameter]: text });
  return rowsIn(found, call.path).filter((row) => row[resource.title] === text);
}

/** A stored row as a form sends it back: what reads as empty is none. */
function readBack({ rules }: Subject, stored: Row): Row {
  const empty = Object.entries(rules.readsAsEmpty ?? {}).filter(([name, standIn]) => String(stored[name]) === standIn);
  return { ...stored, ...Object.fromEntries(empty.map(([name]) => [name, ""])) };
}

/** Makes a row, changes it and removes it. `entries` has a key of each dictionary. */
export async function tryWrites(
  subject: Subject,
  { model, entries }: { readonly model: Model; readonly entries: ReadonlyMap<string, string> },
): Promise<Word> {
  const { client, resource, rules } = subject;
  if (!isTriable(subject)) return "";
  const referred = await referredRows(subject, model);
  if (referred === undefined) return "empty";
  const row = sampleRow(subject, entries, referred);
  const text = String(row[resource.title]);
  const path = movedPath(client.dialect, resource.path);
  const submit = `POST ${path}/submit`;
  const remove = async (id: string): Promise<void> =>
    void payloadOf(
      await client.post(`${resource.path}/remove`, undefined, rules.removesSingly === true ? { id } : { ids: id }),
      `POST ${path}/remove`,
    );
  payloadOf(await client.post(`${resource.path}/submit`, row), submit);
  const made = await named(subject, text);
  const [stored] = made;
  if (stored === undefined) {
    // Where the key is one that was sent, the row is not left behind.
    if (row[resource.key] !== undefined) await remove(String(row[resource.key]));
    throw new Deviation(`${submit} answers success, and the list does not have the row`);
  }
  const id = String(stored[resource.key]);
  try {
    const changed = `${text}x`.slice(-maximumOf(resource));
    payloadOf(
      await client.post(`${resource.path}/submit`, { ...readBack(subject, stored), ...row, [resource.key]: id, [resource.title]: changed }),
      submit,
    );
    const [edited, ...copies] = await named(subject, changed);
    if (edited === undefined) throw new Deviation(`${submit} with an id answers success, and the row is as it was`);
    if (edited[resource.key] !== id || copies.length > 0) throw new Deviation(`${submit} with an id makes another row`);
  } finally {
    await remove(id);
  }
  if ((await named(subject, text)).length > 0) throw new Deviation(`POST ${path}/remove answers success, and the row is still there`);
  return "ok";
}
