// Exports a bank as a sheet or in another format, and sends the empty import template.
import type { FileReply, Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { qu } from '@shuyuan/contract/qu/qu.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { streamSheet, writeSheets, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { mustFindRepo } from '../../repo/repo.service.ts'
import { levelsOf } from '../bank/level.service.ts'
import { questionsOf } from './bank-rows.service.ts'
import { exportAs } from './export-format.service.ts'
import { type LevelNames, sheetColumns } from '../exchange/sheet/sheet-columns.format.ts'
import { formatQuestion, layOut } from '../exchange/sheet/sheet-write.format.ts'
import { exampleRows, guide, GUIDE } from '../exchange/sheet/sheet-guide.format.ts'

const TEMPLATE_OPTIONS = 8

/** The bank as a sheet that imports to the same questions, or in another format. Fails notFound. */
export async function exportQuestions(ctx: Ctx, { repoId, format }: Input<typeof qu.export>): Promise<FileReply> {
  const repo = await mustFindRepo(ctx, repoId)
  if (format !== 'xlsx') return exportAs(ctx, repo, format)
  const levels = await levelsOf(ctx)
  const columns = sheetColumns(Math.max(TEMPLATE_OPTIONS, await widest(ctx, repoId)), levels)
  const headers = columns.map((column) => column.header)
  const name = repo.title.replaceAll(/[\\/:*?"<>|]/g, '_')
  return { name: `${name}.xlsx`, type: xlsxType, body: streamSheet('试题', columns, rowsOf(ctx, repoId, headers, levels)) }
}

async function* rowsOf(ctx: Ctx, repoId: string, headers: string[], levels: LevelNames) {
  let number = 0
  for await (const portion of questionsOf(ctx, repoId)) {
    for (const question of portion) {
      number += 1
      for (const cells of formatQuestion(question, number, levels)) yield* layOut(cells, headers)
    }
  }
}

/** The number of option columns that the bank needs. */
async function widest({ db }: Ctx, repoId: string): Promise<number> {
  const { rows } = await sql<{ most: number | null }>`
    select max(greatest(
      jsonb_array_length(part->'options'),
      case jsonb_array_length(part->'left') when 0 then 0 else jsonb_array_length(part->'left') + jsonb_array_length(part->'right') - 1 end
    )) as most
    from qu cross join lateral (select body as part union all select jsonb_array_elements(body->'subs')) parts
    where repo_id = ${repoId} and not deleted`.execute(db)
  return rows[0]?.most ?? 0
}

export async function questionTemplate(ctx: Ctx): Promise<FileReply> {
  const columns = sheetColumns(TEMPLATE_OPTIONS, await levelsOf(ctx))
  const headers = columns.map((column) => column.header)
  const body = await writeSheets([
    { name: '试题', columns, rows: exampleRows.flatMap((cells) => layOut(cells, headers)) },
    {
      name: GUIDE,
      columns: [
        { header: '项目', width: 16 },
        { header: '说明', width: 100 },
      ],
      rows: guide,
    },
  ])
  return { name: '试题导入模板.xlsx', type: xlsxType, body }
}
