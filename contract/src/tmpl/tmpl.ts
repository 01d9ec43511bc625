// Templates: groups of fixed or drawn questions with their scores.
import { say } from './tmpl.texts.ts'
import { encoded } from '../kernel/message.ts'
import * as z from '../kernel/z.ts'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { code, count, flag, id, ids, keyword, moment, optionalText, pageOf, paging, points, sound, text } from '../kernel/field.ts'
import { levelText, quTypeText } from '../qu/qu.ts'

export const TmplState = { draft: 0, published: 1 } as const
export type TmplState = (typeof TmplState)[keyof typeof TmplState]
export const tmplState = { [TmplState.draft]: '草稿', [TmplState.published]: '已发布' } as const

/** One draw rule of a group; an empty `chapterId` or `level` means any. `stock` is the number of matching questions now. */
export const Draw = z.object({
  repoId: id('题库'),
  chapterId: z.union([z.literal(''), id('章节')]).default(''),
  quType: code('题型', quTypeText),
  level: z.union([code('难度', levelText), z.null()]).default(null),
  count: count('抽题数', 1, 1_000),
  perScore: points('每题分数', 1_000),
})
const FixedQu = z.object({ quId: id('试题'), score: points('分数', 1_000) })

export const Group = z.object({
  title: text('大题名称', 100),
  mode: choiceOfMode(),
  draws: z.array(Draw).max(100).default([]),
  quList: z.array(FixedQu).max(500).default([]),
})
function choiceOfMode() {
  return z
    .enum(['fixed', 'draw'], { error: encoded(say('tmplModeUnchosen')) })
    .meta({ title: '组题方式', control: 'choice', options: { fixed: '固定选题', draw: '随机抽题' } })
}

const TmplForm = z
  .object({
    id: id('模板').optional(),
    version: z.int32().optional(),
    title: text('模板名称', 100),
    remark: optionalText('备注', 500),
    quShuffle: flag('试题乱序'),
    optionShuffle: flag('选项乱序'),
    groups: z.array(Group).max(50),
    /** true: checks the stock and refuses a template that it cannot fill; omitted: the state stays, of a new one draft */
    publish: z.boolean().optional(),
  })
  .refine((form) => !form.publish || form.groups.some((group) => group.draws.length + group.quList.length > 0), {
    when: sound('publish', 'groups'),
    path: ['groups'],
    error: encoded(say('tmplEmpty')),
  })

export const Tmpl = z.object({
  id: id('模板'),
  version: z.int32(),
  title: text('模板名称', 100),
  remark: z.string(),
  state: code('状态', tmplState),
  quCount: count('题量'),
  totalScore: points('总分'),
  createTime: moment('创建时间'),
  updateTime: moment('更新时间'),
})

export const tmpl = endpoints('tmpl/tmpl', {
  paging: query({
    title: '模板列表',
    permit: 'tmpl:list',
    input: paging({ title: keyword('模板名称'), state: code('状态', tmplState).optional() }),
    output: pageOf(Tmpl),
  }),
  detail: query({
    title: '模板详情',
    permit: 'tmpl:list',
    input: z.object({ id: id('模板') }),
    output: Tmpl.extend({
      quShuffle: z.boolean(),
      optionShuffle: z.boolean(),
      locked: z.boolean(),
      groups: z.array(
        Group.extend({
          id: z.string(),
          draws: z.array(Draw.extend({ stock: z.int() })),
          quList: z.array(FixedQu.extend({ quType: z.int(), title: z.string(), level: z.int() })),
        }),
      ),
    }),
  }),
  save: command({
    title: '保存模板',
    permit: ['tmpl:add', 'tmpl:update'],
    addOrUpdate: true,
    input: TmplForm,
    output: z.object({ id: z.string(), version: z.int32(), state: z.int() }),
  }),
  delete: command({ title: '删除模板', rehearsable: true, permit: 'tmpl:delete', input: ids('模板'), output: z.literal(true) }),
})
