import { defineResource, integer, ownerTenant, remark } from "#schema";

/** How many devices a tenant may connect. */
export default defineResource({
  name: "device-quota",
  label: ["设备额度", "Device quota"],
  path: "/digit-bind/device-quota",
  title: "tenantId",
  scope: "platform",
  writeAccess: "administrator",
  ownRows: "tenantId",
  fields: {
    tenantId: ownerTenant(),
    devices: integer("设备数", "Devices", { required: true, min: 0 }),
    remark: remark(),
  },
});
