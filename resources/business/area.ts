import { defineArea } from "#schema";

export default defineArea({
  name: "business",
  label: ["业务协作", "Partners"],
  icon: "contacts",
  sort: 75,
  order: ["partner", "business-order", "business-order-node", "email-record", "email-attempt", "mail-template", "email"],
  icons: { partner: "team", "business-order": "file-protect", "business-order-node": "node-index", "email-record": "mail", email: "inbox", "email-attempt": "history", "mail-template": "file-text" },
});
