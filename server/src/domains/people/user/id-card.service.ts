// Identity numbers: sealed in the database, found by their fingerprint.
import type { App } from '../../../kernel/ctx.ts'
import { openValue, type SealedColumn, sealValue } from '../../../kernel/sealed/sealed-column.ts'

const print = { column: 'id_card_print', context: 'id_card' }
export const idCardOfUser: SealedColumn = { table: 'sys_user', column: 'id_card', print }
export const idCardOfReal: SealedColumn = { table: 'sys_real', column: 'id_card', print }

/** The fingerprint by which a number is found; '' without one. */
export const idCardPrint = ({ seal }: Pick<App, 'seal'>, idCard: string) => (idCard === '' ? '' : seal.fingerprint(idCard, print.context))

/** The columns of a number in the row `id`. */
export const sealedIdCard = (app: Pick<App, 'seal'>, place: SealedColumn, id: string, idCard: string) => ({
  idCard: sealValue(app.seal, place, id, idCard),
  idCardPrint: idCardPrint(app, idCard),
})

/** The number of the row `id`. */
export const openIdCard = ({ seal }: Pick<App, 'seal'>, place: SealedColumn, id: string, stored: string) =>
  openValue(seal, place, id, stored)
