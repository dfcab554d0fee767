// Inputs that forms have and search panels do not, in one file that is loaded with the forms (form-only.ts).
import { RadioWidget, TextareaWidget } from "./rjsf-parts.ts";
import { themed } from "./themed.tsx";

export { Switch } from "antd";

export const Radios = themed(RadioWidget);

/** An input of several lines. */
export const InputLines = themed(TextareaWidget);
