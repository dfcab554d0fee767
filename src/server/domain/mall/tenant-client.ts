// Applications of a tenant: a fresh pair of keys, which the form fills in and nothing keeps before it is submitted.
import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { Domain, ReadHandler } from "../../contract.ts";

const generate = promisify(generateKeyPair);

const keys: ReadHandler = async () => {
  const { publicKey, privateKey } = await generate("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "der" },
  });
  return { publicKey: publicKey.toString("base64"), privateKey: privateKey.toString("base64") };
};

export const tenantClientDomain: Domain = { reads: { "tenant-client.keys": keys }, actions: {}, hooks: {} };
