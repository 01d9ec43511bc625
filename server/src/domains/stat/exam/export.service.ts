// The statistics of an exam as a workbook: 概况, 成绩, 部门, 试题分析.
import type { FileReply, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { type examStat, statAttempts } from '@shuyuan/contract/stat/exam.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { type SheetCell, type SheetColumn, writeSheets, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { ranksOf } from '../../paper/result/score-list.service.ts'
import { namesOfDepts } from '../../people/org/depart.service.ts'
import type { Counted } from '../figure/counted.service.ts'
import { analyseItems } from './item.service.ts'
import { overviewWith } from './overview.service.ts'

type Overview = Output<typeof examStat.overview>
type Question = Output<(typeof examStat)['qu-analysis']>['questions'][number]

const score = (value: number | null): SheetCell => (value === null ? '' : Math.round(value) / 100)
const scoreText = (value: number) => formatPoints(Math.round(value))
const percent = (value: number | null) => (value === null ? '' : `${(value * 100).toFixed(1)}%`)
const share = (value: number | null): SheetCell => value ?? ''
const index = (value: number | null): SheetCell => (value === null ? '' : Number(value.toFixed(2)))
/** Columns with these headers are numbers. */
const kinds: Record<string, SheetColumn['kind']> = {
  ...Object.fromEntries(
    ['名次', '得分', '总分', '应考', '实考', '平均分', '中位数', '最高分', '最低分', '及格人数', '分值', '作答人数'].map((name) => [
      name,
      'number',
    ]),
  ),
  ...Object.fromEntries(['难度', '区分度', '题总相关', '平均用时（秒）'].map((name) => [name, 'number'])),
  ...Object.fromEntries(['及格率', '正确率', '未答率'].map((name) => [name, 'percent'])),
  开始时间: 'time',
  交卷时间: 'time',
}
const columnOf = (header: string, width: number): SheetColumn => ({ header, width, ...(kinds[header] ? { kind: kinds[header] } : {}) })

/**
 * The workbook of the figures that the pages show, with the same filters. Fails notFound, statPreparing while item figures are
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

type Sheet = Parameters<typeof writeSheets>[0][number]

function overviewSheet(one: Overview, attempts: keyof typeof statAttempts, alpha: number | null): Sheet {
  const rows: SheetCell[][] = [
    ['考试名称', one.title],
    ['统计口径', statAttempts[attempts]],
    ['总分', score(one.totalScore)],
    ['及格分', score(one.passScore)],
    ['应考人数', one.required],
    ['实考人数', one.sat],
    ['未到人数', one.awaited],
    ['缺考人数', one.absent],
    ['考试中', one.sitting],
    ['已交卷', one.handed],
    ['待阅卷', one.waiting],
    ['统计答卷数', one.count],
    ['平均分', score(one.mean)],
    ['中位数', score(one.median)],
    ['标准差', score(one.deviation)],
    ['最高分', score(one.highest)],
    ['最低分', score(one.lowest)],
    ['及格人数', one.passed],
    ['及格率', percent(one.passRate)],
    ['信度（Cronbach α）', index(alpha)],
    ...one.spread.map((band) => [`分数段 ${scoreText(band.from)}-${scoreText(band.to)}`, `${band.count}（${percent(band.share)}）`]),
  ]
  return {
    name: '概况',
    columns: [
      { header: '项目', width: 24 },
      { header: '数值', width: 40, kind: 'number' },
    ],
    rows,
  }
}

/** Ranks refer to the whole exam, not to the filter; an attempt that does not count has none. */
function scoreSheet(papers: readonly Counted[], names: ReadonlyMap<string, string>, places: ReadonlyMap<string, number>) {
  const ranked = papers.toSorted((a, b) => b.score - a.score || a.handTime.getTime() - b.handTime.getTime())
  const headers = ['名次', '账号', '姓名', '部门', '得分', '总分', '是否及格', '开始时间', '交卷时间']
  const rows = ranked.map((one): SheetCell[] => [
    places.get(one.id) ?? '',
    one.userName,
    one.realName,
    names.get(one.deptCode) ?? '',
    score(one.score),
    score(one.totalScore),
    one.passed ? '及格' : '不及格',
    one.startTime,
    one.handTime,
  ])
  return { name: '成绩', columns: headers.map((header, at) => columnOf(header, at > 6 ? 20 : 14)), rows }
}

function departSheet({ departments }: Overview) {
  const headers = ['部门', '应考', '实考', '平均分', '中位数', '最高分', '最低分', '及格人数', '及格率']
  const rows = departments.map((one): SheetCell[] => [
    `${'　'.repeat(one.depth)}${one.deptName}`,
    one.required ?? '',
    one.people,
    score(one.mean),
    score(one.median),
    score(one.highest),
    score(one.lowest),
    one.passed,
    share(one.passRate),
  ])
  return { name: '部门', columns: headers.map((header, at) => columnOf(header, at === 0 ? 30 : 12)), rows }
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
  '备注',
]

function itemSheet(questions: readonly Question[]) {
  const options = (one: Pick<Question, 'options'>) =>
    one.options.map(({ tag, isRight, count, share }) => `${tag}${isRight ? '✓' : ''} ${count}（${percent(share)}）`).join('  ')
  const cells = (one: Question['subs'][number]): SheetCell[] => [
    score(one.maxScore),
    one.count,
    one.voided ? '作废' : index(one.difficulty),
    index(one.discrimination),
    index(one.correlation),
    share(one.rightRate),
    share(one.blankRate),
    one.seconds ?? '',
    options(one),
    one.rekeyed ? '答案改过，各答卷按不同答案判分' : '',
  ]
  const type = (quType: number) => quTypeText[quType as keyof typeof quTypeText] ?? ''
  const rows = questions.flatMap((one, at): SheetCell[][] => [
    [String(at + 1), type(one.quType), one.title.slice(0, 500), one.chapterId_dictText, one.tags.join('、'), ...cells(one)],
    ...one.subs.map((sub, i) => [`${at + 1}.${i + 1}`, type(sub.quType), sub.title.slice(0, 500), '', '', ...cells(sub)]),
  ])
  return { name: '试题分析', columns: headers.map((header) => columnOf(header, header === '题干' || header === '选项' ? 48 : 12)), rows }
}
