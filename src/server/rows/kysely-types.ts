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

declare module "kysely" {
  interface SelectQueryBuilder<DB, TB extends keyof DB, O> {
    where<T extends TB & string, C extends keyof DB[T] & string, V extends Operand<DB, TB, DB[T][C]>>(
      column: `${T}.${C}`,
      operator: ComparisonOperatorExpression,
      value: V,
    ): SelectQueryBuilder<DB, TB, O>;
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
