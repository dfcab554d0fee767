// Files that go with a mail and are shown to nobody else, as its row keeps them.
import { z } from "zod";

const enclosedSchema = z.array(z.object({ address: z.string(), name: z.string().optional() }));

/** What the row keeps. */
export const enclosedText = (files: readonly { readonly address: string; readonly name?: string }[]): string => JSON.stringify(files);

/** The files of a row. */
export const enclosedIn = (stored: string | null): z.infer<typeof enclosedSchema> =>
  stored === null || stored === "" ? [] : enclosedSchema.parse(JSON.parse(stored));
