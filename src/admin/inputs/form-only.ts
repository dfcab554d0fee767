// Inputs of forms alone: lists, whose search panels use the other inputs, are shown without them.
import type { SwitchProps } from "antd";
import { loadable } from "../ui/states/loadable.tsx";
import type { ThemedProps } from "./themed.tsx";

const load = () => import("./form-inputs.tsx");

export const Radios = loadable<ThemedProps>(async () => (await load()).Radios);
export const InputLines = loadable<ThemedProps>(async () => (await load()).InputLines);
export const Switch = loadable<SwitchProps>(async () => (await load()).Switch);

/** Loads them before a form is drawn. */
export async function loadFormInputs(): Promise<void> {
  await Promise.all([Radios.load(), InputLines.load(), Switch.load()]);
}
