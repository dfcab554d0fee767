import { defineArea } from "#schema";

export default defineArea({
  name: "codes",
  label: ["赋码管理", "Codes"],
  icon: "qrcode",
  sort: 30,
  order: [
    "code-make-rule", "code-gen-record", "code-gen-record-detail", "codemakerecord", "code-set", "code-item", "code-relation", "code-replace", "transfer", "digit-source",
    "data-map",
  ],
  icons: {
    "code-make-rule": "form", "code-gen-record": "thunderbolt", "code-gen-record-detail": "unordered-list", codemakerecord: "printer", "code-set": "container",
    "code-item": "qrcode", "code-relation": "apartment", "code-replace": "retweet", transfer: "cloud-upload", "digit-source": "cloud-server", "data-map": "swap",
  },
});
