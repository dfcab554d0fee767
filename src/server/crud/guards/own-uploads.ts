// Addresses of files in a submit: one below our own uploads must be a file of the tenant, and a picture where the field holds pictures.
// Addresses of other sites are taken as they are, but for pictures inside a text: the page shows only those of the sites that the
// installation names, and a picture of any other site would tell that site who reads the text wherever else it is read.
import { kindOf } from "#schema/kinds";
import { kindData, type FieldModel, type ResourceModel } from "#schema/model";
import type { Text } from "#schema/text";
import type { Issue } from "#schema/validation";
import { isPrivateUpload, pictureEndings, uploadOf, uploadPath } from "../../../fields/upload.ts";
import type { CommitContext, Values } from "../../contract.ts";
import { showsPicture } from "../../http/security-headers.ts";
import { takeFiles } from "../../storage/records.ts";
import { holdingFiles } from "../../storage/references.ts";
import { millisecondsOf } from "../../store/clock.ts";
import type { Transaction } from "../../store/database.ts";
import type { RowOfSet } from "./row-set.ts";

const unknownFile: Text = ["请重新上传文件", "Upload the file again"];
/** What a picture of a site that is not shown is told; it names the picture, so that it can be found in the text. */
function unshownPicture(address: string): Text {
  const named = address.length > 120 ? `${address.slice(0, 120)}…` : address;
  return [
    `不显示其他网站的图片:${named}。请上传图片后再插入`,
    `Pictures of other sites are not shown: ${named}. Upload the picture instead`,
  ];
}
/** The message for a picture of another type. */
export const pictureType = (endings: readonly string[]): Text => [
  `只能上传 ${endings.join("/")} 格式的图片`,
  `Only ${endings.join(" or ")} pictures are accepted`,
];

/** Whether a picture with this ending is of a type that is taken. */
export const isAcceptedExtension = (endings: readonly string[], ending: string): boolean =>
  endings.includes(ending === "jpeg" ? "jpg" : ending) || endings.includes(ending);

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Allowed endings of a picture field. */
function endingsOf(field: FieldModel): readonly string[] {
  const { accept } = kindData(field.data);
  return accept === undefined ? pictureEndings : accept.split(",");
}

interface Allowed {
  readonly tenantIds: ReadonlySet<string>;
  /** Other sites whose pictures are shown. */
  readonly imageSources: readonly string[];
}

function problemOf({ field, address, isInText }: UploadAddress, { tenantIds, imageSources }: Allowed): Text | undefined {
  if (!address.startsWith(`${uploadPath}/`)) return isInText && !showsPicture(address, imageSources) ? unshownPicture(address) : undefined;
  const upload = uploadOf(address);
  if (upload === undefined || !tenantIds.has(upload.tenantId)) return unknownFile;
  if (field.traits.files === "any") return undefined;
  const endings = endingsOf(field);
  return isAcceptedExtension(endings, upload.ending) ? undefined : pictureType(endings);
}

interface UploadAddress {
  readonly field: FieldModel;
  readonly path: Issue["path"];
  readonly address: string;
  /** It is the address of a picture inside a text. */
  readonly isInText: boolean;
}

/** Addresses in values, including rows within the row. */
function uploadAddressesIn(fields: readonly FieldModel[], values: Readonly<Values>, path: Issue["path"] = []): readonly UploadAddress[] {
  return holdingFiles(fields).flatMap((field): readonly UploadAddress[] => {
    const here = [...path, field.name];
    const value = values[field.name];
    if (field.traits.files !== undefined)
      return listed(value).flatMap((address) => (typeof address === "string" ? [{ field, path: here, address, isInText: false }] : []));
    const { picturesIn } = kindOf(field.data);
    if (picturesIn !== undefined)
      return typeof value === "string" ? picturesIn(value).map((address) => ({ field, path: here, address, isInText: true })) : [];
    if (!field.traits.holdsRows || !Array.isArray(value)) return [];
    return value.flatMap((row: unknown, index) =>
      typeof row === "object" && row !== null ? uploadAddressesIn(field.fields, { ...row }, [...here, index]) : [],
    );
  });
}

/** Who writes, of what. */
interface Uploading {
  readonly context: Pick<CommitContext, "caller" | "scope" | "now">;
  readonly resource: Pick<ResourceModel, "fields">;
  readonly imageSources: readonly string[];
}

/** The name of a file of ours by its address. */
function nameIn(address: string): string | undefined {
  const upload = uploadOf(address);
  return upload === undefined ? undefined : `${upload.tenantId}/${upload.name}`;
}

/**
 * Problems with new addresses of a write, row by row; addresses that a row already has are not checked again. Files that are taken by the
 * write are in use from now on, so that none of them is cleared away as unused.
 */
export async function uploadsAmong(
  tx: Transaction,
  { context, resource, imageSources }: Uploading,
  rows: readonly RowOfSet<Readonly<Values>>[],
): Promise<readonly (readonly Issue[])[]> {
  if (holdingFiles(resource.fields).length === 0) return rows.map(() => []);
  // A platform administrator acting for a tenant uploads under their own tenant.
  const tenantIds = new Set([context.scope.tenantId, context.caller.tenantId]);
  const added = rows.map(({ values, current }) => {
    const sent = uploadAddressesIn(resource.fields, values);
    // Texts that are stored are read only where there is something to look for in them.
    const existing = new Set(sent.length === 0 ? [] : uploadAddressesIn(resource.fields, current ?? {}).map(({ address }) => address));
    return sent
      .filter(({ address }) => !existing.has(address))
      .map((upload) => ({ ...upload, message: problemOf(upload, { tenantIds, imageSources }) }));
  });
  const gone = new Set<string>();
  for (const isPrivate of [true, false]) {
    const names = added
      .flat()
      .filter(({ field, message }) => message === undefined && (isPrivateUpload(field) ?? false) === isPrivate)
      .flatMap(({ address }) => nameIn(address) ?? []);
    for (const name of await takeFiles(tx, names, isPrivate, millisecondsOf(context.now()))) gone.add(name);
  }
  return added.map((uploads) =>
    uploads.flatMap(({ field, path, address, message }) => {
      const problem = message ?? (gone.has(nameIn(address) ?? "") ? unknownFile : undefined);
      return problem === undefined ? [] : [{ code: "notAllowed" as const, path, parameters: {}, label: field.label, message: problem }];
    }),
  );
}
