// The pane of the tree filter: a search, and messages while it loads, when it is empty, when loading failed.
import { Button } from "antd";
import Input from "antd/es/input/Input";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { TreeList } from "./tree-list.tsx";
import type { FilterTree } from "./use-tree.ts";

export interface TreePaneProps {
  /** Name of the nodes. */
  readonly name: string;
  readonly tree: FilterTree;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly chosen: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
}

export function TreePane({ name, tree, search, onSearch, chosen, onChoose }: TreePaneProps) {
  const { t } = useTranslation();
  const content = () => {
    if (tree.failure !== undefined) {
      return (
        <div className="tm-tree-filter-note" role="alert">
          <p>{t("treeFilter.failed", { name })}</p>
          <p className="tm-soft">{tree.failure.message}</p>
          <Button size="small" onClick={tree.retry}>
            {t("common.retry")}
          </Button>
        </div>
      );
    }
    if (tree.isLoading) {
      return (
        <div className="tm-tree-filter-skeleton" role="status" aria-label={t("treeFilter.loading", { name })}>
          {Array.from({ length: 8 }, (_one, index) => (
            <span key={index} />
          ))}
        </div>
      );
    }
    if (tree.nodes.length === 0 && search.trim() !== "") return <p className="tm-tree-filter-note tm-soft">{t("treeFilter.noMatch")}</p>;
    return (
      <>
        <TreeList
          label={t("treeFilter.tree", { name })}
          all={t("treeFilter.all")}
          nodes={tree.nodes}
          chosen={chosen}
          onChoose={onChoose}
          onToggle={tree.toggle}
        />
        {tree.nodes.length === 0 && <p className="tm-tree-filter-note tm-soft">{t("treeFilter.empty", { name })}</p>}
      </>
    );
  };
  return (
    <>
      <div className="tm-tree-filter-search">
        <Input
          value={search}
          allowClear
          maxLength={100}
          prefix={<Icon name="search" size={13} className="tm-soft" />}
          aria-label={t("treeFilter.search", { name })}
          placeholder={t("treeFilter.search", { name })}
          onChange={(event) => onSearch(event.target.value)}
        />
      </div>
      <div className="tm-tree-filter-scroll">{content()}</div>
    </>
  );
}
