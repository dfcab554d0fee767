// Creates a marked row, reads it, edits it and removes it again; only with --write.
import { randomBytes } from "node:crypto";
import { kindData, type FieldModel, type ResourceModel } from "#schema/model";
import { keepingRules, sampleOf } from "#schema/sample";
import { rowsIn, Deviation, payloadOf, type Row } from "./answers.ts";
import { listed, listOf, type Subject, type Word } from "./reads.ts";

/** Rows that a run has left behind, where removing failed, are found by it. */
const mark = "conformance-check";

/** What a form would send, without what needs rows of others. */
function createdFields({ resource, rules }: Subject): readonly FieldModel[] {
  return resource.fields.filter(
    ({ name, inForm, readonly: isReadonly, reference, traits }) =>
      inForm.create && isReadonly !== true && reference === undefined && !traits.holdsRows && rules.fields?.[name] !== "absent",
  );
}

/** Whether a row can be made of the resource alone: saving and removing are there, and nothing required refers to another row. */
function isTriable(subject: Subject): boolean {
  const { resource, rules } = subject;
  const title = resource.fields.find(({ name }) => name === resource.title);
  const needsOthers = resource.fields.some(
    ({ name, required, inForm, reference, traits }) =>
      required !== undefined &&
      inForm.create &&
      rules.fields?.[name] !== "absent" &&
      (reference !== undefined || traits.holdsRows || traits.isSecret),
  );
  return (
    // Such a row brings others along, which stay behind when it goes.
    resource.data.referrersStay === undefined &&
    (["submit", "remove"] as const).every((call) => resource.calls.has(call) && rules.without?.includes(call) !== true) &&
    !needsOthers &&
    title !== undefined &&
    title.wire === "text" &&
    title.inForm.create &&
    listOf(subject) !== undefined
  );
}

function sampleRow(subject: Subject, entries: ReadonlyMap<string, string>): Record<string, unknown> {
  const { resource } = subject;
  const fields = createdFields(subject);
  const number = randomBytes(3).readUIntBE(0, 3);
  const sampled = sampleOf(Object.fromEntries(fields.map(({ name, data }) => [name, data])), {
    number,
    referenceTo: () => undefined,
    dictionaryKey: (dictionary) => entries.get(dictionary),
  });
  const row = keepingRules({ rules: resource.data.rules, fields: resource.fields }, sampled);
  return { ...row, [resource.title]: `${mark}-${number}`.slice(0, maximumOf(resource)) };
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
  const parameter = rules.exact === true ? resource.title : `${resource.title}_equal`;
  const found = await listed(subject, call, { [parameter]: text });
  return rowsIn(found, call.path).filter((row) => row[resource.title] === text);
}

/** Makes a row, changes it and removes it. `entries` has a key of each dictionary. */
export async function tryWrites(subject: Subject, entries: ReadonlyMap<string, string>): Promise<Word> {
  const { client, resource, rules } = subject;
  if (!isTriable(subject)) return "";
  const row = sampleRow(subject, entries);
  const text = String(row[resource.title]);
  const submit = `POST ${resource.path}/submit`;
  payloadOf(await client.post(`${resource.path}/submit`, row), submit);
  const made = await named(subject, text);
  const [stored] = made;
  if (stored === undefined) throw new Deviation(`${submit} answers success, and the list does not have the row`);
  const id = String(stored[resource.key]);
  try {
    const changed = `${text}x`.slice(-maximumOf(resource));
    payloadOf(await client.post(`${resource.path}/submit`, { ...stored, ...row, [resource.key]: id, [resource.title]: changed }), submit);
    const [edited, ...copies] = await named(subject, changed);
    if (edited === undefined) throw new Deviation(`${submit} with an id answers success, and the row is as it was`);
    if (edited[resource.key] !== id || copies.length > 0) throw new Deviation(`${submit} with an id makes another row`);
  } finally {
    payloadOf(
      await client.post(`${resource.path}/remove`, undefined, rules.removesSingly === true ? { id } : { ids: id }),
      `POST ${resource.path}/remove`,
    );
  }
  if ((await named(subject, text)).length > 0)
    throw new Deviation(`POST ${resource.path}/remove answers success, and the row is still there`);
  return "ok";
}
