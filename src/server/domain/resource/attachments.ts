// Rows of the attachments: each upload that is kept among them has one, and so has each file that is added on their screen.
import { uploadOf, uploadPath } from "../../../fields/upload.ts";
import type { CommitContext, Domain, RequestContext, SubmitEffect } from "../../contract.ts";
import { addRow, changeRow } from "../../crud/write/server-rows.ts";
import { db, first, lockName, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { UploadedFiles } from "./uploaded-files.ts";

interface StoredUpload {
  readonly link: string;
  /** Path below the upload directory. */
  readonly name: string;
  readonly originalName: string;
  readonly bytes: number;
}

/** Longest ending that a row tells. */
const maxExtensionLength = 12;

const endingOf = (name: string): string | null => {
  const [, ending] = /\.([a-z0-9]+)$/i.exec(name) ?? [];
  return ending === undefined || ending.length > maxExtensionLength ? null : ending.toLowerCase();
};

/**
 * Adds the row of a file that somebody has uploaded, in the tenant below which it lies; answers its id. Two calls that finish the same upload in
 * parts add one row.
 */
export function addAttachment(context: RequestContext, { link, name, originalName, bytes }: StoredUpload): Promise<string> {
  const { tenantId, userId } = context.caller;
  const scope = { tenantId, userId };
  const within = { ...context, scope };
  return context.database.transaction(scope, async (tx) => {
    await lockName(tx, `attachment of ${name}`);
    const existing = await first(tx, ownAttachment(within, link));
    if (existing !== undefined) return existing.id;
    const values = { link, domain: uploadPath, name, originalName, extension: endingOf(name), attachSize: bytes, file: link, isLoose: 1 };
    return (await addRow(within, tx, "attach", { ...values, createTime: context.now() })).id;
  });
}

const ownAttachment = (within: CommitContext, link: string) =>
  db
    .selectFrom(tables(within).unscoped("attach", "a"))
    .where("a.link", "=", link)
    .where("a.createUser", "=", within.caller.userId)
    .orderBy("a.id")
    .limit(1)
    .select(["a.id"]);

/** The row of a file that the caller has uploaded, where it has one. */
export async function attachmentOf(context: RequestContext, link: string): Promise<string | undefined> {
  const { tenantId, userId } = context.caller;
  const within = { ...context, scope: { tenantId, userId } };
  const [[row]] = await read(within, [ownAttachment(within, link)]);
  return row?.id;
}

/** The site that an address names; files of our own are below a path of this one. */
const siteOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : uploadPath);

/** What is known of a file by its address alone. */
function described(address: string): { readonly domain: string; readonly name: string; readonly extension: string | null } {
  const domain = address.startsWith(`${uploadPath}/`) ? uploadPath : siteOf(address);
  const { pathname } = new URL(address, "http://localhost");
  const name = domain === uploadPath ? pathname.slice(uploadPath.length + 1) : pathname.split("/").at(-1) || pathname;
  return { domain, name, extension: endingOf(name) };
}

/**
 * The dialog uploads first and saves then. What it uploaded has its row already, of the same person: that one is answered, under the name that
 * the dialog gives it, so that a file never has two rows for one upload.
 */
const submit = (files: UploadedFiles): SubmitEffect<"attach"> => ({
  findExisting: async (tx, context, { values: { file, originalName } }) => {
    if (typeof file !== "string" || uploadOf(file) === undefined) return undefined;
    const row = await first(
      tx,
      db
        .selectFrom(tables(context).unscoped("attach", "a"))
        .where("a.link", "=", file)
        .where("a.createUser", "=", context.caller.userId)
        .orderBy("a.id")
        .limit(1)
        .forUpdate()
        .select(["a.id", "a.originalName"]),
    );
    if (row === undefined) return undefined;
    const isRenamed = typeof originalName === "string" && originalName !== "" && originalName !== row.originalName;
    await changeRow(context, tx, "attach", { id: row.id, values: { isLoose: 0, ...(isRenamed ? { originalName } : {}) } });
    return row.id;
  },
  // A row that tells its address already comes with a new installation, and says the rest itself.
  beforeChange: async (tx, _context, { values, current }) => {
    const { file } = values;
    // Whoever edits its row means to keep it.
    if (current?.isLoose === 1) values.isLoose = 0;
    if (current !== undefined || typeof file !== "string" || (values.link ?? "") !== "") return;
    const { domain, name, extension } = described(file);
    Object.assign(values, { link: file, domain, name, extension, attachSize: await files.sizeIn(tx, file) });
    if ((values.originalName ?? "") === "") values.originalName = name.split("/").at(-1) ?? name;
  },
});

export const attachmentsDomain = (files: UploadedFiles): Domain => ({
  reads: {},
  actions: {},
  hooks: { attach: { submit: submit(files) } },
  effects: ["attach.uploads"],
});
