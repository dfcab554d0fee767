// Methods of Kysely that take a column by its table and name, with types that are the same to whoever calls them and far cheaper to check:
// the table and the field are inferred from the text. Kysely's own make the checker try every column of every joined table with every other
// one. They stay behind these and answer what these do not take, errors included.
import type {
  ComparisonOperator,
  ComparisonOperatorExpression,
  ExpressionWrapper,
  SelectType,
  SqlBool,
  ValueExpressionOrList,
} from "kysely";

/** What the field is compared with. */
type Operand<DB, TB extends keyof DB, Column> = ValueExpressionOrList<DB, TB, SelectType<Column> | null>;

/** `table.field` or `table.field as name`, where there is this field. */
type Selected<DB, TB extends keyof DB, S extends string> = S extends `${infer T}.${infer C} as ${string}`
  ? T extends TB
    ? C extends keyof DB[T]
      ? S
      : never
    : never
  : S extends `${infer T}.${infer C}`
    ? T extends TB
      ? C extends keyof DB[T]
        ? S
        : never
      : never
    : never;

type NameIn<S extends string> = S extends `${string} as ${infer Name}` ? Name : S extends `${string}.${infer Field}` ? Field : never;
type ColumnIn<DB, S extends string> = S extends `${infer T}.${infer C} as ${string}`
  ? DB[T & keyof DB][C & keyof DB[T & keyof DB]]
  : S extends `${infer T}.${infer C}`
    ? DB[T & keyof DB][C & keyof DB[T & keyof DB]]
    : never;
/** What a row has of the selected columns. */
type RowIn<DB, S extends string> = { [One in S as NameIn<One>]: SelectType<ColumnIn<DB, One>> };

declare module "kysely" {
  interface SelectQueryBuilder<DB, TB extends keyof DB, O> {
    where<T extends TB & string, C extends keyof DB[T] & string, V extends Operand<DB, TB, DB[T][C]>>(
      column: `${T}.${C}`,
      operator: ComparisonOperatorExpression,
      value: V,
    ): SelectQueryBuilder<DB, TB, O>;
    select<S extends string>(columns: readonly (S & Selected<DB, TB, S>)[]): SelectQueryBuilder<DB, TB, O & RowIn<DB, S>>;
    select<S extends string>(column: S & Selected<DB, TB, S>): SelectQueryBuilder<DB, TB, O & RowIn<DB, S>>;
  }

  interface UpdateQueryBuilder<DB, UT extends keyof DB, TB extends keyof DB, O> {
    where<T extends TB & string, C extends keyof DB[T] & string, V extends Operand<DB, TB, DB[T][C]>>(
      column: `${T}.${C}`,
      operator: ComparisonOperatorExpression,
      value: V,
    ): UpdateQueryBuilder<DB, UT, TB, O>;
  }

  interface DeleteQueryBuilder<DB, TB extends keyof DB, O> {
    where<T extends TB & string, C extends keyof DB[T] & string, V extends Operand<DB, TB, DB[T][C]>>(
      column: `${T}.${C}`,
      operator: ComparisonOperatorExpression,
      value: V,
    ): DeleteQueryBuilder<DB, TB, O>;
  }

  interface JoinBuilder<DB, TB extends keyof DB> {
    on<T extends TB & string, C extends keyof DB[T] & string, V extends Operand<DB, TB, DB[T][C]>>(
      column: `${T}.${C}`,
      operator: ComparisonOperatorExpression,
      value: V,
    ): JoinBuilder<DB, TB>;
  }

  interface ExpressionBuilder<DB, TB extends keyof DB> {
    <T extends TB & string, C extends keyof DB[T] & string, V extends Operand<DB, TB, DB[T][C]>>(
      column: `${T}.${C}`,
      operator: ComparisonOperator,
      value: V,
    ): ExpressionWrapper<DB, TB, SqlBool>;
    ref<T extends TB & string, C extends keyof DB[T] & string>(reference: `${T}.${C}`): ExpressionWrapper<DB, TB, SelectType<DB[T][C]>>;
  }
}
