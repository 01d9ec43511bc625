// Question banks.
import * as z from '../kernel/z.ts'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { count, flag, id, ids, keyword, moment, money, optionalText, pageOf, paging, text } from '../kernel/field.ts'
import { dailyHours } from '../kernel/daily-hours.ts'

export const Repo = z.object({
  id: id('题库'),
  title: text('题库名称', 100),
  remark: optionalText('备注', 500),
  cover: optionalText('封面', 500).meta({ title: '封面', control: 'image' }),
  /** the price of training on it, in money or points; both 0: free */
  price: money('价格'),
  costPoints: count('积分价格', 0, 10_000_000, '分'),
  isExam: flag('用于考试'),
  isTrain: flag('开放训练'),
  /** false: nothing of it is sent to the assistant, and no questions are made for it */
  assist: flag('可用智能助手'),
  /** when on a day learners may train on it; empty: at any time */
  trainHours: z.string().meta({ title: '每日训练时段' }),
  quCount: count('试题数'),
  objCount: count('客观题'),
  subjCount: count('主观题'),
  createTime: moment('创建时间'),
  updateTime: moment('更新时间'),
})
const RepoForm = Repo.pick({ title: true, remark: true, isExam: true, isTrain: true }).extend({
  id: id('题库').optional(),
  cover: Repo.shape.cover,
  price: Repo.shape.price.default(0),
  costPoints: Repo.shape.costPoints.default(0),
  trainHours: dailyHours('每日训练时段'),
  /** left out: as it is, and true for a new bank */
  assist: Repo.shape.assist.optional(),
})

export const repo = endpoints('repo', 'exam', {
  paging: query({
    title: '题库列表',
    permit: 'any',
    input: paging({
      title: keyword('题库名称'),
      isExam: z.boolean().optional(),
      isTrain: z.boolean().optional(),
      excludes: z.array(id('题库')).max(5_000).optional(),
    }),
    output: pageOf(Repo),
  }),
  detail: query({ title: '题库详情', permit: 'any', input: z.object({ id: id('题库') }), output: Repo }),
  save: command({
    title: '保存题库',
    permit: ['repo:add', 'repo:update'],
    addOrUpdate: true,
    input: RepoForm,
    output: z.object({ id: z.string() }),
  }),
  delete: command({ title: '删除题库', rehearsable: true, permit: 'repo:delete', input: ids('题库'), output: z.literal(true) }),
  'chapter-group': query({
    title: '章节题量',
    permit: 'any',
    input: z.object({ repoId: id('题库') }),
    output: z.array(
      /** `types` without those of its sections; `parentId`: the chapter of a section */
      z.object({
        chapterId: z.string(),
        parentId: z.string(),
        title: z.string(),
        types: z.array(z.object({ quType: z.int(), level: z.int(), count: z.int() })),
      }),
    ),
  }),
})
