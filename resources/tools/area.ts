import { defineArea } from "#schema";

export default defineArea({
  name: "tools",
  label: ["研发工具", "Tools"],
  icon: "code-sandbox",
  sort: 98,
  order: ["code"],
  icons: { code: "code" },
});
