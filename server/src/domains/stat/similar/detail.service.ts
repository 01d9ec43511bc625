// Both papers of a pair beside each other, and the export from which an independent program can compute the figures again.
import type { FileReply, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { type QuestionBody } from '@shuyuan/contract/qu/content.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { type examSimilar, PairLevel, type PairFamily, pairFamily, pairLevel, SimilarState } from '@shuyuan/contract/stat/similar.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/fail.ts'
import { plainText } from '../../../kernel/richtext.ts'
import { type SheetCell, writeSheets, xlsxType } from '../../../kernel/sheet/spreadsheet.ts'
import { mustFindExam } from '../../exam/exam.service.ts'
import { writtenText } from './sheet.service.ts'
import { comparedExams, mustFindPair, peopleOf, shownRows, visiblePapers } from './similar.service.ts'

type Calls = typeof examSimilar
type Line = Output<Calls['detail']>['questions'][number]

export async function similarDetail(ctx: Ctx, { pairId }: Input<Calls['detail']>): Promise<Output<Calls['detail']>> {
  const row = await mustFindPair(ctx, pairId)
  const [pair] = await shownRows(ctx, row.examId, [row])
  const notes = await ctx.db
    .selectFrom('examSimilarNote')
    .leftJoin('sysUser', 'sysUser.id', 'examSimilarNote.createBy')
    .where('pairId', '=', pairId)
    .orderBy('examSimilarNote.id', 'desc')
    .select(['examSimilarNote.state', 'note', 'examSimilarNote.createTime', 'realName'])
    .execute()
  return {
    pair: pair!,
    questions: await linesOf(ctx, row.paperA, row.paperB),
    notes: notes.map(({ realName, ...one }) => ({ ...one, createBy_dictText: realName ?? '' })),
  }
}

type Side = { state: string; answer: string; right: string; time: Date | null }

async function sidesOf({ db }: Ctx, paperIds: string[]): Promise<Map<string, Map<string, Side>>> {
  const rows = await db
    .selectFrom('paperItem')
    .where(among('paperId', paperIds))
    .select(['paperId', 'items', 'states', 'picks', 'rights'])
    .execute()
  const answers = await db
    .selectFrom('paperAnswer')
    .where(among('paperId', paperIds))
    .select(['paperId', 'quId', 'answer', 'savedAt'])
    .execute()
  const given = new Map(answers.map((one) => [`${one.paperId}:${one.quId}`, one]))
  return new Map(
    rows.map(({ paperId, items, states, picks, rights }) => [
      paperId,
      new Map(
        items.map((name, at) => {
          const [quId = '', subId] = name.split('/')
          const own = given.get(`${paperId}:${quId}`)
          const answer = picks[at]! || writtenText((own?.answer ?? null) as unknown as Answer | null, subId)
          return [name, { state: states[at]!, answer, right: rights[at]!, time: own?.savedAt ?? null }]
        }),
      ),
    ]),
  )
}

/** The questions of both papers, in the order of the first one. */
async function linesOf(ctx: Ctx, paperA: string, paperB: string): Promise<Line[]> {
  const sides = await sidesOf(ctx, [paperA, paperB])
  const [a, b] = [sides.get(paperA), sides.get(paperB)]
  const items = [...(a?.keys() ?? [])].filter((name) => b?.has(name))
  const composites = new Set(items.flatMap((name) => (name.includes('/') ? [name.split('/')[0] ?? ''] : [])))
  const titles = await titlesOf(ctx, items)
  return items
    .filter((name) => !composites.has(name))
    .map((item) => {
      const [one, other] = [a!.get(item)!, b!.get(item)!]
      return {
        item,
        title: titles.get(item) ?? '',
        answerA: one.answer,
        answerB: other.answer,
        right: one.right,
        timeA: one.time,
        timeB: other.time,
        relation: relationOf(one, other),
      }
    })
}

function relationOf(one: Side, other: Side): Line['relation'] {
  if (one.answer === '' || other.answer === '' || [one.state, other.state].some((state) => state === 'v' || state === 'b'))
    return 'notCompared'
  if (one.answer !== other.answer) return 'different'
  return one.state === 'r' ? 'sameRight' : 'sameWrong'
}

async function titlesOf({ db }: Ctx, items: readonly string[]): Promise<Map<string, string>> {
  const ids = [...new Set(items.map((name) => name.split('/')[0] ?? ''))]
  const rows = await db.selectFrom('qu').where(among('id', ids)).select(['id', 'title', 'body']).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    items.map((name) => {
      const [quId = '', subId = ''] = name.split('/')
      const row = byId.get(quId)
      const sub = (row?.body as unknown as QuestionBody | undefined)?.subs.find((one) => one.id === subId)
      return [name, sub ? plainText(sub.content) : (row?.title ?? '')]
    }),
  )
}

/** Pairs, answers and questions of an exam, of papers within the caller's scope. Fails notFound, also without a finished comparison. */
export async function exportSimilar(ctx: Ctx, { examId }: Input<Calls['export']>): Promise<FileReply> {
  const { title } = await mustFindExam(ctx, examId)
  const run = await ctx.db.selectFrom('examSimilar').where('examId', '=', examId).selectAll().executeTakeFirst()
  if (!run || run.state !== SimilarState.done) return fail('notFound')
  const exams = await comparedExams(ctx, examId)
  const visible = await visiblePapers(ctx, exams)
  const pairs = await ctx.db
    .selectFrom('examSimilarPair')
    .where('examId', '=', examId)
    .where('paperA', 'in', visible)
    .where('paperB', 'in', visible)
    .orderBy('pLog10')
    .orderBy('id')
    .selectAll()
    .execute()
  const rows = await ctx.db
    .selectFrom('paperItem')
    .where(among('examId', exams))
    .where('paperId', 'in', visible)
    .orderBy('paperId')
    .select(['paperId', 'examId', 'items', 'states', 'picks', 'rights'])
    .execute()
  const people = await peopleOf(
    ctx,
    examId,
    rows.map((one) => one.paperId),
  )
  const figures = await ctx.db.selectFrom('examItemIrt').where('examId', '=', examId).orderBy('item').selectAll().execute()
  const body = await writeSheets(
    sheetsOf({
      title,
      run,
      pairs,
      rows,
      people: rows.flatMap(({ paperId, examId: exam }) => {
        const person = people.get(paperId)
        return person ? [{ ...person, exam }] : []
      }),
      figures,
      by: ctx.user.id,
      now: ctx.now,
    }),
  )
  return { name: `相似作答_${title}_${toWallClock(ctx.now).slice(0, 10)}.xlsx`, type: xlsxType, body }
}

const sheet = (name: string, headers: readonly string[], rows: SheetCell[][]) => ({
  name,
  columns: headers.map((header) => ({ header, width: 16 })),
  rows,
})

type Exported = {
  title: string
  run: {
    runTime: Date
    papers: number
    counts: readonly string[]
    lambda: number | null
    problem: string
    scoreError: number | null
    scoreNear: number | null
  }
  pairs: {
    paperA: string
    paperB: string
    family: PairFamily
    level: PairLevel
    common: number
    same: number
    sameWrong: number
    expected: number
    pLog10: number | null
    exactLog10: number | null
    groupNo: number
    together: number | null
  }[]
  rows: { paperId: string; items: string[]; states: string[]; picks: string[]; rights: string[] }[]
  people: { paperId: string; exam: string; userName: string; realName: string; deptCode_dictText: string }[]
  figures: { item: string; answers: number; a: number; b: number; seA: number; seB: number; dif: unknown }[]
  by: string
  now: Date
}

function sheetsOf({ title, run, pairs, rows, people, figures, by, now }: Exported) {
  return [
    sheet(
      'pairs',
      ['paper_a', 'paper_b', 'family', 'level', 'common', 'same', 'same_wrong', 'expected', 'p_log10', 'exact_log10', 'group', 'together'],
      pairs.map((one) => [
        one.paperA,
        one.paperB,
        pairFamily[one.family],
        one.level === PairLevel.kept ? '' : pairLevel[one.level],
        one.common,
        one.same,
        one.sameWrong,
        one.expected,
        one.pLog10 ?? '',
        one.exactLog10 ?? '',
        one.groupNo,
        one.together ?? '',
      ]),
    ),
    sheet(
      'papers',
      ['paper', 'exam', 'account', 'name', 'department'],
      people.map((one) => [one.paperId, one.exam, one.userName, one.realName, one.deptCode_dictText]),
    ),
    sheet(
      'answers',
      ['paper', 'item', 'state', 'pick', 'right'],
      rows.flatMap((row) =>
        row.items.map((item, at): SheetCell[] => [row.paperId, item, row.states[at]!, row.picks[at]!, row.rights[at]!]),
      ),
    ),
    sheet(
      'questions',
      ['item', 'answers', 'a', 'b', 'se_a', 'se_b', 'dif'],
      figures.map((one) => [one.item, one.answers, one.a, one.b, one.seA, one.seB, one.dif ? JSON.stringify(one.dif) : '']),
    ),
    sheet(
      'run',
      ['name', 'value'],
      [
        ['exam', title],
        ['computed', run.runTime],
        ['exported by', by],
        ['exported', now],
        ['papers', run.papers],
        ['pairs by family', run.counts.join(' ')],
        ['lambda', run.lambda ?? ''],
        ['score_error', run.scoreError === null ? '' : run.scoreError / 100],
        ['near_pass_mark', run.scoreNear ?? ''],
        ['problem', run.problem],
      ],
    ),
  ]
}
