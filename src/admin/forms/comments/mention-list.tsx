// The people whom a comment may mention, below the text box while an @ is typed.
import { useEffect, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { Person } from "./comment-answer.ts";

interface MentionListProps {
  readonly id: string;
  readonly people: readonly Person[];
  /** The one that Enter chooses. */
  readonly at: number;
  readonly onChoose: (person: Person) => void;
}

/** The id of an option, by which the text box says which one is chosen. */
export const optionId = (list: string, at: number): string => `${list}-${at}`;

export function MentionList({ id, people, at, onChoose }: MentionListProps): ReactNode {
  const { t } = useTranslation();
  useEffect(() => {
    document.getElementById(optionId(id, at))?.scrollIntoView({ block: "nearest" });
  }, [id, at]);
  return (
    <div id={id} className="tf-mentions" role="listbox" aria-label={t("comments.people")}>
      {people.map((person, index) => (
        <button
          key={person.id}
          type="button"
          tabIndex={-1}
          id={optionId(id, index)}
          className="tf-mention-option"
          role="option"
          aria-selected={index === at}
          // The text box keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          {person.name} <span className="tm-soft">{person.account}</span>
        </button>
      ))}
    </div>
  );
}
