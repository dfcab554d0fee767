// A generated form of as many fields as the address says, for the time of a key press (npm run bench:ui).
import "@ant-design/v5-patch-for-react-19";
import { Refine } from "@refinedev/core";
import { App, ConfigProvider } from "antd";
import { createRoot } from "react-dom/client";
import { startLanguage } from "../../../src/admin/i18n/index.ts";
import { formNames } from "../../../src/schema/field.ts";
import { bladeDataProvider } from "../../../src/admin/data/providers/data-provider.ts";
import { RecordDialog } from "../../../src/admin/forms/index.tsx";
import type { Screen, ScreenField } from "../../../src/schema/screen.ts";

/** Kinds take turns as they do in the catalogue: mostly texts, then choices and numbers. */
function fieldOf(index: number): ScreenField {
  const common = { name: `field${index}`, label: [`字段${index}`, `Field ${index}`] as const, visibleIn: formNames };
  switch (index % 5) {
    case 3:
      return { ...common, kind: "integer", wire: "number" };
    case 4:
      return {
        ...common,
        kind: "choice",
        wire: "number",
        options: [
          { value: 1, label: ["甲", "A"] },
          { value: 2, label: ["乙", "B"] },
        ],
      };
    default:
      return { ...common, kind: "text", wire: "text", max: 64 };
  }
}

function schemaOf(field: ScreenField): object {
  if (field.wire === "text") return { type: "string", maxLength: 64 };
  return field.options === undefined ? { type: "integer" } : { type: "number", enum: [1, 2] };
}

const count = Number(new URLSearchParams(location.search).get("fields") ?? 20);
const fields = Array.from({ length: count }, (_one, index) => fieldOf(index));
const schema = {
  type: "object",
  properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
  additionalProperties: false,
};
const screen: Screen = {
  name: "measured",
  area: "measured",
  label: ["表单", "Form"],
  path: "/measured",
  kind: "table",
  title: "field0",
  key: "id",
  permission: "measured",
  buttons: { add: true, edit: true, view: true, delete: true },
  calls: ["list", "detail", "submit", "remove"],
  listShape: "page",
  dialogWidth: 900,
  scope: "tenant",
  order: [],
  reads: [],
  actions: [],
  fields,
  schema: { create: schema, edit: schema },
};

const place = document.getElementById("root");
if (place === null) throw new Error("index.html has no element with the id root");
await startLanguage();
createRoot(place).render(
  <ConfigProvider>
    <App>
      <Refine dataProvider={bladeDataProvider()} options={{ disableTelemetry: true }}>
        <RecordDialog screen={screen} mode="create" onClose={() => undefined} />
      </Refine>
    </App>
  </ConfigProvider>,
);
