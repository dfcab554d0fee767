// Before the first file of a worker is measured: loads what nearly every test of the server needs, and builds the databases that tests clone,
// so that it is not charged to whichever file comes first. A single file that somebody runs by hand waits for what it needs alone.
import { REPORT_VARIABLE } from "../../scripts/test/report.ts";

if (process.env[REPORT_VARIABLE] !== undefined) {
  const [{ productTemplates }, { installedProduct }] = await Promise.all([
    import("./server.ts"),
    import("./product.ts"),
    import("./application.ts"),
    import("../server/auth/fixture.ts"),
  ]);
  await Promise.all([productTemplates(), installedProduct()]);
}
