// Passwords of tests are hashed at the lowest cost there is: they sign in hundreds of times, and 0.2 s each adds up to minutes. What a hash
// costs in the product is looked at in src/server/auth/password-hash.test.ts.
import { setHashCost } from "../../src/server/auth/password-hash.ts";

export const cheap = { logN: 4, r: 8, p: 1 } as const;

setHashCost(cheap);
