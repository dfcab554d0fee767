import { defineArea } from "#schema";

export default defineArea({
  name: "attributes",
  label: ["属性管理", "Attributes"],
  icon: "profile",
  sort: 15,
  order: ["attr-owner", "spec", "attr", "attr-value", "attr-pack", "attrrelation", "attrownerrelation", "goodsattr", "attr-owner-bill"],
  icons: {
    "attr-owner": "deployment-unit", spec: "column-height", attr: "tag", "attr-value": "ordered-list", "attr-pack": "container", attrrelation: "link",
    attrownerrelation: "fork", goodsattr: "tags", "attr-owner-bill": "file-protect",
  },
});
