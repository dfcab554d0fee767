// The calls of a definition beside the common ones: reads, actions, the server's own transitions and effects, and rows below a row.
import type { Fields } from "./field.ts";
import type { ResourceName } from "./names.ts";
import type { FieldName, Plain, StateOf, When } from "./resource.ts";
import type { Text } from "./text.ts";

/** The common calls (docs/wire.md §4). `page` is the name some platforms' lists have; `save` and `update` are separate writes. */
export type Call = "list" | "page" | "detail" | "submit" | "save" | "update" | "remove";

/**
 * The answer of a read: page, a plain array of rows, tree nodes of everything, rows of one level with hasChildren, tree nodes of one level,
 * a forest of rows; by-ids: the rows of a list of ids, in its order, unknown ones left out; custom: whatever its handler in server/domain
 * returns.
 */
export type ReadShape = "page" | "rows" | "by-ids" | "tree" | "level" | "node-level" | "forest" | "custom";

/** A parameter that the code of a read handles: what it means, and what it is where it is no text. */
export type HandledParameter = Text | { readonly about: Text; readonly is: "day" | "whole" | "ids" };

export interface Read<F> {
  /** Its path below that of the resource, or an absolute one that starts with a service of the platform. Default: `/<name>`. */
  readonly path?: `/${string}`;
  /** Its HTTP method; with POST the parameters are a JSON body. Default: `"GET"`. */
  readonly method?: "GET" | "POST";
  /**
   * The shape of its answer. `page`: a page of rows; `rows`: a list of rows; `by-ids`: the rows of a list of ids, in its order; `tree`:
   * tree nodes of all rows; `level`: rows of one level with `hasChildren`; `node-level`: tree nodes of one level; `forest`: a tree of rows;
   * `custom`: whatever its code in src/server/domain returns. Default: the one implied by the names select, tree, lazy-tree, lazy-list,
   * list-ids, parent-list, child-list and page; otherwise `"custom"`.
   */
  readonly shape?: ReadShape;
  /**
   * Its parameters: fields that filter, or other names with the field that each of them filters. A parameter that code handles has a
   * description in both languages instead, or `about` and its type: a `day`, a `whole` number, or `ids`, comma-joined. `"ignored"` is for
   * parameters that callers send without effect. Default: none.
   */
  readonly params?: readonly FieldName<F>[] | { readonly [parameter: string]: FieldName<F> | "ignored" | HandledParameter };
  /** Required parameters. Default: none. */
  readonly needs?: readonly string[];
  /** Parameters that also match rows without a value, because these apply to all values. Default: none. */
  readonly includeNull?: readonly FieldName<F>[];
  /** Fields of each row in the answer, besides its id. Default: the title. */
  readonly fields?: readonly FieldName<F>[];
  /** Only these rows. Default: all rows. */
  readonly where?: When<F>;
  /** Who may call it without the view permission: every signed-in user, or everybody. Default: nobody. */
  readonly open?: "signed-in" | "anonymous";
  /**
   * The permission key that it needs, one of this resource: for data beyond a list, such as a document to print. Default: the view
   * permission.
   */
  readonly permission?: string;
  /**
   * Its answer is a table that can also be downloaded as a file, at its address followed by `/export` and with the key of exports. For
   * `custom` reads by GET; `tables` of their domain create the file. Default: no file.
   */
  readonly exported?: true;
}

/** A read of any resource: `<resource>.<read>`. */
export type ReadName = `${ResourceName}.${string}`;

/** A list of ids that people choose from a tree. */
export interface TreeList {
  /** The member of both answers with the tree, or with the ids. */
  readonly tree: string;
  /** The heading of the tree in the dialog. */
  readonly label: Text;
  /** The resource of the ids. */
  readonly of: ResourceName;
  /**
   * For entries of the menu: shows icons, marks buttons, and previews the resulting sidebar; of the chosen nodes (`chosen`), or including
   * their descendants (`below`). Default: no preview.
   */
  readonly sidebar?: "chosen" | "below";
}

/**
 * Lists of ids in the JSON body of an action, in addition to the ids of its rows. Each is sent as a whole, and empty if nothing is chosen.
 * Users choose them from trees, in one dialog: choosing a node does not include its descendants.
 */
export interface TreeLists<T extends string = ReadName> {
  /** The read that answers the trees the caller may choose from, by the names of `lists`; a `disabled` node only groups others. */
  readonly offered: T;
  /** The read that answers the current ids of the rows, under the same names. */
  readonly held: T;
  /** The lists of the body, and the tree that each is chosen from. */
  readonly lists: Readonly<Record<string, TreeList>>;
}

/** Where the values of an action travel. */
export type SendMode = "query" | "form" | "body" | "multipart";

type SetTo<V> = V | "@now" | "@user" | "@state" | null;

export interface Action<F> {
  /** The text of the button. */
  readonly label: Text;
  /** The states in which it is allowed and its button is shown. Default: any. */
  readonly from?: StateOf<F> | readonly StateOf<F>[];
  /**
   * The state that it leads to. The action that leads towards a green state, by the nearest state in the order of their declaration, is the
   * first button of a row and the primary button of its view. An action that leads to a red state, or to one without a colour that is not
   * the first, refuses or ends the row. Default: the state stays.
   */
  readonly to?: StateOf<F>;
  /** At most one row of the tenant is in the state `to`; the others change to the state given here. Default: none. */
  readonly exclusive?: StateOf<F>;
  /** Allowed, with its button shown, for rows that meet this condition; a refusal names the condition. Default: all rows. */
  readonly when?: When<F>;
  /**
   * Where its button is: in each `row`, above the list for the `selection`, or in the `toolbar` without rows. `screen`: no generated
   * button, a hand-written page calls it. Default: `"row"`.
   */
  readonly on?: "row" | "selection" | "toolbar" | "screen";
  /** For an action on a selection: each row also has the button, for that row only. */
  readonly inRows?: true;
  /** A question that the user has to confirm first. Default: none. */
  readonly confirm?: Text;
  /**
   * Fields of the row that its dialog shows above its inputs: whatever users need to see to decide, such as the amount that they confirm.
   * For several rows nothing is shown. Default: the title in the heading only.
   */
  readonly shows?: readonly FieldName<F>[];
  /** Its HTTP method. `none`: it calls nothing and opens the page at `path`. Default: `"POST"`. */
  readonly method?: "POST" | "PUT" | "GET" | "none";
  /**
   * Its path below that of the resource, or an absolute one that starts with a service of the platform. With `method: "none"` the address
   * of the page; `{field}` is replaced by a value of the row. Default: `/<name>/{id}` for a row, otherwise `/<name>`.
   */
  readonly path?: string;
  /** Name of the parameter with the id or ids, if the path has no {id}. Default: `id` and `ids`. */
  readonly idParam?: string;
  /** The field whose value is sent as `idParam`. Default: the id. */
  readonly idField?: FieldName<F>;
  /**
   * The permission key that it needs, such as that of another action. Default: `<permission>_<action>` in lower case:
   * `fleetvehicle_reportdamage` for the action `reportDamage` of `fleet-vehicle`.
   */
  readonly permission?: string;
  /** Who may run it without a permission: every signed-in user, on their own data, or everybody. Default: nobody. */
  readonly open?: "signed-in" | "anonymous";
  /**
   * Fields that a dialog asks for and the action stores, including read-only ones. Their inputs contain the current values of the row, so
   * that users change them instead of typing them again; name only fields for which this is intended. Default: none.
   */
  readonly ask?: readonly FieldName<F>[];
  /** All fields of `ask` are required, even those that may otherwise be empty. */
  readonly askRequired?: true;
  /**
   * Other values that a dialog asks for, as fields, for its code. Their inputs are empty or contain their `default`, even if the row has a
   * field of the same name: the amount to be refunded is not the amount that was. Default: none.
   */
  readonly params?: Fields;
  /** Lists of ids chosen from trees, sent in the body in addition to the ids of the rows. Default: none. */
  readonly trees?: TreeLists;
  /** Additional values without an input: a constant, or the value of a field of the row. Default: none. */
  readonly with?: { readonly [parameter: string]: string | number | { readonly field: FieldName<F> | "id" | "tenantId" } };
  /**
   * How the values of the dialog are sent: `form`, `query`, `body` (JSON), or `multipart` with files, whose `accept` and `maxKb` are
   * enforced during the upload. Passwords are never sent in the query. Default: `"form"`; for GET `"query"`.
   */
  readonly send?: SendMode;
  /**
   * Fields that the server sets: a value, `"@now"`, `"@user"`, `"@state"` for the state that the row leaves, or null to empty them. Default:
   * none.
   */
  readonly set?: { readonly [K in keyof F]?: SetTo<Plain<F[K]>> };
  /**
   * The body is a list of rows of this resource, each written like a submit, either all or none. All have the same value in this field;
   * with `true` they need not. With `{ data, removed }` the rows with the ids in `removed` are removed in the same transaction. Default:
   * none.
   */
  readonly submits?: FieldName<F> | true;
  /**
   * For an action with `submits`, above the list of rows of a record: all of them are edited in one grid, like a spreadsheet, and saved
   * together. Default: no grid.
   */
  readonly grid?: Grid<F>;
  /** The row must have at least one row of its `details`. */
  readonly needsDetails?: true;
  /**
   * A submit with the state of `to` saves the row and then runs the action, if the caller may run it. Without this word a submit with
   * another state is refused. The action has no inputs and no code of its own. Default: only by its own call.
   */
  readonly bySubmit?: true;
  /** The form that it opens: of another resource, or of a `child` of this row; or the hand-written dialog of a resource. Default: none. */
  readonly opens?: ResourceName | "child";
  /** Initial values of the opened form, which users may change: field of the form, and field of this row. Default: none. */
  readonly suggest?: { readonly [field: string]: { readonly field: FieldName<F> } };
  /**
   * A hand-written dialog that it shows instead of a call, a file of src/admin/dialogs; it gets the values of `with`. Its `permission` is
   * that of the action whose calls the dialog makes. Default: none.
   */
  readonly dialog?: string;
  /** Its answer is a file, which the browser saves. Default: true for GET. */
  readonly download?: true;
  /** Code in src/server/domain does more than `to`, `set` and `ask`. Until it exists the call answers 501, and no button is shown. */
  readonly handler?: true;
  /** A sentence for readers about that code; implies `handler`. Default: none. */
  readonly effect?: Text | string;
  /** A sentence about unusual situations in which its code asks for confirmation before it continues. Default: none. */
  readonly warning?: Text;
}

/** The server's effect beyond storing when rows are written, or as time passes. */
export interface Effect {
  /** A sentence for readers about the effect. */
  readonly effect: Text;
  /**
   * Writes that answer 501 and have no button until the effect is implemented, because the row would be wrong without it. Default: none.
   */
  readonly requiredFor?: readonly ("add" | "edit" | "remove")[];
}

/** A transition that the server makes. */
export interface Transition<F> {
  /** The states that it leaves; `"new"`: it creates the row. Default: any. */
  readonly from?: StateOf<F> | readonly StateOf<F>[] | "new";
  /** The state that it leads to, or the field with the state to return to. */
  readonly to: StateOf<F> | { readonly field: FieldName<F> };
  /** When it happens, for readers. Default: none. */
  readonly when?: string;
  /**
   * A field of the row with the moment of the transition: from then on rows in `from` are read, searched and exported as rows in `to`.
   * Nothing is stored. Default: the server stores the new state.
   */
  readonly at?: FieldName<F>;
}

/** A grid of all rows below a record. */
interface Grid<F> {
  /** Its columns, in this order. */
  readonly columns: readonly FieldName<F>[];
  /**
   * Each row is a combination of values; users choose the values, and the rows are created. `into`: the lines that store the combination,
   * with a reference to each dimension and one, `within` it, to its value; `axes`: the field of the record above that lists the dimensions.
   * Or `into`: structured data with a member for each dimension, which are the rows of the resource in `axes`. Default: users add rows one
   * by one.
   */
  readonly combine?: { readonly into: FieldName<F>; readonly axes: string | CombinedRows };
}

/**
 * Rows of a resource that are the dimensions, by their titles. The resource has a read `select` with the record above as parameter and
 * these fields in its answer.
 */
interface CombinedRows {
  /** Their resource. */
  readonly resource: ResourceName;
  /** Their field that refers to the record above; rows without it are suggestions for records that have no rows of their own. */
  readonly by: string;
  /** Their lines with the values, each in its first member. */
  readonly values: string;
}

/** Rows of another resource (or of the lower levels of this one) shown below a row and written through their own calls. */
export interface Details<F> {
  /** The resource of these rows; in a tree of two levels the same resource. */
  readonly resource: ResourceName;
  /** Their field that refers to this row. */
  readonly by: string;
  /** The heading above them. Default: the label of their resource. */
  readonly label?: Text;
  /** Values that each new row gets: a constant, or the value of a field of this row. Default: none. */
  readonly with?: { readonly [field: string]: string | number | { readonly field: FieldName<F> } };
  /** They can be written only while this row meets this condition. Default: while this row may be edited. */
  readonly writableWhen?: When<F>;
  /** They can be added and removed only while this row also meets this condition. Default: `writableWhen`. */
  readonly addableWhen?: When<F>;
  /**
   * They are entered in the form of this row, and saved with it, only while it meets this condition; `false`: never, as where saving the row
   * makes some by itself. Default: always.
   */
  readonly enteredWhen?: When<F> | false;
  /** Fields of this row that are shown above them, such as the address of an order. Default: none. */
  readonly shows?: readonly FieldName<F>[];
  /** The read that lists them. Default: their list. */
  readonly read?: string;
}

/** Rows of another resource that refer to a row. */
export interface Related {
  /** The resource of these rows; its label is the name of the tab. */
  readonly resource: ResourceName;
  /** Their field that refers to this row. */
  readonly by: string;
}
