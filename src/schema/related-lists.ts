// Which lists stand on the page of a record: of rows of other resources that refer to it.
import { hasScreen } from "./menu.ts";
import type { FieldModel, Model, ResourceModel } from "./model.ts";
import { hasRecordPage } from "./record-page.ts";
import type { Text } from "./text.ts";

/** One list of rows that refer to a record. */
export interface RelatedList {
  readonly resource: string;
  /** Their field that holds the key of the record. */
  readonly by: string;
  readonly label: Text;
  /** No definition chose it: it stands on the page of the record alone, and not beside its rows in the list. */
  readonly derived?: true;
}

/** Whether people look for rows of a list by this reference to one record: only then is the list of one record theirs to read. */
function isFoundBy(field: FieldModel, target: string): boolean {
  return field.reference?.resource === target && field.wire === "id" && field.search !== undefined && field.stored;
}

/** The references of other lists to records of a resource, in the order of the model. */
function references(resource: ResourceModel, model: Model): readonly (readonly [ResourceModel, FieldModel])[] {
  return model.resources
    .filter(
      (one) =>
        one.name !== resource.details?.resource && one.hasTable && (one.calls.has("list") || one.calls.has("page")) && hasScreen(one),
    )
    .flatMap((one) => one.fields.filter((field) => isFoundBy(field, resource.name)).map((field) => [one, field] as const));
}

/** The name of a list; with its reference where several of its references lead to the record, or the list is that of the record itself. */
function labelOf(list: ResourceModel, by: FieldModel | undefined, isOneOfSeveral: boolean): Text {
  const [zh, en] = list.listLabel;
  return isOneOfSeveral && by !== undefined ? [`${zh}（${by.label[0]}）`, `${en} (${by.label[1].toLowerCase()})`] : list.listLabel;
}

/**
 * The lists on the page of a record (docs/specification.md §2): those that the definition names in `related`, in their order; without
 * `related`, of every list with a screen that is searched by a reference to the record, in the order of the menu. Undefined: none.
 */
export function relatedLists(resource: ResourceModel, model: Model): readonly RelatedList[] | undefined {
  const { related } = resource.data;
  if (related === undefined && !hasRecordPage(resource)) return undefined;
  const found =
    related === undefined
      ? references(resource, model).map(([list, field]) => ({ list, by: field.name }))
      : related.flatMap(({ resource: name, by }) => {
          const list = model.resource.get(name);
          return list === undefined ? [] : [{ list, by }];
        });
  if (found.length === 0) return undefined;
  return found.map(({ list, by }) => {
    const isOneOfSeveral = list === resource || found.filter((other) => other.list === list).length > 1;
    return {
      resource: list.name,
      by,
      label: labelOf(list, list.field.get(by), isOneOfSeveral),
      ...(related === undefined ? { derived: true as const } : {}),
    };
  });
}
