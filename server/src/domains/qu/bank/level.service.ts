// The levels of difficulty of a site: up to five codes, named by the dictionary qu_level.
import { levelText, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { failField } from '../../../kernel/fail.ts'
import { dictText } from '../../site/setting/dic.service.ts'

const codes = new Set<number>(Object.values(QuLevel))

/** Code and name of each level, in the order of the dictionary. */
export async function levelsOf(ctx: Pick<Ctx, 'db'>): Promise<[code: number, name: string][]> {
  const names = await dictText(ctx, 'qu_level')
  const found = [...names].map(([value, title]): [number, string] => [Number(value), title]).filter(([code]) => codes.has(code))
  // a question cannot do without a level
  return found.length > 0 ? found : [[QuLevel.normal, levelText[QuLevel.normal]]]
}

/** Fails at `level` for one that the dictionary lacks, unless the question `id` has it already. */
export async function mustHaveLevel(ctx: Ctx, level: number, id?: string): Promise<void> {
  const levels = await levelsOf(ctx)
  if (levels.some(([code]) => code === level)) return
  const stored = id === undefined ? undefined : await ctx.db.selectFrom('qu').where('id', '=', id).select('level').executeTakeFirst()
  if (stored?.level !== level) failField('level', say('levelGone'))
}
