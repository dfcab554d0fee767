// One or several nodes of a tree: the whole tree at once, or level by level where the server gives it so.
import { Button, TreeSelect } from "antd";
import { useMemo, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import { partsOf, textOf, type Choice } from "../api/index.ts";
import { useChoiceLevels, useFetchChoices, useRememberLabels } from "../data/queries/choice-lists.ts";
import type { ScreenField, ScreenReference } from "#schema/screen";
import { useLabels } from "./values/choice-labels.ts";
import { closeOnEscape } from "../ui/keyboard/escape-key.ts";
import { useFieldScope, type WidgetProps } from "./values/field-scope.ts";
import { useFormTexts } from "../i18n/language.ts";
import { useRequiredInput } from "./required-input.ts";
import { useChoices } from "./values/use-choices.ts";
import { useChoicesFailureText } from "./choices-failure.tsx";
import { stateOf } from "./control-state.ts";
import { typedKey, unmatchedIn } from "./values/unmatched.ts";
import { menuAbove, NoChoices, useNarrowing } from "./reference-select.tsx";

interface Node {
  readonly key: string;
  readonly value: string;
  readonly title: string;
  readonly children?: Node[];
  readonly isLeaf?: boolean;
}

interface Labelled {
  readonly value: string;
  readonly label?: ReactNode;
}

type Levels = ReadonlyMap<string, readonly Choice[]>;

/** Nodes of choices and of their loaded children, without the branch of the record itself: a row cannot be its own descendant. */
function nodesOf(list: readonly Choice[], levels: Levels, isLazy: boolean, own: string): Node[] {
  return list
    .filter((choice) => choice.value !== own)
    .map((choice) => {
      const below = choice.children ?? levels.get(choice.value);
      const children = below === undefined ? undefined : nodesOf(below, levels, isLazy, own);
      const isLeaf = isLazy ? choice.hasChildren === false || children?.length === 0 : (children ?? []).length === 0;
      return {
        key: choice.value,
        value: choice.value,
        title: choice.label,
        isLeaf,
        ...(children === undefined || children.length === 0 ? {} : { children }),
      };
    });
}

function flatNodes(nodes: readonly Node[]): readonly Node[] {
  return nodes.flatMap((node) => [node, ...flatNodes(node.children ?? [])]);
}

interface TreeInputOfProps extends WidgetProps {
  readonly reference: ScreenReference;
}

function TreeInputOf(props: TreeInputOfProps): ReactNode {
  const { reference, field, id, value, onChange, isDisabled } = props;
  const texts = useFormTexts();
  const { record } = useFieldScope();
  useRequiredInput(id, field.required !== undefined);
  const isLazy = reference.source === "lazy-tree";
  const isSeveral = reference.several === true;
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState("");
  const [opened, setOpened] = useState<readonly string[]>([]);
  const rememberLabels = useRememberLabels();
  const state = useChoices(reference, isLazy ? search : "", isOpen);
  const { levels, failure } = useChoiceLevels(reference, opened);
  const whyNoChoices = useChoicesFailureText();
  const narrowing = useNarrowing(reference);
  const selected = partsOf(value);
  const labelOf = useLabels(field, reference, selected, record);
  const own = field.isParent === true ? textOf(record["id"]) : "";
  const nodes = useMemo(() => nodesOf(state.list, levels, isLazy && search === "", own), [state.list, levels, isLazy, search, own]);
  const unmatched = unmatchedIn(value);
  const shown: Labelled[] = [
    ...selected.map((one) => ({ value: one, label: labelOf(one) })),
    ...(unmatched === undefined ? [] : [{ value: typedKey, label: unmatched.unmatched }]),
  ];
  const fetchChoices = useFetchChoices();
  /** The node waits until its children are loaded, or have failed, which is shown below. */
  const loadLevel = async (node: { readonly value?: unknown }) => {
    const parent = textOf(node.value);
    await fetchChoices(reference, { parent }).catch(() => undefined);
    setOpened((old) => (old.includes(parent) ? old : [...old, parent]));
  };
  const give = (values: readonly string[]) => {
    const chosen = new Set(values);
    rememberLabels(
      reference,
      flatNodes(nodes).flatMap(({ value: one, title }) => (chosen.has(one) ? [{ value: one, label: title }] : [])),
    );
    onChange(values.length === 0 ? undefined : isSeveral ? values : values[0]);
  };
  const keepOpen = (event: MouseEvent) => event.preventDefault();
  const foot = (
    <>
      {failure === undefined ? null : (
        <div className="tf-choices-more" role="alert">
          {whyNoChoices(failure)}
        </div>
      )}
      {isSeveral && !isLazy ? (
        <div className="tf-choices-tools">
          <span>{texts.reference.chosen(selected.length)}</span>
          <Button
            type="link"
            size="small"
            disabled={search !== ""}
            onMouseDown={keepOpen}
            onClick={() => give(flatNodes(nodes).map((node) => node.value))}
          >
            {texts.reference.all}
          </Button>
          <Button type="link" size="small" onMouseDown={keepOpen} onClick={() => onChange(undefined)}>
            {texts.reference.nothing}
          </Button>
        </div>
      ) : null}
    </>
  );
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !isOpen || !isLazy || search === "" || !state.isLoading || event.nativeEvent.isComposing) return;
    // The tree still holds what was there before: its first node is not what was typed.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="tf-reference" onKeyDownCapture={onKeyDownCapture}>
      <TreeSelect<Labelled | Labelled[] | undefined>
        id={id}
        className="tf-wide"
        labelInValue
        showSearch
        allowClear
        disabled={isDisabled || !narrowing.isOpen}
        placeholder={narrowing.placeholder}
        treeData={nodes}
        treeDefaultExpandAll={!isLazy && nodes.length <= 20}
        treeCheckable={isSeveral}
        // A menu may be granted without its children, and the server adds its ancestors (docs/wire.md §7).
        treeCheckStrictly={isSeveral}
        showCheckedStrategy="SHOW_ALL"
        maxTagCount="responsive"
        treeNodeFilterProp="title"
        filterTreeNode={isLazy ? false : undefined}
        loadData={isLazy && search === "" ? loadLevel : undefined}
        searchValue={search}
        loading={isOpen && state.isLoading}
        notFoundContent={<NoChoices state={state} />}
        {...stateOf({ ...props, isInvalid: props.isInvalid || unmatched !== undefined })}
        value={isSeveral ? shown : shown[0]}
        onChange={(next) => {
          const values = (next === undefined || next === null ? [] : Array.isArray(next) ? next : [next]).map((one) => one.value);
          give(values.filter((one) => one !== typedKey));
        }}
        onSearch={setSearch}
        onKeyDown={closeOnEscape(isOpen)}
        onOpenChange={(next) => {
          setOpen(next);
          if (!next) setSearch("");
        }}
        popupRender={menuAbove(foot)}
      />
    </div>
  );
}

export function TreeInput(props: WidgetProps): ReactNode {
  const { reference }: ScreenField = props.field;
  if (reference === undefined) throw new Error(`the field ${props.field.name} refers to nothing`);
  return <TreeInputOf {...props} reference={reference} />;
}
