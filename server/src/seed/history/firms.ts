// Two firms beside the hotels, each a branch of the departments with learners, a teacher and a head, so that data scopes differ; and their banks.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { makeDepart } from '../../domains/people/org/depart.factory.ts'
import { rootDepart } from '../../domains/people/org/depart.service.ts'
import { makeHotel } from '../../domains/people/hotel/hotel.factory.ts'
import { makeUser } from '../../domains/people/user/user.factory.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { addBank } from '../demo-banks.ts'
import { learnerName } from '../demo-steps.ts'
import { tradeBanks } from '../questions/trade-banks.ts'
import { firms } from './firm-people.ts'

/** The learners of the hotels have the accounts up to this number. */
const HOTEL_LEARNERS = 50

export async function addFirms({ db }: Ctx): Promise<void> {
  const root = await rootDepart(db)
  // one hash for all: they have the password of the other learners
  const { passwordHash } = await db
    .selectFrom('sysUser')
    .where('userName', '=', learnerName(1))
    .select('passwordHash')
    .executeTakeFirstOrThrow()
  let number = HOTEL_LEARNERS
  for (const { title, unit, teams, staff } of firms) {
    await makeHotel(db, unit)
    const firmCode = await makeDepart(db, root.deptCode, title)
    for (const one of staff) await makeUser(db, { ...one, roleType: RoleType.staff, deptCode: firmCode, passwordHash, hotel: false })
    for (const [team, names] of Object.entries(teams)) {
      const deptCode = await makeDepart(db, firmCode, team)
      for (const realName of names) {
        number++
        const mobile = `1380000${String(1000 + number)}`
        await makeUser(db, { userName: learnerName(number), realName, mobile, roles: ['学员'], deptCode, passwordHash, hotel: unit })
      }
    }
  }
}

export async function addTradeBanks(ctx: Ctx): Promise<void> {
  for (const bank of tradeBanks) await addBank(ctx, bank)
}
