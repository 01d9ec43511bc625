// Exports of papers: one PDF directly, larger files in the background.
import { sayKernel } from '../../kernel/kernel.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { say } from '../paper.texts.ts'
import * as z from '../../kernel/z.ts'
import { command, download, endpoints, fileReply, query } from '../../kernel/endpoint.ts'
import { exportState } from '../../kernel/export-state.ts'
import { choice, code, id, moment } from '../../kernel/field.ts'
import { scoreFilters } from './score-list.ts'

/** What `save` makes; a recording is requested by `paper/evidence/export`. */
export const paperExportKind = { zip: '答卷压缩包', sheet: '成绩表', answers: '逐题作答与得分' } as const
export const exportKind = { ...paperExportKind, evidence: '考试录像' } as const
/** Maximum number of papers in one file. */
export const exportLimits = { zip: 2_000, sheet: 100_000, answers: 100_000, now: 50 } as const

const Export = z.object({
  id: id('导出'),
  kind: choice('内容', exportKind),
  title: z.string().meta({ title: '考试' }),
  state: code('状态', exportState),
  done: z.int(),
  total: z.int(),
  bytes: z.int(),
  createTime: moment('创建时间'),
  expireTime: moment('保留至'),
})

/** A PDF of one paper, or a zip of at most 50 papers. */
export const exportCalls = {
  'export-pdf': download({
    title: '导出答卷',
    permit: 'any',
    module: false,
    input: z.object({ id: id('答卷') }),
    output: fileReply('application/pdf'),
    rate: { by: 'user', max: 30, seconds: 60 },
  }),
  'export-zip': download({
    title: '打包答卷',
    permit: 'paper:export',
    input: z.object({
      ids: z
        .array(id('答卷'))
        .min(1, encoded(sayKernel('rowsUnchosen')))
        .max(exportLimits.now, encoded(say('exportNowTooMany'))),
    }),
    output: fileReply('application/zip'),
    rate: { by: 'user', max: 10, seconds: 60 },
  }),
}

/** Own files: each tag that makes one. */
const ownTags = ['paper:export', 'paper:evidence:export'] as const

export const paperExport = endpoints('paper/export', {
  /** Papers by id, or all that match the filters of the score list. The file is stored for 24 hours, for the caller only. */
  save: command({
    title: '导出答卷或成绩',
    permit: 'paper:export',
    input: z.object({
      kind: choice('内容', paperExportKind),
      ids: z.array(id('答卷')).max(5_000).optional(),
      params: z.object(scoreFilters).partial().optional(),
    }),
    output: z.object({ id: z.string(), total: z.int() }),
  }),
  detail: query({ title: '导出进度', permit: ownTags, input: z.object({ id: id('导出') }), output: Export }),
  list: query({ title: '我的导出', permit: ownTags, input: z.object({}), output: z.array(Export) }),
  download: download({
    title: '下载导出文件',
    permit: ownTags,
    input: z.object({ id: id('导出') }),
    output: fileReply('application/octet-stream'),
  }),
})
