// PostgreSQL as Kysely writes it, with lists that may be empty: `in ()` is no SQL, and a filter that matches nothing is no fault.
import {
  type BinaryOperationNode,
  type OperationNode,
  OperatorNode,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ValueListNode,
} from 'kysely'

const isEmptyList = (node: OperationNode) => (PrimitiveValueListNode.is(node) || ValueListNode.is(node)) && node.values.length === 0

class Compiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator: operation, rightOperand } = node
    if (!OperatorNode.is(operation) || !isEmptyList(rightOperand)) return super.visitBinaryOperation(node)
    if (operation.operator === 'in') this.append('false')
    else if (operation.operator === 'not in') this.append('true')
    else super.visitBinaryOperation(node)
  }
}

export class Dialect extends PostgresDialect {
  override createQueryCompiler() {
    return new Compiler()
  }
}
