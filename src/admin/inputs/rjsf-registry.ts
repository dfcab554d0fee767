// The props that a part of @rjsf/antd gets in addition to its value. Search panels and cells render such parts without an rjsf form, and
// the parts we use read only the context of a registry; any other access throws.
import type { Registry, TemplatesType } from "@rjsf/utils";

const refuse = (): never => {
  throw new Error("an input of @rjsf/antd asks for a part of rjsf that is not there: src/admin/inputs/rjsf-registry.ts");
};

const templates: TemplatesType = {
  ArrayFieldTemplate: refuse,
  ArrayFieldDescriptionTemplate: refuse,
  ArrayFieldItemButtonsTemplate: refuse,
  ArrayFieldItemTemplate: refuse,
  ArrayFieldTitleTemplate: refuse,
  BaseInputTemplate: refuse,
  CyclicSchemaExpandTemplate: refuse,
  DescriptionFieldTemplate: refuse,
  ErrorListTemplate: refuse,
  FallbackFieldTemplate: refuse,
  FieldErrorTemplate: refuse,
  FieldHelpTemplate: refuse,
  FieldTemplate: refuse,
  GridTemplate: refuse,
  MultiSchemaFieldTemplate: refuse,
  ObjectFieldTemplate: refuse,
  OptionalDataControlsTemplate: refuse,
  TitleFieldTemplate: refuse,
  UnsupportedFieldTemplate: refuse,
  WrapIfAdditionalTemplate: refuse,
  ButtonTemplates: {
    SubmitButton: refuse,
    AddButton: refuse,
    CopyButton: refuse,
    MoveDownButton: refuse,
    MoveUpButton: refuse,
    RemoveButton: refuse,
    ClearButton: refuse,
  },
};

export const registry: Registry = {
  fields: {},
  widgets: {},
  templates,
  formContext: {},
  rootSchema: {},
  schemaUtils: {
    getRootSchema: refuse,
    getValidator: refuse,
    doesSchemaUtilsDiffer: refuse,
    findFieldInSchema: refuse,
    findSelectedOptionInXxxOf: refuse,
    getDefaultFormState: refuse,
    getDisplayLabel: refuse,
    getClosestMatchingOption: refuse,
    getFirstMatchingOption: refuse,
    getFromSchema: refuse,
    isFilesArray: refuse,
    isMultiSelect: refuse,
    isSelect: refuse,
    omitExtraData: refuse,
    retrieveSchema: refuse,
    sanitizeDataForNewSchema: refuse,
    toPathSchema: refuse,
  },
  translateString: refuse,
  globalFormOptions: { idPrefix: "", idSeparator: "_" },
};
