// Exports a bank as a sheet or in another format, and sends the empty import template.
import type { FileReply, Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { qu } from '@shuyuan/contract/qu/qu.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { asksEnglish } from '../../../kernel/localized.ts'
import { type SheetColumn, streamSheet, writeSheets, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { mustFindRepo } from '../../repo/repo.service.ts'
import { levelsOf } from '../bank/level.service.ts'
import { questionsOf } from './bank-rows.service.ts'
import { exportAs } from './export-format.service.ts'
import { deliveredLevels, type LevelNames, sheetColumns, typeNames } from '../exchange/sheet/sheet-columns.format.ts'
import { formatQuestion, layOut } from '../exchange/sheet/sheet-write.format.ts'
import { exampleRowsEn, GUIDE_EN, guideEn } from '../exchange/sheet/sheet-guide-english.format.ts'
import { exampleRows, guide, GUIDE } from '../exchange/sheet/sheet-guide.format.ts'
import { headingEn, levelNamesEn, typeNamesEn } from '../exchange/sheet/sheet-words.format.ts'

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

/** The template in the language of the request; both are read. */
export async function questionTemplate(ctx: Ctx): Promise<FileReply> {
  const columns = sheetColumns(TEMPLATE_OPTIONS, await levelsOf(ctx))
  const headers = columns.map((column) => column.header)
  const isEnglish = asksEnglish(ctx)
  const words = isEnglish
    ? { rows: exampleRowsEn, guide: guideEn, names: ['Questions', GUIDE_EN, 'Item', 'Explanation'], file: 'question-import-template.xlsx' }
    : { rows: exampleRows, guide, names: ['试题', GUIDE, '项目', '说明'], file: '试题导入模板.xlsx' }
  const [name = '', guideName = '', item = '', explanation = ''] = words.names
  const body = await writeSheets([
    { name, columns: isEnglish ? columns.map(inEnglish) : columns, rows: words.rows.flatMap((cells) => layOut(cells, headers)) },
    {
      name: guideName,
      columns: [
        { header: item, width: 22 },
        { header: explanation, width: 100 },
      ],
      rows: words.guide,
    },
  ])
  return { name: words.file, type: xlsxType, body }
}

/** A column with its English heading and choices; names of the dictionary that are no delivered ones stay. */
function inEnglish({ header, choices, ...column }: SheetColumn): SheetColumn {
  const words = new Map([
    ...typeNames.map(([code, name]): [string, string] => [name, typeNamesEn[code] ?? name]),
    ...deliveredLevels.map(([code, name]): [string, string] => [name, levelNamesEn[code] ?? name]),
  ])
  return { ...column, header: headingEn(header), ...(choices ? { choices: choices.map((one) => words.get(one) ?? one) } : {}) }
}
