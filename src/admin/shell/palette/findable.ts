// Whether rows can be searched by what was typed: not by too little, nor where the back-end has no such call.
import { settings } from "../../browser/settings.ts";
import { minTypedLength, lengthTyped, maxTypedLength } from "../../../schema/typed-text.ts";

let isAbsent = settings.dialect.paths.find === "";

/** The back-end has no call that finds rows: nobody asks it again. */
export function markAbsent(): void {
  isAbsent = true;
}

/** @param typed without blanks around it */
export function isFindable(typed: string): boolean {
  return !isAbsent && lengthTyped(typed) >= minTypedLength && typed.length <= maxTypedLength;
}
