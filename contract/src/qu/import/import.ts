// Question import in three steps: a file is read into staged rows, which are reviewed and corrected, then committed.
import { say } from '../qu.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import * as z from '../../kernel/z.ts'
import { command, download, endpoints, fileReply, hot, query, upload } from '../../kernel/endpoint.ts'
import { code, id, moment, pageOf, paging } from '../../kernel/field.ts'
import { SheetProblem } from '../../kernel/import.ts'
import { QuestionBody } from '../content.ts'
import { levelText, quTypeText } from '../qu.ts'
import { ColumnFields, rowTypes, SheetHead } from './columns.ts'

export const importFormat = {
  xlsx: 'Excel',
  docx: 'Word',
  gift: 'GIFT',
  aiken: 'Aiken',
  moodle: 'Moodle XML',
  qti: 'QTI',
  h5p: 'H5P',
  anki: 'Anki',
  markdown: 'Markdown',
  respondus: 'Respondus',
  examview: 'ExamView',
  /** made of a material by the assistant */
  model: '智能出题',
} as const
export const importState = { waiting: '待确认', committed: '已导入', dropped: '已放弃' } as const
const importId = id('导入')
const row = z.int32().min(1)
const importFormatCode = z.enum(Object.keys(importFormat) as [keyof typeof importFormat])
/** Characters of pasted text. */
export const MAX_PASTED = 100_000
/** Questions of pasted text that the preview shows. */
export const MAX_PREVIEWED = 200
const PastedText = z
  .string()
  .min(1, encoded(say('pastedEmpty')))
  .max(MAX_PASTED, encoded(say('pastedTooLong', { max: MAX_PASTED })))
  .meta({ title: '试题文字' })

/** Where a generated question comes from. `page` 0: the material has no pages; `quote` stands in the material. */
export const StagedOrigin = z.object({ title: z.string(), page: z.int(), quote: z.string() })
export type StagedOrigin = z.infer<typeof StagedOrigin>

const Staging = z.object({
  id: importId,
  repoId: z.string(),
  repoId_dictText: z.string().meta({ title: '题库' }),
  fileName: z.string().meta({ title: '文件' }),
  format: importFormatCode,
  state: z.enum(Object.keys(importState) as [keyof typeof importState]),
  total: z.int().meta({ title: '试题数' }),
  wrong: z.int().meta({ title: '有误' }),
  duplicated: z.int().meta({ title: '重复' }),
  chosen: z.int().meta({ title: '将导入' }),
  /** content of the file that the bank cannot store */
  notes: z.array(z.string()),
  createTime: moment('上传时间'),
})

const StagedRow = z.object({
  row,
  quType: code('题型', quTypeText),
  level: code('难度', levelText),
  chapter: z.string().meta({ title: '章节' }),
  tags: z.array(z.string()),
  title: z.string().meta({ title: '题干' }),
  problems: z.array(SheetProblem),
  hasError: z.boolean(),
  /** an identical question of the bank; else empty */
  duplicateOf: z.string(),
  /** an identical earlier row of the file, which is imported instead; else null */
  duplicateRow: z.int().nullable(),
  chosen: z.boolean(),
  /** of a generated question; else null */
  origin: StagedOrigin.nullable(),
})

export const quImport = endpoints('qu/import', {
  stage: upload({
    title: '上传试题文件',
    permit: 'qu:import',
    slow: true,
    input: z.object({
      repoId: id('题库'),
      progressKey: z.string().max(64).default(''),
      /** answers with the columns of a sheet, and stages nothing, where a heading is not known */
      ask: z.stringbool().default(false),
      /** the answer to that; it is kept for the caller's next sheets with the same headings */
      columns: ColumnFields.default(''),
      /** with `columns`: the first row is a question, not the headings */
      headless: z.stringbool().default(false),
      /** with `columns` without one of the types: the type of all rows; empty: by the options and the answer of each */
      type: z.enum(rowTypes).or(z.literal('')).default('').meta({ title: '题型' }),
    }),
    /** `id` is empty where `ask` is given */
    output: z.object({ id: z.string(), ask: SheetHead.nullable() }),
  }),
  'stage-text': command({
    title: '粘贴试题文字',
    permit: 'qu:import',
    slow: true,
    input: z.object({ repoId: id('题库'), text: PastedText }),
    output: z.object({ id: z.string() }),
  }),
  'preview-text': hot({
    title: '预览粘贴的试题',
    permit: 'qu:import',
    rate: { by: 'user', max: 60, seconds: 60 },
    input: z.object({ text: PastedText }),
    output: z.object({
      format: importFormatCode,
      total: z.int(),
      wrong: z.int(),
      notes: z.array(z.string()),
      /** the first ones */
      questions: z.array(
        StagedRow.pick({
          row: true,
          quType: true,
          level: true,
          chapter: true,
          tags: true,
          title: true,
          problems: true,
          hasError: true,
        }).extend({
          /** the line of the text where it begins, from 1 */
          line: z.int(),
          body: QuestionBody,
        }),
      ),
    }),
  }),
  detail: query({ title: '导入详情', permit: 'qu:import', input: z.object({ id: importId }), output: Staging }),
  waiting: query({
    title: '待确认的导入',
    permit: 'qu:import',
    input: z.object({ repoId: id('题库').optional() }),
    output: z.array(Staging),
  }),
  paging: query({
    title: '待导入的试题',
    permit: 'qu:import',
    input: paging({ importId, kind: z.enum(['all', 'wrong', 'duplicated', 'chosen']).optional() }),
    output: pageOf(StagedRow.extend({ body: QuestionBody })),
  }),
  row: query({
    title: '待导入的一题',
    permit: 'qu:import',
    input: z.object({ importId, row }),
    output: StagedRow.extend({ body: QuestionBody }),
  }),
  'wrong-rows': download({
    title: '下载有误的试题',
    permit: 'qu:import',
    input: z.object({ id: importId }),
    output: fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
  'save-row': command({
    title: '修改待导入的试题',
    permit: 'qu:import',
    input: z.object({
      importId,
      row,
      quType: code('题型', quTypeText),
      level: code('难度', levelText),
      chapter: z
        .string()
        .trim()
        .max(100, encoded(say('chapterNameTooLong')))
        .default(''),
      tags: z.array(z.string().trim().min(1).max(40)).max(20).default([]),
      body: QuestionBody,
    }),
    output: StagedRow,
  }),
  choose: command({
    title: '选择要导入的试题',
    permit: 'qu:import',
    input: z.object({
      importId,
      rows: z
        .array(row)
        .min(1, encoded(sayKernel('rowsUnchosen')))
        .max(20_000),
      chosen: z.boolean(),
    }),
    output: z.literal(true),
  }),
  commit: command({
    title: '确认导入',
    permit: 'qu:import',
    input: z.object({
      id: importId,
      /** for the questions whose file names no chapter; '' leaves these without one */
      chapterId: z.union([z.literal(''), id('章节')]).default(''),
      /** added to those of every question */
      tags: z
        .array(z.string().trim().min(1).max(40))
        .max(20, encoded(say('tagsTooMany')))
        .default([])
        .meta({ title: '标签' }),
    }),
    output: z.object({ inserted: z.int() }),
  }),
  drop: command({ title: '放弃导入', permit: 'qu:import', input: z.object({ id: importId }), output: z.literal(true) }),
})
