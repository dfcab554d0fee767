// A page with one form of as many fields as its address says, as the application draws it.
import "@ant-design/v5-patch-for-react-19";
import { App, ConfigProvider } from "antd";
import i18next from "i18next";
import { createRoot } from "react-dom/client";
import { initReactI18next } from "react-i18next";
import { formOf } from "../../../src/admin/forms/form-definition.ts";
import { ResourceForm } from "../../../src/admin/forms/resource-form.tsx";
import { initialValues } from "../../../src/admin/forms/values.ts";
import { antdTheme } from "../../../src/admin/theme/antd-theme.ts";
import "../../../src/admin/theme/page.css";
import type { Screen } from "../../../src/schema/screen.ts";

await i18next.use(initReactI18next).init({ lng: "zh", resources: {}, react: { useSuspense: false } });
const answer = await fetch(`/screen${location.search}`);
// measure.ts makes it from a definition.
const screen = (await answer.json()) as Screen;
const form = formOf(screen, "create", { isAdministrator: true });
const initial = initialValues(form.editable, {}, new Date());
const place = document.getElementById("root");
if (place === null) throw new Error("index.html has no element with the id root");
createRoot(place).render(
  <ConfigProvider theme={antdTheme("light")}>
    <App>
      <ResourceForm formId="form" form={form} initial={initial} before={initial} record={{}} onSubmit={() => undefined} />
    </App>
  </ConfigProvider>,
);
