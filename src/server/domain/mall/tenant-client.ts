// Applications of a tenant: a fresh pair of keys, which the form fills in and nothing keeps before it is submitted.
import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { Domain, ReadHandler } from "../../contract.ts";
import { ApiError } from "../../http/errors.ts";

const generate = promisify(generateKeyPair);

const makePair = () =>
  generate("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "der" },
  });

/** Most that wait for their pair. */
const mostWaiting = 5;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

const tooMany = () =>
  new ApiError(429, "tooManyKeys", ["正在生成的密钥过多，请稍后再试", "Too many keys are being made; try again in a moment"]);

/**
 * Pairs are made one after the other: each keeps one of the process's four threads busy for up to a second, and signing in needs these
 * threads, too.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting > mostWaiting) throw tooMany();
  waiting += 1;
  const own = last.then(work);
  last = own.catch(() => undefined);
  try {
    return await own;
  } finally {
    waiting -= 1;
  }
}

const keys: ReadHandler = async () => {
  const { publicKey, privateKey } = await inTurn(makePair);
  return { publicKey: publicKey.toString("base64"), privateKey: privateKey.toString("base64") };
};

export const tenantClientDomain: Domain = { reads: { "tenant-client.keys": keys }, actions: {}, hooks: {} };
