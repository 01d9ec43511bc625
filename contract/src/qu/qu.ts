// Questions of a bank, for teachers; never sent to candidates.
import { say } from './qu.texts.ts'
import { encoded } from '../kernel/message.ts'
import * as z from '../kernel/z.ts'
import { command, download, endpoints, fileReply, query, upload } from '../kernel/endpoint.ts'
import { code, count, id, ids, keyword, moment, pageOf, paging, text } from '../kernel/field.ts'
import { importOptions, SheetProblem } from '../kernel/import.ts'
import { QuestionBody, QuType } from './content.ts'

export const quTypeText = {
  [QuType.single]: '单选题',
  [QuType.multiple]: '多选题',
  [QuType.trueFalse]: '判断题',
  [QuType.shortAnswer]: '简答题',
  [QuType.fillIn]: '填空题',
  [QuType.matching]: '匹配题',
  [QuType.composite]: '组合题',
} as const
/** The dictionary qu_level says which of these a site has, and their names. */
export const QuLevel = { normal: 1, hard: 2, third: 3, fourth: 4, fifth: 5 } as const
export type QuLevel = (typeof QuLevel)[keyof typeof QuLevel]
/** Names as delivered; from the third on only where the dictionary has lost its own. */
export const levelText = {
  [QuLevel.normal]: '普通',
  [QuLevel.hard]: '较难',
  [QuLevel.third]: '难度3',
  [QuLevel.fourth]: '难度4',
  [QuLevel.fifth]: '难度5',
} as const

export const Question = z.object({
  id: id('试题'),
  repoId: id('题库'),
  repoId_dictText: z.string().meta({ title: '题库' }),
  chapterId: z.string().meta({ title: '章节' }),
  chapterId_dictText: z.string().meta({ title: '章节' }),
  quType: code('题型', quTypeText),
  level: code('难度', levelText),
  version: count('版本'),
  tags: z.array(z.string()).meta({ title: '标签' }),
  /** the stem as plain text, for lists */
  title: z.string().meta({ title: '题干' }),
  createTime: moment('创建时间'),
  updateTime: moment('更新时间'),
})
const tags = z.array(text('标签', 40)).max(20, encoded(say('tagsTooMany')))
const QuestionForm = z.object({
  id: id('试题').optional(),
  repoId: id('题库'),
  chapterId: z.union([z.literal(''), id('章节')]).default(''),
  quType: code('题型', quTypeText),
  level: code('难度', levelText).default(QuLevel.normal),
  tags: tags.default([]),
  /** the version the editor had read; an older one is refused with conflict */
  version: z.int32().optional(),
  body: QuestionBody,
})

/** Formats in which a bank can be exported. */
export const exportFormat = {
  xlsx: 'Excel',
  word: 'Word',
  wordBlank: 'Word（不含答案）',
  gift: 'GIFT',
  moodle: 'Moodle XML',
  qti: 'QTI 3.0',
  qti22: 'QTI 2.2',
  qti12: 'QTI 1.2',
} as const

export const qu = endpoints('qu/qu', {
  paging: query({
    title: '试题列表',
    permit: 'qu:list',
    input: paging({
      repoId: id('题库').optional(),
      chapterId: id('章节').optional(),
      quType: code('题型', quTypeText).optional(),
      level: code('难度', levelText).optional(),
      content: keyword('题干'),
      tag: keyword('标签'),
      excludes: z.array(id('试题')).max(5_000).optional(),
    }),
    output: pageOf(Question),
  }),
  detail: query({
    title: '试题详情',
    permit: 'qu:list',
    input: z.object({ id: id('试题') }),
    output: Question.extend({ body: QuestionBody }),
  }),
  save: command({
    title: '保存试题',
    permit: ['qu:add', 'qu:update'],
    addOrUpdate: true,
    input: QuestionForm,
    output: z.object({ id: z.string(), version: z.int32() }),
  }),
  delete: command({ title: '删除试题', rehearsable: true, permit: 'qu:delete', input: ids('试题'), output: z.literal(true) }),
  /** changes the given fields of all these questions; their versions stay, because the text does not change */
  batch: command({
    title: '批量修改试题',
    permit: 'qu:update',
    input: ids('试题').extend({
      /** moves them to this bank, into chapter `chapterId` or none */
      repoId: id('题库').optional(),
      chapterId: z.union([z.literal(''), id('章节')]).optional(),
      level: code('难度', levelText).optional(),
      addTags: tags.optional(),
      removeTags: tags.optional(),
    }),
    output: z.object({ changed: z.int() }),
  }),
  'where-used': query({
    title: '试题使用情况',
    permit: 'qu:list',
    input: z.object({ id: id('试题') }),
    output: z.object({
      tmpls: z.array(z.object({ id: z.string(), title: z.string() })),
      exams: z.array(z.object({ id: z.string(), title: z.string() })),
      /** templates that may draw it randomly */
      drawn: z.array(z.object({ id: z.string(), title: z.string() })),
      /** answers in training, and right ones */
      answers: z.int(),
      rights: z.int(),
    }),
  }),
  duplicates: query({
    title: '重复试题',
    permit: 'qu:list',
    input: z.object({ repoId: id('题库') }),
    output: z.object({
      /** same: identical; stem: identical stem, other options; like: similar text */
      groups: z.array(z.object({ kind: z.enum(['same', 'stem', 'like']), questions: z.array(Question) })),
      /** false: the bank is too large to compare texts */
      compared: z.boolean(),
    }),
  }),
  import: upload({
    title: '导入试题',
    permit: 'qu:import',
    slow: true,
    input: z.object({
      repoId: id('题库'),
      ...importOptions,
      /** what to do with rows whose question exists in the bank or earlier in the sheet */
      duplicates: z.enum(['skip', 'keep']).default('skip'),
      /** key of the progress that import-state reports */
      progressKey: z.string().max(64).default(''),
    }),
    output: z.object({ total: z.int(), valid: z.int(), duplicated: z.int(), inserted: z.int(), errors: z.array(SheetProblem) }),
  }),
  'import-state': query({
    title: '导入进度',
    permit: 'qu:import',
    input: z.object({ progressKey: z.string().min(1).max(64) }),
    output: z.object({ stage: z.enum(['waiting', 'reading', 'checking', 'saving', 'done']), done: z.int(), total: z.int() }),
  }),
  'import-template': download({
    title: '试题导入模板',
    permit: 'qu:import',
    input: z.object({}),
    output: fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
  /** content of this bank that the format cannot represent, shown before the export */
  'export-loss': query({
    title: '导出格式的损失',
    permit: 'qu:export',
    input: z.object({ repoId: id('题库'), format: z.enum(Object.keys(exportFormat) as [keyof typeof exportFormat]) }),
    output: z.object({ lost: z.array(z.string()) }),
  }),
  export: download({
    title: '导出试题',
    permit: 'qu:export',
    input: z.object({ repoId: id('题库'), format: z.enum(Object.keys(exportFormat) as [keyof typeof exportFormat]).default('xlsx') }),
    output: fileReply('application/octet-stream'),
  }),
})
