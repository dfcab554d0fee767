// Chooses the values whose combinations become rows.
import { Button, Checkbox } from "antd";
import { useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { countOf, type Axis } from "./combinations.ts";

interface CombinationPaneProps {
  readonly axes: readonly Axis[];
  /** Values that rows have already, by axis. */
  readonly used: ReadonlyMap<string, readonly string[]>;
  /** Most rows of the grid. */
  readonly max: number;
  readonly onCombine: (axes: readonly Axis[]) => void;
}

export function CombinationPane({ axes, used, max, onCombine }: CombinationPaneProps): ReactNode {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlyMap<string, readonly string[]>>(used);
  const narrowed = axes
    .map((axis) => ({ ...axis, values: axis.values.filter(({ value }) => chosen.get(axis.key)?.includes(value) === true) }))
    .filter(({ isOptional, values }) => isOptional !== true || values.length > 0);
  const choose = (key: string, value: string, isChosen: boolean) =>
    setChosen((before) => {
      const others = (before.get(key) ?? []).filter((other) => other !== value);
      return new Map(before).set(key, isChosen ? [...others, value] : others);
    });
  const count = countOf(narrowed);
  const bare = axes.filter(({ values, isOptional }) => values.length === 0 && isOptional !== true);
  const isTooMany = count > max;
  return (
    <div className="tf-combine">
      {axes.map(({ key, label, values }) => (
        <fieldset key={key} className="tf-combine-axis">
          <legend>{label}</legend>
          {values.length === 0 ? <span className="tf-note">{t("grid.noValues")}</span> : null}
          {values.map(({ value, label: name }) => (
            <Checkbox
              key={value}
              checked={chosen.get(key)?.includes(value) === true}
              onChange={({ target }) => choose(key, value, target.checked)}
            >
              {name}
            </Checkbox>
          ))}
        </fieldset>
      ))}
      <div className="tf-combine-foot">
        <Button type="primary" ghost disabled={count === 0 || isTooMany} onClick={() => onCombine(narrowed)}>
          {t("grid.combine")}
        </Button>
        <span className={isTooMany || bare.length > 0 ? "tf-combine-bad" : "tf-note"} role="status">
          {isTooMany
            ? t("grid.tooMany", { count, most: max })
            : bare.length > 0
              ? t("grid.bare", { names: bare.map(({ label }) => label).join(t("grid.and")) })
              : count === 0
                ? t("grid.chooseEach")
                : t("grid.product", { product: narrowed.map(({ values }) => values.length).join(" × "), count })}
        </span>
      </div>
    </div>
  );
}
