// The statistics of an exam as a workbook: 概况, 成绩, 部门, 试题分析.
import type { FileReply, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { type examStat, statAttempts } from '@shuyuan/contract/stat/exam.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { writeSheets, xlsxType } from '../../kernel/sheet/spreadsheet.ts'
import { ranksOf } from '../paper/result/score-list.service.ts'
import { namesOfDepts } from '../sys/org/depart.service.ts'
import type { Counted } from './counted.service.ts'
import { analyseItems } from './item.service.ts'
import { overviewWith } from './overview.service.ts'

type Overview = Output<typeof examStat.overview>
type Question = Output<(typeof examStat)['qu-analysis']>['questions'][number]

const score = (value: number | null) => (value === null ? '' : formatPoints(Math.round(value)))
const percent = (value: number | null) => (value === null ? '' : `${(value * 100).toFixed(1)}%`)
const index = (value: number | null) => (value === null ? '' : value.toFixed(2))

/**
 * The workbook of the figures that the pages show, with the same filters; every cell is text. Fails notFound, statPreparing while item figures are
 * being built.
 */
export async function exportStat(ctx: Ctx, asked: Input<typeof examStat.export>): Promise<FileReply> {
  const { overview, papers } = await overviewWith(ctx, asked)
  const analysis = await analyseItems(ctx, asked)
  if (analysis.preparing) fail('statPreparing')
  const names = await namesOfDepts(
    ctx,
    papers.map((one) => one.deptCode),
  )
  const ids = papers.map((one) => one.id)
  const places = await ranksOf(ctx.db, asked.examId, ids)
  const body = await writeSheets([
    overviewSheet(overview, asked.attempts, analysis.alpha),
    scoreSheet(papers, names, places),
    departSheet(overview),
    itemSheet(analysis.questions),
  ])
  return { name: `考试统计_${overview.title}_${toWallClock(ctx.now).slice(0, 10)}.xlsx`, type: xlsxType, body }
}

function overviewSheet(one: Overview, attempts: keyof typeof statAttempts, alpha: number | null) {
  const rows = [
    ['考试名称', one.title],
    ['统计口径', statAttempts[attempts]],
    ['总分', score(one.totalScore)],
    ['及格分', score(one.passScore)],
    ['应考人数', String(one.required)],
    ['实考人数', String(one.sat)],
    ['缺考人数', String(one.absent)],
    ['考试中', String(one.sitting)],
    ['已交卷', String(one.handed)],
    ['待阅卷', String(one.waiting)],
    ['统计答卷数', String(one.count)],
    ['平均分', score(one.mean)],
    ['中位数', score(one.median)],
    ['标准差', score(one.deviation)],
    ['最高分', score(one.highest)],
    ['最低分', score(one.lowest)],
    ['及格人数', String(one.passed)],
    ['及格率', percent(one.passRate)],
    ['信度（Cronbach α）', index(alpha)],
    ...one.spread.map((band) => [`分数段 ${score(band.from)}-${score(band.to)}`, `${band.count}（${percent(band.share)}）`]),
  ]
  return {
    name: '概况',
    columns: [
      { header: '项目', width: 24 },
      { header: '数值', width: 40 },
    ],
    rows,
  }
}

/** Ranks refer to the whole exam, not to the filter; an attempt that does not count has none. */
function scoreSheet(papers: readonly Counted[], names: ReadonlyMap<string, string>, places: ReadonlyMap<string, number>) {
  const ranked = papers.toSorted((a, b) => b.score - a.score || a.handTime.getTime() - b.handTime.getTime())
  const headers = ['名次', '账号', '姓名', '部门', '得分', '总分', '是否及格', '开始时间', '交卷时间']
  const rows = ranked.map((one) => [
    String(places.get(one.id) ?? ''),
    one.userName,
    one.realName,
    names.get(one.deptCode) ?? '',
    score(one.score),
    score(one.totalScore),
    one.passed ? '及格' : '不及格',
    toWallClock(one.startTime),
    toWallClock(one.handTime),
  ])
  return { name: '成绩', columns: headers.map((header, at) => ({ header, width: at > 6 ? 20 : 14 })), rows }
}

function departSheet({ departments }: Overview) {
  const headers = ['部门', '应考', '实考', '平均分', '中位数', '最高分', '最低分', '及格人数', '及格率']
  const rows = departments.map((one) => [
    `${'　'.repeat(one.depth)}${one.deptName}`,
    one.required === null ? '' : String(one.required),
    String(one.people),
    score(one.mean),
    score(one.median),
    score(one.highest),
    score(one.lowest),
    String(one.passed),
    percent(one.passRate),
  ])
  return { name: '部门', columns: headers.map((header, at) => ({ header, width: at === 0 ? 30 : 12 })), rows }
}

const headers = [
  '序号',
  '题型',
  '题干',
  '章节',
  '知识点',
  '分值',
  '作答人数',
  '难度',
  '区分度',
  '题总相关',
  '正确率',
  '未答率',
  '平均用时（秒）',
  '选项',
]

function itemSheet(questions: readonly Question[]) {
  const options = (one: Pick<Question, 'options'>) =>
    one.options.map(({ tag, isRight, count, share }) => `${tag}${isRight ? '✓' : ''} ${count}（${percent(share)}）`).join('  ')
  const cells = (one: Question['subs'][number]) => [
    score(one.maxScore),
    String(one.count),
    one.voided ? '作废' : index(one.difficulty),
    index(one.discrimination),
    index(one.correlation),
    percent(one.rightRate),
    percent(one.blankRate),
    one.seconds === null ? '' : String(one.seconds),
    options(one),
  ]
  const type = (quType: number) => quTypeText[quType as keyof typeof quTypeText] ?? ''
  const rows = questions.flatMap((one, at) => [
    [String(at + 1), type(one.quType), one.title.slice(0, 500), one.chapterId_dictText, one.tags.join('、'), ...cells(one)],
    ...one.subs.map((sub, i) => [`${at + 1}.${i + 1}`, type(sub.quType), sub.title.slice(0, 500), '', '', ...cells(sub)]),
  ])
  return { name: '试题分析', columns: headers.map((header) => ({ header, width: header === '题干' || header === '选项' ? 48 : 12 })), rows }
}
