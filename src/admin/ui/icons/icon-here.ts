// Icons that a back-end names otherwise.
import { settings } from "../../browser/settings.ts";

/** Our icon for a name; the name itself where it is ours or nobody knows it. */
export const iconHere = (name: string): string => settings.dialect.icons[name] ?? name;
