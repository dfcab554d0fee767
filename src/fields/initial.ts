// The letter that stands for a person without a picture.
import { plainText } from "./cell.ts";

/** How a name begins. */
export const initialIn = (name: unknown): string => [...plainText(name)][0]?.toUpperCase() ?? "";
