// Starts users: identity numbers are sealed.
import type { Domain } from '../../kernel/domain.ts'
import { sealedColumn } from '../../kernel/sealed/sealed-column.ts'
import { idCardOfReal, idCardOfUser } from './user/id-card.service.ts'

export const people: Domain = {
  sealed: [sealedColumn(idCardOfUser), sealedColumn(idCardOfReal)],
}
