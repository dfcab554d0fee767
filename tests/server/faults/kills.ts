// How often the tests of this folder kill a server: a few times at a landing, and as often as `npm run faults` says.
import { amount } from "../../support/amounts.ts";

const wanted = process.env["TRACEMARK_KILLS"];

/** How often, where nobody says. */
export const kills = (sample: number): number => (wanted === undefined ? amount(sample, 50) : Number(wanted));
