// Links to private files that are good for a short time. They are made where a row is answered to somebody who may see it, and are the
// address itself with a signature behind it; what comes back with a submit is the address again (src/fields/file-address.ts).
import { createHmac, timingSafeEqual, type KeyObject } from "node:crypto";
import type { Model } from "#schema/model";
import { uploadOf } from "../../fields/upload.ts";

/** Links made within the same half hour are the same, so that a browser that has the file need not fetch it again. */
const slotSeconds = 30 * 60;
/** A link is good for at least one hour, and at most one and a half. */
const slots = 3;
const signatureBytes = 16;

export interface SignedLinks {
  /** The link of an address of ours; any other address is answered as it is. */
  sign(address: string): string;
  /** Whether a signature of an address is right and not out of date. */
  judge(address: string, until: string | undefined, signature: string | undefined): "good" | "expired" | "wrong";
}

export function signedLinks(key: KeyObject, milliseconds: () => number): SignedLinks {
  const signatureOf = (address: string, until: number) =>
    createHmac("sha256", key).update(`${address}\n${until}`).digest().subarray(0, signatureBytes);
  return {
    sign: (address) => {
      if (uploadOf(address) === undefined) return address;
      const until = (Math.floor(milliseconds() / 1000 / slotSeconds) + slots) * slotSeconds;
      return `${address}?until=${until}&sign=${signatureOf(address, until).toString("base64url")}`;
    },
    judge: (address, until, signature) => {
      const seconds = Number(until);
      if (until === undefined || signature === undefined || !Number.isSafeInteger(seconds)) return "wrong";
      const sent = Buffer.from(signature, "base64url");
      const right = signatureOf(address, seconds);
      if (sent.length !== right.length || !timingSafeEqual(sent, right)) return "wrong";
      return seconds * 1000 < milliseconds() ? "expired" : "good";
    },
  };
}

const ofModels = new WeakMap<Model, SignedLinks>();

/** Has the rows of a model be answered with links that are signed. Rows are read in many places, all of which have the model. */
export function useSignedLinks(model: Model, links: SignedLinks): void {
  ofModels.set(model, links);
}

/** What signs the links of a model's rows; undefined where nothing was set up: links are answered as they are stored. */
export const signedLinksOf = (model: Model): SignedLinks | undefined => ofModels.get(model);
