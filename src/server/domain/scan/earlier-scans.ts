// The scans that a new one is compared with: those of its code and those of its person, the newest first. Two simple statements, whose rows
// answer everything that is asked about them: whether this is the same look-up again, the repeat rule, and whom the scan meets for the first
// time. A distributed database makes the plan of every statement that joins anew, on its coordinator and on a node.
import { prepared, type Given, type RowOf } from "../../rows/prepared.ts";
import { db, type Query } from "../../rows/query.ts";

/** Scans of one code that are looked at, the newest ones. */
export const maxScansOfCode = 1000;
/** Scans of one person that are looked at: an address may be that of a whole network. */
export const maxScansOfPerson = 200;

const scansOfCode = prepared("scans_of_code", (given: Given<{ readonly code: string }>, { unscoped }) =>
  db
    .selectFrom(unscoped("consumer-scan-record", "r"))
    .where("r.code", "=", given("code"))
    .where("r.scanTime", "is not", null)
    .orderBy("r.scanTime", "desc")
    .orderBy("r.id", "desc")
    .limit(maxScansOfCode)
    .select([
      "r.scanTime",
      "r.result",
      "r.scanNum",
      "r.suspicious",
      "r.wxUserId",
      "r.ip",
      "r.scanRegionCode",
      "r.latitude",
      "r.longitude",
      "r.channelId",
      "r.productId",
      "r.crossRegion",
    ]),
);

const scansOfUser = prepared("scans_of_user", (given: Given<{ readonly wxUserId: string }>, { unscoped }) =>
  db
    .selectFrom(unscoped("consumer-scan-record", "r"))
    .where("r.wxUserId", "=", given("wxUserId"))
    .where("r.scanTime", "is not", null)
    .orderBy("r.scanTime", "desc")
    .orderBy("r.id", "desc")
    .limit(maxScansOfPerson)
    .select(["r.scanTime", "r.productId"]),
);

const scansOfAddress = prepared("scans_of_address", (given: Given<{ readonly ip: string }>, { unscoped }) =>
  db
    .selectFrom(unscoped("consumer-scan-record", "r"))
    .where("r.ip", "=", given("ip"))
    .where("r.wxUserId", "is", null)
    .where("r.scanTime", "is not", null)
    .orderBy("r.scanTime", "desc")
    .orderBy("r.id", "desc")
    .limit(maxScansOfPerson)
    .select(["r.scanTime", "r.productId"]),
);

export type ScanOfCode = RowOf<typeof scansOfCode>;
export type ScanOfPerson = RowOf<typeof scansOfUser>;

/** The earlier scans of a code and of whoever scans it. */
export interface EarlierScans {
  readonly ofCode: readonly ScanOfCode[];
  readonly ofPerson: readonly ScanOfPerson[];
}

/** Of whom earlier scans are wanted: `wxUserId` where the person is known, else the address. */
export interface Scanning {
  readonly code: string;
  readonly wxUserId: string | null;
  readonly ip: string;
}

/** The queries of the scans of a code and of a person. */
export function earlierScans(
  context: Parameters<typeof scansOfCode>[0],
  { code, wxUserId, ip }: Scanning,
): readonly [Query<ScanOfCode>, Query<ScanOfPerson>] {
  return [scansOfCode(context, { code }), wxUserId === null ? scansOfAddress(context, { ip }) : scansOfUser(context, { wxUserId })];
}
