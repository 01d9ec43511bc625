// Item analysis of an exam: two queries over the stored item figures of its papers, run in parallel.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { type QuestionBody, QuType as types } from '@shuyuan/contract/qu/content.ts'
import type { examStat } from '@shuyuan/contract/stat/exam.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { plainText } from '../../../kernel/richtext.ts'
import { mustFindExam } from '../../exam/exam.service.ts'
import { prepareItems } from '../../paper/grade/item-build.service.ts'
import { secondsByQuestion } from '../../paper/attempt/save/qu-time.service.ts'
import { type Counted, countedPapers, peopleAsked } from '../figure/counted.service.ts'
import { remembered } from '../figure/remembered.service.ts'
import { alphaOf, varianceOf } from '../figure/reliability.rules.ts'
import { correlationOf, difficultyOf, discriminationOf, groupSizeOf, optionsOf } from './item.rules.ts'
import { among } from '../../../kernel/database.ts'

type Analysis = Output<(typeof examStat)['qu-analysis']>
type Figures = Analysis['questions'][number]['subs'][number]

/** Exams with fewer papers are analysed at each call. */
const ITEMS_LEAST = 200

const MIDDLE = 0
const UPPER = 1
const LOWER = 2

const nothing = { papers: 0, groupSize: 0, alpha: null, questions: [], chapters: [], tags: [] }

/**
 * The analysis of each question, in the order of the bank's ids; empty while the item figures of many old papers are still being built. Fails
 * notFound.
 */
export async function analyseItems(ctx: Ctx, asked: Input<(typeof examStat)['qu-analysis']>): Promise<Analysis> {
  await mustFindExam(ctx, asked.examId)
  const isComplete = ({ preparing }: Analysis) => preparing === null
  return remembered(ctx, { what: 'items', asked, least: ITEMS_LEAST, isComplete }, () => analysis(ctx, asked))
}

async function analysis(ctx: Ctx, asked: Input<(typeof examStat)['qu-analysis']>): Promise<Analysis> {
  const { db } = ctx
  const preparing = await prepareItems(ctx, asked.examId)
  if (preparing) return { preparing, ...nothing }
  const papers = await countedPapers(ctx, asked, await peopleAsked(ctx, asked))
  const groups = groupsOf(papers)
  const [sums, picks, seconds] = await Promise.all([
    readSums(db, groups),
    readPicks(db, groups),
    secondsByQuestion(db, asked.examId, groups.ids),
  ])
  const secondsOf = new Map(seconds.map((row) => [row.quId, row.average]))
  const questions = await questionsOf(db, [...new Set(sums.map((row) => row.item.split('/')[0] ?? ''))])
  const picksOf = Map.groupBy(picks, (row) => row.item)
  const counts = { upper: groups.size, lower: groups.size }
  const figures = (row: Sums): Figures => {
    const [quId = '', subId = ''] = row.item.split('/')
    const question = questions.get(quId)
    return figuresOf(row, picksOf.get(row.item) ?? [], {
      quId,
      subId,
      question,
      seconds: subId === '' ? (secondsOf.get(quId) ?? null) : null,
    })
  }
  const parts = Map.groupBy(
    sums.filter((row) => row.item.includes('/')),
    (row) => row.item.split('/')[0] ?? '',
  )
  const found = sums
    .filter((row) => !row.item.includes('/'))
    .map((row) => {
      const question = questions.get(row.item)
      return {
        ...figures(row),
        repoId_dictText: question?.repoTitle ?? '',
        chapterId_dictText: question?.chapterTitle ?? '',
        tags: question?.tags ?? [],
        subs: (parts.get(row.item) ?? []).map(figures),
      }
    })
  return {
    preparing: null,
    papers: papers.length,
    groupSize: counts.upper,
    alpha: reliability(papers, sums),
    questions: found,
    chapters: byGroup(found, (one) => [one.chapterId_dictText === '' ? '' : `${one.repoId_dictText} / ${one.chapterId_dictText}`]),
    tags: byGroup(found, (one) => one.tags),
  }
}

type Groups = { ids: string[]; groups: number[]; rests: number[]; size: number }

/** The upper and the lower 27 % by share of the total; of equal papers the earlier hand-in ranks higher. */
function groupsOf(papers: readonly Counted[]): Groups {
  const share = (one: Counted) => (one.totalScore === 0 ? 0 : one.score / one.totalScore)
  const ranked = papers.toSorted(
    (a, b) => share(b) - share(a) || a.handTime.getTime() - b.handTime.getTime() || (BigInt(a.id) < BigInt(b.id) ? -1 : 1),
  )
  const size = groupSizeOf(papers.length)
  return {
    ids: ranked.map((one) => one.id),
    groups: ranked.map((_, at) => (at < size ? UPPER : at >= papers.length - size ? LOWER : MIDDLE)),
    rests: ranked.map((one) => one.score),
    size,
  }
}

type Sums = {
  item: string
  n: number
  max: number
  /** the key; where papers were marked by several, the last one by text */
  right: string
  /** the first one by text: another one than `right` where papers were marked by several keys */
  otherRight: string
  sx: number
  sxx: number
  sy: number
  syy: number
  sxy: number
  blanks: number
  rights: number
  voids: number
  upperN: number
  upperSum: number
  lowerN: number
  lowerSum: number
}
type Db = Ctx['db']

const counted = ({ ids, groups, rests }: Groups) =>
  sql`unnest(${ids}::bigint[], ${groups}::integer[], ${rests}::integer[]) as c (id, grp, total)`

async function readSums(db: Db, groups: Groups): Promise<Sums[]> {
  const { rows } = await sql<Sums>`
    select i.item, count(*)::int as n, avg(i.max)::float8 as max, max(i.rights) as "right",
      coalesce(min(nullif(i.rights, '')), '') as "otherRight",
      sum(i.score)::float8 as sx, sum(i.score::bigint * i.score)::float8 as sxx,
      sum(c.total - i.score)::float8 as sy, sum((c.total - i.score)::bigint * (c.total - i.score))::float8 as syy,
      sum(i.score::bigint * (c.total - i.score))::float8 as sxy,
      (count(*) filter (where i.state = 'b'))::int as blanks, (count(*) filter (where i.state = 'r'))::int as rights,
      (count(*) filter (where i.state = 'v'))::int as voids,
      (count(*) filter (where c.grp = ${UPPER}))::int as "upperN", coalesce(sum(i.score) filter (where c.grp = ${UPPER}), 0)::float8 as "upperSum",
      (count(*) filter (where c.grp = ${LOWER}))::int as "lowerN", coalesce(sum(i.score) filter (where c.grp = ${LOWER}), 0)::float8 as "lowerSum"
    from ${counted(groups)} join paper_item t on t.paper_id = c.id
    cross join lateral unnest(t.items, t.maxes, t.scores, t.states, t.rights) as i (item, max, score, state, rights)
    group by i.item`.execute(db)
  const order = (item: string) =>
    item
      .split('/')
      .map((part) => part.padStart(20, '0'))
      .join('/')
  return rows.toSorted((a, b) => (order(a.item) < order(b.item) ? -1 : 1))
}

type Pick = { item: string; pick: string; grp: number; n: number }

async function readPicks(db: Db, groups: Groups): Promise<Pick[]> {
  const { rows } = await sql<Pick>`
    select i.item, i.pick, c.grp, count(*)::int as n
    from ${counted(groups)} join paper_item t on t.paper_id = c.id
    cross join lateral unnest(t.items, t.picks) as i (item, pick)
    where i.pick <> '' group by 1, 2, 3`.execute(db)
  return rows
}

type BankQuestion = { quType: number; title: string; body: QuestionBody; tags: string[]; repoTitle: string; chapterTitle: string | null }
type Named = { quId: string; subId: string; question: BankQuestion | undefined; seconds: number | null }

function figuresOf(row: Sums, picks: readonly Pick[], { quId, subId, question, seconds }: Named): Figures {
  const { n, sx } = row
  const sub = subId === '' ? undefined : question?.body.subs.find((one) => one.id === subId)
  const body = subId === '' ? question?.body : sub
  const quType = (subId === '' ? question?.quType : sub?.quType) ?? 0
  const voided = n > 0 && row.voids === n
  const upper = { n: row.upperN, sum: row.upperSum }
  const lower = { n: row.lowerN, sum: row.lowerSum }
  return {
    quId,
    subId,
    quType,
    title: subId === '' ? (question?.title ?? '') : plainText(sub?.content ?? ''),
    maxScore: Math.round(row.max),
    count: n,
    difficulty: voided ? null : difficultyOf(n, sx, row.max),
    discrimination: voided ? null : discriminationOf(upper, lower, row.max),
    correlation: voided ? null : correlationOf(row),
    blankRate: voided || n === 0 ? null : row.blanks / n,
    rightRate: voided || n === 0 ? null : row.rights / n,
    mean: n === 0 ? null : sx / n,
    seconds,
    voided,
    rekeyed: isRekeyed(row),
    options: shownOptions(body?.options ?? [], quType, row, picks),
  }
}

const isRekeyed = ({ right, otherRight }: Sums) => right !== otherRight

const hasOptions = (type: number) => type === types.single || type === types.multiple || type === types.trueFalse

function shownOptions(options: QuestionBody['options'], quType: number, row: Sums, picks: readonly Pick[]): Figures['options'] {
  if (!hasOptions(quType)) return []
  // options deleted from the bank may still have been chosen
  const tags = [
    ...new Set([
      ...options.map((one) => one.tag),
      ...picks.flatMap((one) => one.pick.split('')),
      ...row.right.split(''),
      ...row.otherRight.split(''),
    ]),
  ].sort()
  const chosen = (tag: string, grp?: number) =>
    picks.reduce((sum, one) => sum + (one.pick.includes(tag) && (grp === undefined || one.grp === grp) ? one.n : 0), 0)
  const counts = tags.map((tag) => ({
    tag,
    isRight: row.right.includes(tag) || row.otherRight.includes(tag),
    all: chosen(tag),
    upper: chosen(tag, UPPER),
    lower: chosen(tag, LOWER),
  }))
  const contents = new Map(options.map((one) => [one.tag, plainText(one.content)]))
  return optionsOf(counts, { n: row.n, upper: row.upperN, lower: row.lowerN }).map((one) => ({
    ...one,
    content: contents.get(one.tag) ?? '',
  }))
}

async function questionsOf(db: Db, ids: string[]): Promise<Map<string, BankQuestion>> {
  const rows = await db
    .selectFrom('qu')
    .innerJoin('repo', 'repo.id', 'qu.repoId')
    .leftJoin('repoChapter', 'repoChapter.id', 'qu.chapterId')
    .where(among('qu.id', ids))
    .select(['qu.id', 'qu.quType', 'qu.title', 'qu.tags', 'body', 'repo.title as repoTitle', 'repoChapter.title as chapterTitle'])
    .execute()
  return new Map(rows.map(({ id, body, ...row }) => [id, { ...row, body: body as unknown as QuestionBody }]))
}

/** Cronbach's alpha; null unless every paper has every question, because drawn papers are not one test. */
function reliability(papers: readonly Counted[], sums: readonly Sums[]): number | null {
  const whole = sums.filter((row) => !row.item.includes('/') && row.voids === 0)
  if (papers.length < 2 || whole.some((row) => row.n !== papers.length)) return null
  const totals = papers.map((one) => one.score)
  const total = varianceOf(
    totals.length,
    totals.reduce((sum, one) => sum + one, 0),
    totals.reduce((sum, one) => sum + one * one, 0),
  )
  const alpha = alphaOf(
    whole.map((row) => varianceOf(row.n, row.sx, row.sxx)),
    total,
  )
  return alpha === null ? null : Math.round(alpha * 10_000) / 10_000
}

type Question = Analysis['questions'][number]

/** Figures of a group of questions together; void questions are left out. */
function byGroup(questions: readonly Question[], namesOf: (one: Question) => readonly string[]): Analysis['chapters'] {
  const groups = new Map<string, { questions: number; mean: number; maxScore: number }>()
  for (const one of questions.filter((each) => !each.voided && each.mean !== null))
    for (const title of namesOf(one)) {
      const group = groups.get(title) ?? { questions: 0, mean: 0, maxScore: 0 }
      group.questions++
      group.mean += one.mean ?? 0
      group.maxScore += one.maxScore
      groups.set(title, group)
    }
  return [...groups].map(([title, group]) => ({ title, ...group, rate: group.maxScore === 0 ? 0 : group.mean / group.maxScore }))
}
