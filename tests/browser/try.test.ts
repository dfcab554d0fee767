import { launchBrowser, openPage } from "../support/chromium.ts";
import { bladeAdministrator, bladeTester } from "../support/blade-back-end/index.ts";
import { signInToBlade, startBladeApplication } from "../support/blade-application.ts";
import { expect, test } from "vitest";
test("try", async () => {
  const app = await startBladeApplication();
  const browser = await launchBrowser();
  const one = await openPage(browser, { width: 1440, height: 900 });
  await signInToBlade(one.page, app, bladeAdministrator);
  await one.page.waitForLoadState("networkidle");
  await one.page.screenshot({ path: "/tmp/si/home.png" });
  for (const p of ["system/user","authority/role","system/dept","system/post","system/menu","system/topmenu","system/dict","system/param","system/tenant","system/client","desk/notice","monitor/log/usual","tool/datasource","tool/code","base/region","authority/datascope","authority/apiscope","report/reportlist","docs/back-end"]) {
    await one.page.goto(`${app.address}/${p}`);
    await one.page.waitForLoadState("networkidle");
    await one.page.waitForTimeout(300);
    await one.page.screenshot({ path: `/tmp/si/${p.replaceAll("/", "-")}.png` });
    console.log(p, new URL(one.page.url()).pathname, await one.page.locator("[data-row-key]").count());
  }
  console.log(app.notes);
  console.log(one.problems);
  const two = await openPage(browser, { width: 1440, height: 900 });
  await signInToBlade(two.page, app, bladeTester);
  await two.page.goto(`${app.address}/desk/notice`);
  await two.page.waitForLoadState("networkidle");
  await two.page.screenshot({ path: "/tmp/si/tester-notice.png" });
  await two.page.goto(`${app.address}/docs/back-end`);
  await two.page.waitForLoadState("networkidle");
  await two.page.screenshot({ path: "/tmp/si/tester-report.png" });
  console.log(two.page.url(), two.problems);
  try { app.backEnd.expectNoStrays(); } catch (e) { console.log(String(e)); }
  console.log(app.backEnd.received.filter((r) => r.status >= 400 && r.path !== "/x").map((r) => `${r.method} ${r.path} ${r.status} ${JSON.stringify(r.parameters)}`).filter((x,i,a)=>a.indexOf(x)===i && !x.includes("{}")).slice(0,40));
  await browser.close(); await app.close();
  expect(1).toBe(1);
});
