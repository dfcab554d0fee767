import { startBladeBackEnd, bladeAdministrator } from "./tests/support/blade-back-end/index.ts";
import { launchBrowser, openPage } from "./tests/support/chromium.ts";
import { readConfiguration } from "./src/server/config.ts";
import { startServer } from "./src/server/start-server.ts";
import { productModel } from "./tests/support/product.ts";
const back = await startBladeBackEnd();
const running = await startServer({
  configuration: readConfiguration({ BLADE_URL: back.address, BLADE_DIALECT: "blade", PASSWORD_KEY: back.publicKey, PORT: "0", LOG_FILE: "/tmp/dialects-scratch.log", LOG_LEVEL: "warn" }),
  model: productModel, pages: "/work/wt/dialects/dist/admin",
});
const browser = await launchBrowser();
const opened = await openPage(browser, { width: 1440, height: 900 });
const { page } = opened;
page.setDefaultTimeout(8000);
try {
  await page.goto(`${running.address}/login`);
  await page.locator('input[name="username"]').fill(process.argv[2] ?? bladeAdministrator.account);
  await page.locator('input[name="password"]').fill(process.argv[2] ?? bladeAdministrator.password);
  await page.waitForTimeout(800);
  await page.locator('input[name="captcha"]').fill(back.captchas.at(-1) ?? "");
  await page.screenshot({ path: "/tmp/dl-login.png" });
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.startsWith("/login"), { timeout: 15000 });
  await page.waitForTimeout(2500);
  await page.screenshot({ path: "/tmp/dl-home.png" });
  console.log("home:", (await page.locator("body").innerText()).replace(/\s+/g, " ").slice(0, 600));
  for (const path of ["/system/user","/authority/role","/system/dept","/system/post","/system/menu","/system/topmenu","/system/dict","/system/param","/system/tenant","/system/client","/desk/notice","/monitor/log/usual","/monitor/log/api","/monitor/log/error","/tool/datasource","/tool/code","/base/region","/authority/datascope","/authority/apiscope","/report/reportlist"]) {
    await page.goto(running.address + path);
    await page.locator(".tm-table [data-row-key], .tm-empty").first().waitFor({ timeout: 8000 }).catch(() => console.log("NO ROWS", path));
    await page.waitForTimeout(500);
    const text = (await page.locator("main, .tm-page, #root").first().innerText()).replace(/\s+/g, " ");
    console.log(path, new URL(page.url()).pathname, "|", text.slice(-420));
    await page.screenshot({ path: `/tmp/dl-${path.replaceAll("/", "_")}.png` });
  }
} catch (error) { console.log("FAILED", String(error).slice(0, 600)); await page.screenshot({ path: "/tmp/dl-failed.png" }); }
try { back.expectNoStrays(); } catch (e) { console.log(String(e)); }
try { opened.expectNoProblems(); } catch (e) { console.log(String(e).slice(0, 3000)); }
console.log(back.received.filter(({ status }) => status >= 400).map(({ method, path, status, parameters }) => `${status} ${method} ${path} ${JSON.stringify(parameters)}`).join("\n"));
await opened.close().catch(() => undefined);
await browser.close(); await running.close(); await back.close();
process.exit(0);
