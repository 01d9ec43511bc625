// The people of a learning path as a sheet: how far they are, and what they have done.
import type { FileReply, Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import type { pathStat } from '@shuyuan/contract/path/stat.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type SheetCell, type SheetColumn, streamSheet, xlsxType } from '../../kernel/sheet/spreadsheet.ts'
import { percentOf } from './path.rules.ts'
import { cellsOf, itemsOf, mustFindPath, nextPeople, type PathFilters, type PathItems } from './stat.service.ts'

const PORTION = 1_000
const fixed: SheetColumn[] = [
  { header: '姓名' },
  { header: '账号' },
  { header: '部门', width: 20 },
  { header: '进度（%）', kind: 'number' },
  { header: '开始时间', kind: 'time', width: 20 },
  { header: '截止时间', kind: 'time', width: 20 },
  { header: '完成时间', kind: 'time', width: 20 },
]

/** Fails notFound before the first byte. */
export async function exportPath(ctx: Ctx, { id, ...filters }: Input<(typeof pathStat)['export']>): Promise<FileReply> {
  const path = await mustFindPath(ctx, id)
  const items = await itemsOf(ctx, id, path.days)
  const columns = [...fixed, ...items.map(({ stage, title }) => ({ header: `${stage} · ${title}`, width: 20 }))]
  return {
    name: `${path.title}_培养名单_${toWallClock(ctx.now).slice(0, 10)}.xlsx`,
    type: xlsxType,
    body: streamSheet('培养名单', columns, rowsOf(ctx, id, filters, items)),
  }
}

async function* rowsOf(ctx: Ctx, id: string, filters: PathFilters, items: PathItems): AsyncGenerator<SheetCell[]> {
  for (let after = '0'; ;) {
    const people = await nextPeople(ctx, id, filters, { after, most: PORTION })
    const cells = await cellsOf(ctx, id, people, items)
    for (const one of people) {
      const own = cells.get(one.id) ?? {}
      yield [
        one.realName,
        one.userName,
        one.deptName,
        percentOf(one),
        one.startTime,
        one.dueTime ?? '',
        one.finishTime ?? '',
        ...items.map((_item, at) => (own[at] === 'done' ? '已完成' : own[at] === 'overdue' ? '已逾期' : '')),
      ]
    }
    if (people.length < PORTION) return
    after = people.at(-1)?.id ?? after
  }
}
