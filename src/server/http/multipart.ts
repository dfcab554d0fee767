// Bodies in parts (docs/wire.md §1): the values of a form, and the files that an action takes, stored while they arrive.
import fastifyMultipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { kindData, type FieldModel } from "#schema/model";
import { uploadLimits } from "../../fields/upload-limits.ts";
import { unsupportedMediaType } from "./error-answer.ts";
import { malformedParameter } from "./errors.ts";

/** What is known of a file that came with a call. */
export interface ReceivedFile {
  /** Where it is kept: the value of its field. */
  readonly address: string;
  /** The name that it had on the person's machine. */
  readonly name: string;
  readonly bytes: number;
  /** SHA-256, hexadecimal. */
  readonly hash: string;
}

/** The files of a call by their fields. */
export type ReceivedFiles = Readonly<Record<string, readonly ReceivedFile[]>>;

export interface FileRules {
  readonly label: FieldModel["label"];
  /** Endings that are accepted; none: every type. */
  readonly endings: readonly string[];
  readonly maxBytes: number;
}

/** Keeps files that arrive. */
export interface FileReceiver {
  /** Stores a file while it arrives. Refuses what breaks the rules, and then leaves nothing behind. */
  receive(tenantId: string, name: string, content: AsyncIterable<Buffer>, rules: FileRules): Promise<ReceivedFile>;
  /** Removes a file whose call was refused. */
  discard(address: string): Promise<void>;
}

const maxNameLength = 255;
const maxValueLength = 100_000;

/** The name that a file had on the person's machine, without folders and control characters. */
export function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  return last.replace(/\p{Cc}/gu, "").slice(-maxNameLength);
}

/** Has an instance take bodies in parts. */
export async function acceptParts(app: FastifyInstance): Promise<void> {
  await app.register(fastifyMultipart, { throwFileSizeLimit: false });
}

function rulesOf(field: FieldModel): FileRules {
  const { endings, maxKb } = uploadLimits(field.traits.files ?? "any", kindData(field.data));
  return { label: field.label, endings, maxBytes: maxKb * 1024 };
}

interface ReceivedParts {
  readonly values: Readonly<Record<string, string>>;
  readonly files: ReceivedFiles;
}

const maxFiles = (field: FieldModel): number => (field.wire === "list" ? Number(kindData(field.data).max ?? 20) : 1);

/** Reads a body in parts, in whatever order they come. A field that holds files takes only files of this call. */
export async function receiveParts(
  request: FastifyRequest,
  { fields, tenantId, receiver }: { readonly fields: readonly FieldModel[]; readonly tenantId: string; readonly receiver: FileReceiver },
): Promise<ReceivedParts> {
  if (!request.isMultipart()) throw unsupportedMediaType();
  const fileFields = new Map(fields.flatMap((field) => (field.traits.files === undefined ? [] : [[field.name, field] as const])));
  const values: Record<string, string> = {};
  const files: Record<string, ReceivedFile[]> = {};
  const max = [...fileFields.values()].reduce((sum, field) => sum + maxFiles(field), 0);
  const limits = {
    files: max,
    fields: fields.length + 10,
    parts: max + fields.length + 10,
    // What each field takes is checked as it arrives.
    fileSize: Math.max(1, ...[...fileFields.values()].map((field) => rulesOf(field).maxBytes)) + 1,
    fieldSize: maxValueLength,
    headerPairs: 50,
  };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") {
        if (fileFields.has(part.fieldname)) continue;
        const value = typeof part.value === "string" ? part.value : "";
        if (part.valueTruncated || `${part.fieldname}${value}`.includes("\0"))
          throw malformedParameter(part.fieldname.replaceAll("\0", ""));
        values[part.fieldname] ??= value;
        continue;
      }
      const field = fileFields.get(part.fieldname);
      // A browser sends a part without a name where no file was chosen.
      if (field !== undefined && part.filename === "") {
        part.file.resume();
        continue;
      }
      const received = files[part.fieldname] ?? [];
      if (field === undefined || received.length >= maxFiles(field)) throw malformedParameter(part.fieldname);
      files[part.fieldname] = received;
      received.push(await receiver.receive(tenantId, plainName(part.filename), part.file, rulesOf(field)));
    }
  } catch (error) {
    await discardFiles(receiver, files);
    throw error;
  }
  for (const [name, received] of Object.entries(files)) values[name] = received.map(({ address }) => address).join(",");
  return { values, files };
}

/** Removes the files of a call that was refused. */
export async function discardFiles(receiver: FileReceiver, files: ReceivedFiles): Promise<void> {
  await Promise.all(
    Object.values(files)
      .flat()
      .map(({ address }) => receiver.discard(address)),
  );
}
