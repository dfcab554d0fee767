// Tabs that stay in one row however narrow it is: antd's puts a button among its tabs there, which no screen reader expects.
import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import "./tab-list.css";

interface Tab {
  readonly key: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

interface TabListProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** The tab that is shown at the beginning. Default: the first. */
  readonly first?: string;
}

/** The content of a tab is mounted when it is first opened, and keeps its state. */
export function TabList({ label, tabs, first = tabs[0]?.key }: TabListProps): ReactNode {
  const prefix = useId();
  const [chosen, setChosen] = useState(first);
  const [rendered, setRendered] = useState<ReadonlySet<string>>(() => new Set(first === undefined ? [] : [first]));
  // A tab that exists only on narrow screens disappears on wide ones.
  const active = tabs.some((tab) => tab.key === chosen) ? chosen : tabs[0]?.key;
  const choose = (key: string) => {
    setChosen(key);
    setRendered((old) => new Set(old).add(key));
  };
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = tabs[(tabs.findIndex((tab) => tab.key === active) + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    choose(next.key);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus();
  };
  return (
    <>
      <div className="tm-tablist" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ key, label: name }) => (
          <button
            key={key}
            type="button"
            role="tab"
            className="tm-tablist-tab"
            data-tab={key}
            id={`${prefix}${key}`}
            aria-selected={key === active}
            aria-controls={`${prefix}${key}panel`}
            tabIndex={key === active ? 0 : -1}
            onClick={() => choose(key)}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ key, content }) => (
        <div
          key={key}
          id={`${prefix}${key}panel`}
          className="tm-tablist-panel"
          role="tabpanel"
          aria-labelledby={`${prefix}${key}`}
          hidden={key !== active}
        >
          {key === active || rendered.has(key) ? content : null}
        </div>
      ))}
    </>
  );
}
