// What a field that holds files accepts; without the schema, so that the browser may know it as well.

/** The limits of fields that declare none: endings that are accepted, and KiB of one file. */
const defaultLimits = { pictures: { accept: "jpg,jpeg,png,gif,webp", maxKb: 5120 }, any: { accept: "", maxKb: 20_480 } } as const;

export interface UploadLimits {
  /** Endings in lower case; none: every type. */
  readonly endings: readonly string[];
  readonly maxKb: number;
}

export function uploadLimits(
  files: keyof typeof defaultLimits,
  {
    accept = defaultLimits[files].accept,
    maxKb = defaultLimits[files].maxKb,
  }: { readonly accept?: string | undefined; readonly maxKb?: number | undefined },
): UploadLimits {
  const endings = accept
    .split(",")
    .map((ending) => ending.trim().replace(/^\./, "").toLowerCase())
    .filter(Boolean);
  return { endings, maxKb };
}
