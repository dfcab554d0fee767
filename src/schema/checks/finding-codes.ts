// Every code of a finding, with what is wrong and what to do. The messages name the very member; these say what the code stands for, for
// the reference of the language (generated/reference.md).

interface FindingCodeEntry {
  /** What is wrong. */
  readonly about: string;
  /** What to do about it. */
  readonly remedy: string;
  /** Words of the language that it is about, as the reference names them: "unique", "fields.sortable", "actions.from", "lines.distinct". */
  readonly words: readonly string[];
}

const entry = (about: string, remedy: string, words: readonly string[] = []): FindingCodeEntry => ({ about, remedy, words });

export const findingCodes = {
  // the file and its shape
  "not-loadable": entry(
    "The file cannot be loaded: a comma is missing, or a builder is used and not imported.",
    "Correct the line that the message names; a definition imports nothing but `#schema` and its own groups and options.",
  ),
  "wrong-type": entry("A value has the wrong type or form.", "Write one of the forms that the message lists."),
  "missing-member": entry("A member that every definition needs is missing.", "Add it.", ["name", "label", "path", "title", "fields"]),
  "unknown-member": entry("There is no such word in this place.", "Take the suggestion of the message, or look the word up here."),
  "unknown-kind": entry("There is no such kind of field.", "Use one of the builders of `#schema`."),
  "unknown-option": entry("This kind of field takes no such option.", "Take it out, or use a kind that has it."),
  "unused-fields": entry(
    "No definition spreads this group of fields.",
    "Spread it among the `fields` of a definition, or remove the file.",
    ["defineFields"],
  ),
  // names
  "file-name": entry("The file has another name than the resource.", "Rename one of the two; references go by the file name.", ["name"]),
  "duplicate-name": entry("Two files have the same resource name.", "Rename one.", ["name"]),
  "duplicate-path": entry("Two resources have the same path.", "Give each its own.", ["path"]),
  "duplicate-table": entry("Two names give the same table.", "Rename one of the resources.", ["name"]),
  "duplicate-call": entry("Two reads, actions or effects answer the same call.", "Give one of them another name or `path`.", [
    "reads.path",
    "actions.path",
    "effects",
    "reads",
    "actions",
  ]),
  "duplicate-permission": entry("One permission key would allow two different things.", "Give one of them its own `permission`.", [
    "permission",
    "actions.permission",
  ]),
  "field-name": entry(
    "The name of a field is not in camel case.",
    "Begin with a small letter, then letters and digits: docNo, factoryId.",
    ["fields"],
  ),
  "reserved-name": entry(
    "Some servers drop parameters of this name to prevent SQL injection, or every call has a parameter of this name.",
    "Choose a fuller name, such as countValue.",
    ["fields", "name", "reads.params"],
  ),
  "base-column": entry(
    "Every table has a column of this name, and the field is of another kind.",
    "Use the kind in the message, or choose another name.",
    ["fields"],
  ),
  "duplicate-column": entry("Two fields would be the same column.", "Rename one.", ["fields"]),
  "label-key": entry(
    "The labels of two references would have the same key in a row.",
    "Rename one, so that the names without Id, Ids or Code differ.",
    ["ref.to", "refs.to", "tree-ref.to"],
  ),
  // texts
  "missing-text": entry("A text is in one language only.", "Write both: Chinese first, English second.", [
    "label",
    "fields.help",
    "fields.required",
    "actions.label",
    "actions.confirm",
  ]),
  "wrong-language": entry(
    "The English text contains Chinese characters, or the Chinese text contains none.",
    "Chinese comes first; put Chinese words in an English text into quotation marks.",
    ["label", "fields.help", "actions.confirm", "choice.options"],
  ),
  // references
  "unknown-target": entry("A reference names a resource that does not exist.", "Correct the name, or write the resource.", [
    "ref.to",
    "refs.to",
    "tree-ref.to",
    "actions.trees.lists.of",
  ]),
  "unknown-shown-field": entry(
    "`show`, `fallbackInitial` or `english` names no field.",
    "Name a field of the target; for a picture or a text, one of the same record.",
    ["ref.show", "image.fallbackInitial", "text.english"],
  ),
  "unknown-value-field": entry("`valueField` names no field of the target.", "Name a field of the target that is unique.", [
    "ref.valueField",
  ]),
  "unknown-filter-field": entry(
    "`filter` names no field of the target, or compares with none of the record.",
    "Name a field of the target on the left, one of the same record on the right.",
    ["ref.filter"],
  ),
  "unknown-within": entry("A word names a field that the record does not have.", "Name a field of the same record.", [
    "ref.within",
    "fields.labelOf",
    "lines.rowsOf",
    "attributes.of",
    "attributes.initialValues",
  ]),
  "within-not-a-choice": entry(
    "`within` names a field that nobody chooses from a list, or fields narrow each other in a cycle.",
    "Name a reference, choice or dictionary, and let one be chosen first.",
    ["ref.within"],
  ),
  "unresolved-cascade": entry(
    "The target has no field that links its rows to the chosen one.",
    "Give the target one field that refers to it, or one of the same name.",
    ["ref.within"],
  ),
  // approvals
  "approval-action": entry(
    "This action cannot be approved: it does not exist, leaves no state, or its dialog asks for values that are not stored.",
    'Name an action with `from` that asks for own fields only, or "submit".',
    ["approval.of"],
  ),
  "approval-state": entry(
    "An outcome of an approval has no state, or that of pending rows.",
    "Give each outcome a state, and pending rows one of their own.",
    ["approval.approved", "approval.rejected", "approval.pending"],
  ),
  "approval-category": entry(
    "No dictionary has the category of an approval, so no process could be deployed for it.",
    "Add an entry whose remark is the category to the dictionary flow: in resources/system/dict.seed.ts for new installations, and on the screen 系统字典 of existing ones.",
    ["approval.category"],
  ),
  "approval-field": entry("An approval names a field that does not exist, or that nobody edits.", "Take the suggestion of the message.", [
    "approval.editable",
    "approval.variables",
  ]),
  // conditions, rules, formulas, grants
  "unknown-condition-field": entry("A condition names a field that is not in the record.", "Name a field of the same record.", [
    "fields.showWhen",
    "fields.requiredWhen",
    "fields.changeableWhen",
    "editableWhen",
    "removableWhen",
    "details.writableWhen",
    "details.addableWhen",
    "details.enteredWhen",
    "actions.when",
    "reads.where",
    "rules.when",
    "rules.check",
  ]),
  "impossible-condition": entry(
    "A condition compares with a value that the field never has, or names a field that users do not write.",
    "Use one of the values that the message lists.",
    ["fields.showWhen", "fields.requiredWhen", "fields.changeableWhen", "actions.when", "ref.filter"],
  ),
  "pointless-alternatives": entry(
    "A list of conditions has one member, or one that is always met.",
    "Write the condition without a list, or add the other alternative.",
    ["fields.showWhen", "actions.when", "editableWhen", "removableWhen"],
  ),
  "condition-cycle": entry("Fields are shown only while each other has a value.", "Let one of them be shown without a condition.", [
    "fields.showWhen",
  ]),
  "unsupported-comparison": entry("The two sides of a comparison cannot be compared.", "Compare numbers with numbers, days with days.", [
    "comparison.gt",
    "comparison.ge",
    "comparison.lt",
    "comparison.le",
    "comparison.eq",
    "comparison.ne",
  ]),
  "pointless-rule": entry("A rule compares nothing.", "Add gt, ge, lt, le, eq or ne for a field.", ["rules.check"]),
  "unknown-formula-field": entry(
    "A formula names a field that is not in the record, or sums a field without lines.",
    'Name a field of the same record; a text is { text: "…" }.',
    ["formulas", "lines.formulas"],
  ),
  "unsupported-formula": entry(
    "Users write the field of a formula, it cannot store the result, or an operand does not fit.",
    "Add `readonly: true`, and use numbers for arithmetic.",
    ["formulas", "lines.formulas"],
  ),
  "formula-cycle": entry("Formulas need each other's values.", "Let one of the fields be entered.", ["formulas", "lines.formulas"]),
  "unknown-distinct-field": entry("`distinct` names no field of the lines.", "Name fields of these lines.", ["lines.distinct"]),
  "unknown-overlap-field": entry("`noOverlap` names no stored field.", "Name fields of the resource that have a column.", [
    "noOverlap.per",
    "noOverlap.from",
    "noOverlap.to",
  ]),
  "unsupported-overlap": entry(
    "The two ends of a range are not two numbers, days or moments, or a field of `per` has several values.",
    "Name two fields of one kind; compare fields with one value.",
    ["noOverlap.per", "noOverlap.from", "noOverlap.to"],
  ),
  "unknown-role": entry(
    "No role of a new installation has this alias.",
    "Name a `roleAlias` of the seed rows of roles, or add the role there.",
    ["grants"],
  ),
  "unknown-grant": entry(
    "A grant names a right that the resource does not have, or that only the platform's administrator holds.",
    "Name view, add, edit, delete, sensitive or one of its actions.",
    ["grants"],
  ),
  // values
  "unsupported-search": entry(
    "The kind cannot be searched this way, or the field is not stored.",
    "Use one of the searches of the kind, or take `search` out.",
    ["text.search", "integer.search", "ref.search", "date.search"],
  ),
  "unsupported-unique": entry(
    "The field cannot be part of a unique key.",
    "Use texts, codes, numbers, days or references that are stored.",
    ["text.unique", "unique"],
  ),
  "duplicate-option": entry(
    "A value appears twice among the options, or they mix numbers and texts.",
    "Give each option a value of its own.",
    ["choice.options"],
  ),
  "unknown-colour": entry("An option or a state has a colour that tags do not have.", "Take the suggestion of the message.", [
    "choice.options",
    "state.states",
  ]),
  "bad-limits": entry("`min` is greater than `max`, or an offered value is not one of the options.", "Exchange or correct the limits.", [
    "text.min",
    "text.max",
    "integer.min",
    "integer.max",
    "date.min",
    "date.max",
    "choice.offered",
  ]),
  "bad-pattern": entry("The pattern is not a regular expression.", "Correct it; backslashes are written twice in a text.", [
    "text.pattern",
  ]),
  "bad-default": entry(
    'The rules of the field do not allow its default, or it means "none" on the wire.',
    "Correct the default or the rule; for -1 add `min: -1`.",
    ["text.default", "integer.default", "choice.default"],
  ),
  "no-sample": entry(
    "Tests and demonstration rows cannot make a valid value: the pattern is too complicated, or no value fits the limits.",
    "Write the pattern as classes and counts such as ^[A-Z]{2}[0-9]{4}$, and make sure that the limits permit it.",
    ["text.pattern", "text.min", "text.max"],
  ),
  "no-json-schema": entry("JSON Schema cannot express the field, so no form could check it.", "Use options that JSON Schema knows."),
  "unsupported-form": entry(
    "The browser's checker does not know a keyword of the form's schema.",
    "Use other options, or teach src/schema/json-schema-subset.ts the keyword.",
  ),
  "unknown-repeated-field": entry("`confirms` names no password of the record.", "Name the password that this one repeats.", [
    "password.confirms",
  ]),
  "unknown-origin": entry("A field is composed of fields that the record does not have.", "Name fields of the record, or add them.", [
    "record.resourceField",
    "record.idField",
    "progress.isJob",
  ]),
  // the life cycle
  "duplicate-member": entry(
    "A word or a field appears twice in one place of a file, so that only the last one counts.",
    "Rename one, or take it out.",
    ["fields"],
  ),
  "same-label": entry("A note: two fields of a resource have the same label.", "Give them labels that tell them apart.", [
    "fields",
    "label",
  ]),
  "never-written": entry(
    "A note: a field is read-only, and no formula, number, action or code writes it.",
    "Give it one of these, or take `readonly` out.",
    ["fields.readonly"],
  ),
  "mutual-requirement": entry(
    "A note: rows of two resources need one of each other, so that neither can be added.",
    "Take `required` out of one of the references.",
    ["fields.required"],
  ),
  "unknown-state": entry("An action, an event, `initial` or `final` names a state that does not exist.", "Name one of the states.", [
    "state.initial",
    "state.final",
    "actions.from",
    "actions.to",
    "events.from",
    "events.to",
  ]),
  "duplicate-state": entry("Two states have the same value.", "Give each its own.", ["state.states"]),
  "several-life-cycles": entry("The resource has two fields of the kind state.", "Make one of them a choice that is read-only.", ["state"]),
  "no-life-cycle": entry(
    "An action or an event moves rows between states, and there is no state field.",
    "Add one, or use `when` and `set`.",
    ["actions.from", "actions.to", "events.from", "events.to"],
  ),
  "unknown-moment": entry(
    "`at` of an event is not a required datetime of the row, or the event does not lead from one state to another.",
    "Name a required datetime, one state in `from`, and one in `to`.",
    ["events.at"],
  ),
  "dead-end-state": entry(
    "Nothing leads out of a state that does not look like the end of a row.",
    "Add an action or an event from it, give it the colour of an end, or name it in `final`.",
    ["state.states"],
  ),
  "left-final-state": entry("Something leads out of a state that is named in `final`.", "Take it out of `final`.", ["state.final"]),
  "unreachable-state": entry("Nothing leads to a state.", "Add an action with `to`, or an event if the server moves rows there.", [
    "state.states",
  ]),
  // the resource
  "unknown-title": entry("`title` names no field.", "Name a field of the resource.", ["title"]),
  "unknown-date": entry(
    "`date` names no day or moment that every row has.",
    "Name one that is required or written by the server, such as createTime.",
    ["date"],
  ),
  "unknown-column": entry(
    "`defaultColumns` or `mainColumns` names something that cannot be a column there, names a field twice, or leaves the title out.",
    "Name each field once, in `defaultColumns` with the title among them.",
    ["defaultColumns", "mainColumns"],
  ),
  "unknown-sort": entry(
    "`defaultSort` names a field that the list cannot be sorted by, or `date` sets another order.",
    "Name a stored field that is `sortable`; leave one of the two words out.",
    ["defaultSort"],
  ),
  "unknown-gallery-field": entry(
    "`gallery` names a field that holds neither a file nor an icon.",
    "Name fields that hold pictures, files or icons.",
    ["gallery"],
  ),
  "unknown-shape": entry(
    "`shapes` asks for a shape that the list cannot have: it comes in no pages, has no life cycle, or the field is no day or division.",
    "Leave the shape out, or name a stored field that is a day, a moment or a division.",
    ["shapes"],
  ),
  "undated-rows": entry(
    "A resource with many rows and a life cycle has no day or moment by which its list is newest first.",
    "Add `createTime: createdAt()`, and name the date by which users know the rows.",
    ["date", "highVolume"],
  ),
  "unknown-section": entry("`sections` names no field.", "Name the field that the section begins with.", ["sections"]),
  "long-form": entry("A note: a form or a view with more than twelve fields has no headings.", "Add headings with `sections`.", [
    "sections",
    "fields",
  ]),
  "unknown-key": entry("`key` names no field.", "Name a field of the resource.", ["key"]),
  "unknown-tree-field": entry(
    "The tree has no field for the parent, or names one that does not exist.",
    "Add a `treeRef` to the own resource, or correct `tree`.",
    ["tree", "screen", "addChildLevel"],
  ),
  "unknown-unique-field": entry(
    "`unique`, an index or `upsertBy` names no suitable field.",
    "Name stored fields of the resource; for `upsertBy` a reference that is required, unique and createOnly.",
    ["unique", "indexes", "containsIndexes", "upsertBy"],
  ),
  "unfit-events": entry(
    "`eventsOf` names something whose rows could not be told in time, or not fast.",
    "Name a field with date and time, stored fields with an index that goes on with it, and resources with a history.",
    ["eventsOf", "indexes"],
  ),
  "sortable-without-index": entry(
    "Users could sort a table that grows without bound by a column without an index.",
    "Add the field to `indexes`, or take `sortable` out.",
    ["fields.sortable", "indexes", "unbounded"],
  ),
  "unknown-numbered-field": entry("`numbering` names no field.", "Name the field that holds the number.", ["numbering"]),
  "unknown-owner-field": entry("`ownRows` or `ofChannels` names no field.", "Name a field of the resource.", ["ownRows", "ofChannels"]),
  "channel-cycle": entry(
    "Resources take their channel from each other in a cycle.",
    "Take one resource out of `ofChannels`; the last must refer to a channel.",
    ["ofChannels"],
  ),
  "unknown-leading-screen": entry(
    "A link names no screen, or a field that the screen is not searched by.",
    "Name a screen and a field of it with `search`.",
    ["fields.leadsTo", "lines.rowLink"],
  ),
  "unknown-needed-filter": entry(
    "`listNeeds` names a field that is not searched by its value, or there is no list in pages.",
    'Name fields with search: "equal" or "in".',
    ["listNeeds"],
  ),
  "no-exported-list": entry("`exportPath` is the address of an export, and there is no list.", "Remove `exportPath`.", ["exportPath"]),
  "unusable-list-parameter": entry(
    "A parameter of `listParams` has the name of a field or one that lists use otherwise, has no values, stands for a field that is not stored, or there is no list.",
    "Give it a name of its own, values, and a stored field.",
    ["listParams"],
  ),
  "unknown-dialog-field": entry(
    "`shows` of an action names a field that does not exist, or the action has no row.",
    "Name fields of the row.",
    ["actions.shows"],
  ),
  "unknown-locked-field": entry(
    "`lockFirst` names a field that does not refer to one row of a table.",
    "Name a reference to the row that these rows are changed together with.",
    ["lockFirst"],
  ),
  "unknown-list-read": entry(
    "A word names a read that does not exist, or that takes other parameters.",
    "Declare it under `reads`, or correct the name.",
    ["listRead", "attributes.read", "attributes.initialValues"],
  ),
  "unknown-tree-filter": entry("`treeFilter` names no field.", "Name a field that refers to a tree.", ["treeFilter"]),
  "unsupported-tree-filter": entry(
    "The field of `treeFilter` refers to no tree that can be read, or the list is not searched by it.",
    'Refer to a tree with the read `tree`, and say search: "equal".',
    ["treeFilter"],
  ),
  "unknown-details": entry("`details` or `related` names a resource that does not exist.", "Correct the name, or write the resource.", [
    "details.resource",
    "related.resource",
  ]),
  "unknown-details-field": entry(
    "`by` of `details` or `related`, or `with` or `shows` of `details`, names no field, or one that refers to something else.",
    "Name the field of these rows that refers to this resource; in `shows` one of its own.",
    ["details.by", "details.with", "details.shows", "related.by"],
  ),
  "unknown-details-read": entry("`read` of `details` names no read of the lines.", "Declare it under the `reads` of the lines.", [
    "details.read",
  ]),
  "unknown-quick-find": entry(
    "`quickFind` names a field that cannot be searched by typed text, or shows one that the list does not have.",
    "Name stored codes, texts or phone numbers, of rows that refer to this resource; show fields of the list.",
    ["quickFind"],
  ),
  "unknown-total": entry("A sum of `totals` names no stored number, or there is no paged list.", "Name a stored number of the list.", [
    "totals",
  ]),
  "unknown-chart": entry(
    "A chart groups by a field that has no groups or by a state that changes as time passes, sums no stored number, names a field that its list does not answer, or the resource has no list.",
    "Group by a stored choice, reference, division, text or day of the list, for a map by a division; sum stored numbers of the list.",
    ["charts"],
  ),
  "no-details": entry(
    "An action needs details, or `related` needs details or a page of the record, and there are none.",
    "Declare `details`, or take `needsDetails` or `related` out.",
    ["actions.needsDetails", "related"],
  ),
  "no-record-page": entry(
    "`record` asks for a page, and the resource has no call that reads one record, no list that the page could be below, or no button to view it.",
    'Add the call `detail`, a screen with a list and its button to view, or say record: "dialog".',
    ["record"],
  ),
  "unusable-by-submit": entry(
    "An action with `bySubmit` has inputs or code, or leads to no state.",
    "Give the action `to`, without `ask`, `params`, code or an approval of it or of saving, or remove `bySubmit`.",
    ["actions.bySubmit"],
  ),
  "contradictory-calls": entry(
    "A screen or a button has no call, a read is open and needs a key, or an exported read has no code of its own.",
    "Add the call, or remove the word that needs it.",
    ["calls", "buttons", "screen", "reads.open", "reads.exported", "effects.requiredFor"],
  ),
  // reads and actions
  "unknown-read-field": entry(
    "A read names a field that does not exist.",
    'Name a field of the resource, or describe a parameter that its code handles; "ignored" is for parameters without effect.',
    ["reads.params", "reads.fields", "reads.includeNull"],
  ),
  "unknown-parameter": entry("`needs` names no parameter of the read.", "Name one of its `params`.", ["reads.needs"]),
  "unknown-permission": entry("A read needs a key that the resource does not have.", "Name the key of a common call or of an action.", [
    "reads.permission",
  ]),
  "unknown-asked-field": entry(
    "An action asks for or sends a field that does not exist.",
    "Name a field of the resource, or declare it under `params`.",
    ["actions.ask", "actions.idField", "actions.submits", "actions.with", "actions.path"],
  ),
  "duplicate-parameter": entry("An action would send two values under one name.", "Rename one.", ["actions.params", "actions.trees.lists"]),
  "secret-in-address": entry("A password would be sent in an address, which logs store.", 'Leave `send` out, or set it to "body".', [
    "actions.send",
  ]),
  "unknown-set-field": entry("`set` names no field.", "Name a field of the resource.", ["actions.set"]),
  "bad-set-value": entry(
    "`set` writes a value that the field does not permit.",
    'Use a value of the field, "@now", "@user", "@state", or null.',
    ["actions.set"],
  ),
  "unknown-opened": entry(
    "`opens` names nothing that can be opened, or passes values that it does not accept.",
    'Name a resource, or "child" of a tree.',
    ["actions.opens", "actions.suggest", "actions.with"],
  ),
  "unknown-tree-read": entry(
    "The trees of an action name a read that does not exist or does not accept the ids.",
    "Write <resource>.<read>, and add the parameter to it.",
    ["actions.trees.offered", "actions.trees.held"],
  ),
  "contradictory-trees": entry(
    "The lists of trees are the whole body of a POST on a selection, but other words of the action contradict this.",
    'Use on: "selection", and remove `ask`, `params`, `submits`, `opens` and `method`.',
    ["actions.trees"],
  ),
  "contradictory-dialog": entry(
    "An action shows a dialog of its own and would also make a call, or has a row button without a row.",
    "Remove the words in the message.",
    ["actions.dialog", "actions.inRows", "actions.with"],
  ),
  "bad-rename": entry("`renamedFrom` names a field that still exists, or one that two fields claim.", "Name the one earlier name.", [
    "fields.renamedFrom",
  ]),
  "missing-computation": entry(
    "A computed field has no code that computes it.",
    "Scaffold it with npm run new-handler -- <resource>.afterRead, or use a formula.",
    ["fields.computed"],
  ),
  "missing-handler": entry(
    "A note: an action or a read has no code yet; its call answers 501 and it has no button.",
    "Scaffold it with npm run new-handler -- <resource>.<name>.",
    ["actions.handler", "actions.effect", "reads.shape"],
  ),
  "missing-effect": entry(
    "A note: no server code implements a declared effect.",
    "Write it, and list it in the `effects` of its area's code.",
    ["effects"],
  ),
  "unknown-handler": entry(
    "The server has code for a read, an action or an effect that no definition declares.",
    "Declare it, or take the code out.",
    ["reads", "actions", "effects"],
  ),
  // other back-ends
  dialect: entry(
    "A dialect (src/schema/dialects) has a name that no definition has, or omits a read or an action.",
    'Correct the name, or write "same" or "absent".',
  ),
  // the menu
  "area-name": entry("An area has another name than its folder.", "Rename one of the two.", ["area.name"]),
  "missing-area": entry("The folder of a resource with a screen has no area.ts.", "Write it with `defineArea`.", ["area.name", "screen"]),
  "duplicate-area": entry("Two folders have an area of the same name.", "Give each its own.", ["area.name"]),
  "menu-without-screen": entry("An area orders a screen, or has an icon for one, that is not its own.", "Take it out.", [
    "area.order",
    "area.icons",
  ]),
  "missing-page": entry(
    "There is no hand-written page or dialog of this name.",
    "Write it in src/admin/pages or src/admin/dialogs, or use a generated screen.",
    ["screen", "actions.dialog"],
  ),
  "unknown-icon": entry("There is no icon of this name.", "src/admin/ui/icons/names.ts lists the names.", ["area.icon", "area.icons"]),
  // seed rows
  "unknown-seed-field": entry("A seed row has a field that the resource does not have.", "Name a field of the resource.", ["seed"]),
  "bad-seed-value": entry(
    "The rules of a field, or a rule of the resource, refuse the value of a seed row, or a required one is missing.",
    "Correct the value.",
    ["seed", "rules"],
  ),
  "seed-conflict": entry(
    "Two seed rows have the same unique values, or ranges that overlap.",
    "Change one of the two rows, or take one out.",
    ["seed", "unique", "noOverlap"],
  ),
  "unknown-seed-reference": entry(
    "A seed row refers to a row that no seed has.",
    "Write the title, the code or the id of a seed row of the target.",
    ["seed"],
  ),
} as const satisfies Readonly<Record<string, FindingCodeEntry>>;

export type FindingCode = keyof typeof findingCodes;
