// The recycle bin: what was deleted in the last 30 days.
import * as z from '../kernel/z.ts'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { choice, id, ids, keyword, moment, pageOf, paging } from '../kernel/field.ts'

/** Days for which a deleted thing can be restored. */
export const BIN_KEEP_DAYS = 30

export const binKind = {
  repo: '题库',
  qu: '试题',
  tmpl: '试卷模板',
  exam: '考试',
  course_file: '课件',
  course: '课程',
  course_item: '移出的课件',
  survey: '问卷',
  path: '培养方案',
} as const
export type BinKind = keyof typeof binKind
export const BinKind = {
  repo: 'repo',
  qu: 'qu',
  tmpl: 'tmpl',
  exam: 'exam',
  course_file: 'course_file',
  course: 'course',
  course_item: 'course_item',
  survey: 'survey',
  path: 'path',
} as const satisfies {
  [K in BinKind]: K
}

/** The tag that allows deleting a thing also allows restoring it. */
export const binTag = {
  repo: 'repo:delete',
  qu: 'qu:delete',
  tmpl: 'tmpl:delete',
  exam: 'exam:delete',
  course_file: 'course:file:delete',
  course: 'course:delete',
  course_item: 'course:update',
  survey: 'survey:delete',
  path: 'path:delete',
} as const satisfies Record<BinKind, string>
const deleters = Object.values(binTag)

const kind = choice('类型', binKind)

const BinRow = z.object({
  id: id('记录'),
  kind,
  title: z.string().meta({ title: '名称', control: 'text' }),
  /** who deleted it; '' after their account was deleted */
  realName: z.string().meta({ title: '删除人', control: 'text' }),
  createTime: moment('删除时间'),
  /** when it is removed for good */
  endTime: moment('保留至'),
})

export const bin = endpoints('sys/bin', {
  paging: query({
    title: '回收站列表',
    permit: 'sys:bin:list',
    input: paging({ title: keyword('名称'), kind: kind.optional() }),
    output: pageOf(BinRow),
  }),
  restore: command({ title: '恢复已删除的数据', permit: deleters, input: ids('记录'), output: z.literal(true) }),
  /** Restores what the caller has just deleted, by the ids that it had. */
  undo: command({ title: '撤销删除', permit: deleters, input: ids('记录').extend({ kind }), output: z.literal(true) }),
  delete: command({ title: '彻底删除', permit: 'sys:bin:delete', input: ids('记录'), output: z.literal(true) }),
})
