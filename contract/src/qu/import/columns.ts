// The columns of a sheet of questions: what a column may hold, and what the server asks when it does not know a heading.
import * as z from '../../kernel/z.ts'
import { QuType } from '../content.ts'

/** What a column holds. `option`: one option, in the order of the columns; `options`: all options in one cell. */
export const sheetFieldText = {
  type: '题型',
  stem: '题干',
  option: '选项',
  options: '全部选项',
  answer: '答案',
  analysis: '解析',
  level: '难度',
  chapter: '章节',
  rule: '评分规则',
  number: '序号',
  parent: '父题序号',
  none: '不导入',
} as const
export type SheetField = keyof typeof sheetFieldText
export const sheetFields = Object.keys(sheetFieldText) as SheetField[]
/** Fields that several columns may have. */
export const isRepeatable = (field: SheetField) => field === 'option' || field === 'none'
/** Without these a sheet cannot be read. */
export const neededFields: readonly SheetField[] = ['stem', 'answer']

/** Types that all rows of a sheet without a column of types may have; a composite needs rows of its parts. */
export const rowTypes = Object.values(QuType)
  .filter((one) => one !== QuType.composite)
  .map(String) as [string, ...string[]]

/** Columns of a sheet in an import; more are not read. */
export const MAX_COLUMNS = 80

/** The fields of a sheet's columns from the first on, as one text: `type,stem,option,option,answer,none`. Empty: by their headings. */
export const ColumnFields = z
  .string()
  .max(1_000)
  .regex(new RegExp(`^(?:(?:${sheetFields.join('|')})(?:,(?:${sheetFields.join('|')})){0,${MAX_COLUMNS - 1}})?$`))
  .meta({ title: '各列的内容' })

/** The columns of a sheet, with what the server takes each for. */
export const SheetHead = z.object({
  columns: z.array(
    z.object({
      /** the heading; empty where the sheet has none */
      name: z.string(),
      /** cells of the first rows */
      samples: z.array(z.string()),
      field: z.enum(sheetFields as [SheetField, ...SheetField[]]),
      /** why: its name; a choice made earlier, by this person or by another; nothing */
      from: z.enum(['name', 'mine', 'site', 'nothing']),
    }),
  ),
  /** the number of rows below the headings */
  rows: z.int(),
  /** the first row looks like a question, so that the sheet may have no headings */
  firstIsQuestion: z.boolean(),
})
export type SheetHead = z.infer<typeof SheetHead>
