// Dates, timestamps and times of day as wire text, chosen from antd's pickers. Loaded when the first of them is rendered.
import { DatePicker, TimePicker } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import customParseFormat from "dayjs/plugin/customParseFormat.js";
import "dayjs/locale/zh-cn.js";
import { useState, type ReactNode } from "react";
import { traitsOf } from "../../fields/screen-traits.ts";
import type { KindTraits } from "#schema/kind-traits";
import { localNow, passedLimit, timeNamed } from "#schema/local-time";
import type { ScreenField } from "#schema/screen";
import { Icon } from "../ui/icons/icon.tsx";
import { closeOnEscape } from "../ui/keyboard/escape-key.ts";
import type { WidgetProps } from "./values/field-scope.ts";
import { useFormTexts } from "../i18n/language.ts";
import { stateAndRequired } from "./control-state.ts";

dayjs.extend(customParseFormat);
type TemporalKind = NonNullable<KindTraits["temporal"]>;

/** As the wire writes them (docs/wire.md §2.1). */
const formats: Readonly<Record<TemporalKind, string>> = { day: "YYYY-MM-DD", moment: "YYYY-MM-DD HH:mm:ss", clock: "HH:mm:ss" };

// antd's pickers ask for the present by this name: "today" is the installation's, wherever the browser is.
dayjs.extend((_options, { prototype }) => {
  Object.assign(prototype, { tz: () => dayjs(localNow(), formats.moment, true) });
});

/** The date a text denotes; null where it is invalid. */
export function momentOf(temporal: TemporalKind, text: unknown): Dayjs | null {
  if (typeof text !== "string" || text === "") return null;
  const moment = dayjs(text, formats[temporal], true);
  return moment.isValid() ? moment : null;
}

export function DateInput(props: WidgetProps): ReactNode {
  const { field, id, value, onChange, isDisabled } = props;
  const texts = useFormTexts();
  const { temporal = "moment" } = traitsOf(field);
  const [isOpen, setOpen] = useState(false);
  // A day that is typed beyond the limits the picker would drop without a word; the form takes it, and says what is wrong with it.
  const takeBeyond = (text: string) => {
    const isBeyond = momentOf(temporal, text) !== null && passedLimit(text, { min: field.earliest, max: field.latest }) !== undefined;
    if (isBeyond && text !== value) onChange(text);
  };
  const common = {
    id,
    className: "tf-wide",
    value: momentOf(temporal, value),
    disabled: isDisabled,
    format: formats[temporal],
    placeholder: texts.date[temporal],
    ...stateAndRequired(props),
    suffixIcon: <Icon name={temporal === "clock" ? "clock-circle" : "calendar"} />,
    allowClear: {
      clearIcon: (
        <span role="img" aria-label={texts.clear}>
          <Icon name="close-circle" />
        </span>
      ),
    },
    // A timestamp also counts without a press of OK: leaving the picker takes the shown value.
    needConfirm: false,
    onOpenChange: setOpen,
    onKeyDown: closeOnEscape(isOpen),
    onChange: (moment: Dayjs | null) => onChange(moment?.format(formats[temporal])),
  };
  if (temporal === "clock") return <TimePicker {...common} />;
  return (
    <DatePicker
      {...common}
      {...pickedBetween(field)}
      showTime={temporal === "moment"}
      onBlur={({ target }) => takeBeyond(target instanceof HTMLInputElement ? target.value : "")}
    />
  );
}

/** Days beyond the limits of a field are not offered; where one is typed, the form tells of it. */
function pickedBetween({ earliest, latest }: ScreenField): { readonly minDate?: Dayjs; readonly maxDate?: Dayjs } {
  const now = localNow();
  const dayOf = (word: string) => dayjs(timeNamed(word, now).slice(0, 10), formats.day, true);
  return {
    ...(earliest === undefined ? {} : { minDate: dayOf(earliest).startOf("day") }),
    ...(latest === undefined ? {} : { maxDate: dayOf(latest).endOf("day") }),
  };
}

export interface DateRangeInputProps {
  readonly id: string;
  readonly temporal: KindTraits["temporal"];
  /** Texts of the wire; "" is an open end. */
  readonly value: readonly [from: string, to: string];
  readonly onChange: (value: readonly [from: string, to: string] | undefined) => void;
}

/** A range of days, or of times of day; moments are searched by whole days (docs/specification.md §9). */
export function DateRangeInput({ id, temporal, value, onChange }: DateRangeInputProps): ReactNode {
  const texts = useFormTexts();
  const shown: TemporalKind = temporal === "clock" ? "clock" : "day";
  const format = formats[shown];
  const placeholder: [string, string] = [texts.date.from, texts.date.to];
  const moments: [Dayjs | null, Dayjs | null] = [
    momentOf(shown, value[0].slice(0, format.length)),
    momentOf(shown, value[1].slice(0, format.length)),
  ];
  const give = (next: readonly (Dayjs | null)[] | null) => {
    const from = next?.[0]?.format(format) ?? "";
    const to = next?.[1]?.format(format) ?? "";
    onChange(from === "" && to === "" ? undefined : [from, to]);
  };
  const suffixIcon = <Icon name={shown === "clock" ? "clock-circle" : "calendar"} />;
  const allowClear = {
    clearIcon: (
      <span role="img" aria-label={texts.clear}>
        <Icon name="close-circle" />
      </span>
    ),
  };
  const common = {
    id,
    className: "tf-wide",
    suffixIcon,
    allowClear,
    value: moments,
    format,
    placeholder,
    allowEmpty: [true, true] as [boolean, boolean],
    onChange: give,
  };
  return shown === "clock" ? <TimePicker.RangePicker {...common} /> : <DatePicker.RangePicker {...common} />;
}
