// An administrative division, chosen level by level; its label comes with the record, so nothing is loaded to show it.
import { Cascader } from "antd";
import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { failureOf, rowsOf, textOf, type ApiFailure, type Choice, type Row } from "../../admin/api/index.ts";
import { useChoiceLevels, useFetchChoices, useRememberLabels } from "../../admin/data/queries/choice-lists.ts";
import { useFetchRead, useRead } from "../../admin/data/queries/reads.ts";
import type { ScreenReference } from "../../schema/screen.ts";
import { useLabels } from "../../admin/inputs/values/choice-labels.ts";
import { useFieldScope, type WidgetProps } from "../../admin/inputs/values/field-scope.ts";
import { useFormTexts } from "../../admin/i18n/language.ts";
import { useRequiredInput } from "../../admin/inputs/required-input.ts";
import { useChoicesFailureText } from "../../admin/inputs/choices-failure.tsx";
import { stateOf } from "../../admin/inputs/control-state.ts";

interface RegionOption {
  readonly value: string;
  readonly label: string;
  readonly isLeaf: boolean;
  readonly children?: RegionOption[];
}

type Levels = ReadonlyMap<string, readonly Choice[]>;

/** Key of the top level among the levels. */
const top = "";
/** Divisions from a province down to a village. */
const deepest = 6;

function optionsOf(levels: Levels, parent: string): RegionOption[] {
  return (levels.get(parent) ?? []).map((choice) => {
    const children = levels.has(choice.value) ? optionsOf(levels, choice.value) : undefined;
    return {
      value: choice.value,
      label: choice.label,
      isLeaf: choice.hasChildren === false || children?.length === 0,
      ...(children === undefined || children.length === 0 ? {} : { children }),
    };
  });
}

/** Milliseconds: where a division belongs seldom changes. */
const goodFor = 60_000;

/** Everybody may search the divisions, other than read their list or open one. */
const byCode = (reference: ScreenReference, code: string) => ({ path: `${reference.path}/lazy-list`, query: { code } });

const divisionIn = (answer: unknown, code: string): Row | undefined => rowsOf(answer).find((row) => textOf(row["code"]) === code);

/** The codes from the top down to this one. */
async function pathTo(reference: ScreenReference, code: string, read: ReturnType<typeof useFetchRead>): Promise<readonly string[]> {
  const path: string[] = [];
  let next = code;
  while (next !== "" && !/^0+$/.test(next) && path.length < deepest && !path.includes(next)) {
    path.unshift(next);
    const row = divisionIn(await read(byCode(reference, next), goodFor), next);
    next = textOf(row?.["parentCode"] ?? "");
  }
  return path;
}

function RegionInputOf(props: WidgetProps & { readonly reference: ScreenReference }): ReactNode {
  const { reference, field, id, value, onChange, isDisabled } = props;
  const texts = useFormTexts();
  const { record } = useFieldScope();
  useRequiredInput(id, field.required !== undefined);
  const code = textOf(value);
  const [isOpen, setOpen] = useState(false);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [path, setPath] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<ApiFailure>();
  const whyNoChoices = useChoicesFailureText();
  const codes = useMemo(() => (code === "" ? [] : [code]), [code]);
  const labelOf = useLabels(field, reference, codes, record);

  const { levels } = useChoiceLevels(reference, opened);
  const rememberLabels = useRememberLabels();
  const fetchChoices = useFetchChoices();
  const read = useFetchRead();
  const loadLevel = useCallback(
    async (parent: string) => {
      await fetchChoices(reference, { parent });
      setOpened((old) => (old.includes(parent) ? old : [...old, parent]));
    },
    [reference, fetchChoices],
  );
  const isReady = levels.has(top) && (code === "" || path.at(-1) === code);
  useEffect(() => {
    if (!isOpen || isReady) return;
    // The way down to the held division, so that the list opens at it.
    const prepare = async () => {
      const way = code === "" ? [] : await pathTo(reference, code, read);
      for (const parent of [top, ...way.slice(0, -1)]) await loadLevel(parent);
      setPath(way);
      setFailure(undefined);
    };
    prepare().catch((error: unknown) => setFailure(failureOf(error)));
  }, [isOpen, isReady, code, reference, loadLevel, read]);

  const ownLabel = code === "" ? "" : labelOf(code);
  const nameIn = useCallback((answer: unknown) => textOf(divisionIn(answer, code)?.["name"] ?? ""), [code]);
  const { value: name = "" } = useRead(byCode(reference, code), nameIn, { isOn: code !== "" && ownLabel === code, staleTime: goodFor });
  const label = name === "" ? ownLabel : name;
  return (
    <Cascader<RegionOption>
      id={id}
      className="tf-wide"
      // Until it is opened the way down is not known; what is shown is the label of the last step alone.
      value={code === "" ? [] : path.at(-1) === code ? [...path] : [code]}
      options={optionsOf(levels, top)}
      loadData={(chosen) => {
        const last = chosen.at(-1);
        if (last !== undefined) loadLevel(last.value).catch((error: unknown) => setFailure(failureOf(error)));
      }}
      changeOnSelect
      allowClear
      disabled={isDisabled}
      loading={isOpen && !isReady && failure === undefined}
      placeholder={texts.region.choose}
      displayRender={(labels, chosen) =>
        chosen !== undefined && chosen.every((option) => option !== undefined) && labels.length > 1 ? labels.join(" / ") : label
      }
      notFoundContent={
        <div className="tf-choices-note">
          {failure === undefined ? (isReady ? texts.reference.empty : texts.loading) : whyNoChoices(failure)}
        </div>
      }
      {...stateOf(props)}
      onOpenChange={setOpen}
      onChange={(next) => {
        const codes = (next ?? []).map(String);
        setPath(codes);
        const last = codes.at(-1);
        rememberLabels(
          reference,
          [...levels.values()].flat().filter((choice) => choice.value === last),
        );
        onChange(last);
      }}
    />
  );
}

export function Widget(props: WidgetProps): ReactNode {
  const { reference } = props.field;
  if (reference === undefined) throw new Error(`the field ${props.field.name} refers to no region`);
  return <RegionInputOf {...props} reference={reference} />;
}
