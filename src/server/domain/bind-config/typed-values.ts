// The value of a setting is of its type, within its limits: its default, and a tenant's own. A tenant's row copies key, group and default.
import { z } from "zod";
import type { Domain, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import type { Text } from "#schema/text";
import { readRow } from "../../crud/write/server-rows.ts";
import type { StoredRow } from "../../rows/stored.ts";

const types = { integer: 2, toggle: 3, choice: 4, json: 5 } as const;
const choices = z.array(z.object({ value: z.union([z.string(), z.number()]).transform(String) }));

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

type Typed = Pick<StoredRow<"config">, "valueType" | "minValue" | "maxValue" | "options">;

/** Why a value is none of a setting; undefined where it is one. */
function faultOf(config: Typed, value: string): Text | undefined {
  const { valueType, minValue, maxValue, options } = config;
  switch (valueType) {
    case types.integer: {
      if (!/^-?\d{1,15}$/.test(value)) return ["须为整数", "This must be a whole number"];
      const number = Number(value);
      if (minValue !== null && number < Number(minValue)) return [`不能小于 ${minValue}`, `This is ${minValue} at least`];
      if (maxValue !== null && number > Number(maxValue)) return [`不能大于 ${maxValue}`, `This is ${maxValue} at most`];
      return undefined;
    }
    case types.toggle:
      return value === "0" || value === "1" ? undefined : ["须为 0（关）或 1（开）", "This is 0 (off) or 1 (on)"];
    case types.choice: {
      const offered = choices.safeParse(options).data?.map((one) => one.value) ?? [];
      if (offered.length === 0) return ["请先填写可选项", "Add the choices first"];
      return offered.includes(value) ? undefined : [`须为 ${offered.join("、")} 之一`, `This is one of ${offered.join(", ")}`];
    }
    case types.json:
      return isJson(value) ? undefined : ["须为有效的 JSON", "This must be valid JSON"];
    default:
      return undefined;
  }
}

const settingHooks: ResourceHooks<"config"> = {
  restore: {},
  submit: {
    beforeChange: async (_tx, context, { values, current }) => {
      const { valueType = null, minValue = null, maxValue = null, options = null, configValue } = { ...current, ...values };
      const message = faultOf({ valueType, minValue, maxValue, options }, configValue?.trim() ?? "");
      if (message !== undefined) throw fieldError(context, "config", "configValue", { code: "notAllowed", message });
    },
  },
};

const tenantHooks: ResourceHooks<"config-tenant"> = {
  restore: {},
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      const { configId, configValue } = { ...current, ...values };
      const config = await readRow(context, tx, "config", configId);
      if (config === undefined) return;
      const value = configValue?.trim() ?? "";
      const message = faultOf(config, value);
      if (message !== undefined) throw fieldError(context, "config-tenant", "configValue", { code: "notAllowed", message });
      const { configKey, configGroup, configValue: defaultValue } = config;
      Object.assign(values, { configKey, configGroup, defaultValue, configValue: config.valueType === types.json ? configValue : value });
    },
  },
};

export const typedValuesDomain: Domain = {
  reads: {},
  actions: {},
  hooks: { config: settingHooks, "config-tenant": tenantHooks },
  effects: ["config-tenant.typedValues"],
};
