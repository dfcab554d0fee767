// Two methods of Kysely with types that are the same to whoever calls them, and far cheaper to check. Kysely's own make the checker try every
// column of every joined table with every other one, where a reference is passed on to a function or a join compares with a constant. They stay
// behind these and answer what these do not take, errors included.
import type { ComparisonOperatorExpression, ExpressionWrapper, OperandValueExpressionOrList, SelectType, StringReference } from "kysely";

declare module "kysely" {
  interface JoinBuilder<DB, TB extends keyof DB> {
    on<RE extends StringReference<DB, TB>, VE extends OperandValueExpressionOrList<DB, TB, RE>>(
      lhs: RE,
      op: ComparisonOperatorExpression,
      rhs: VE,
    ): JoinBuilder<DB, TB>;
  }

  interface ExpressionBuilder<DB, TB extends keyof DB> {
    ref<T extends TB & string, C extends keyof DB[T] & string>(reference: `${T}.${C}`): ExpressionWrapper<DB, TB, SelectType<DB[T][C]>>;
  }
}
