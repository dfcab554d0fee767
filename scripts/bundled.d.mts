/** See bundled.mjs. */
export function bundleOf(folder: string, name: string): Promise<string | undefined>;
