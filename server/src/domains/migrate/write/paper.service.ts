// Papers of another system as templates and exams, and results as scores of offline exams.
import { examDefaults } from '@shuyuan/contract/exam/exam-defaults.ts'
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import type { QuType } from '@shuyuan/contract/qu/content.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { addExamUsers } from '../../exam/entry/audience.service.ts'
import { saveExam } from '../../exam/exam.service.ts'
import { carryScores } from '../../paper/admission/carry.service.ts'
import { saveTmpl } from '../../tmpl/tmpl.service.ts'
import type { OldDraw, OldPaper, OldResult, OldSite } from '../old-site.format.ts'
import { digestOf, type Run, whyOf } from './run.service.ts'

const PASS = 0.6
const MINUTES = { default: 60, most: 1_440 }
const POINTS = { default: 100, most: 100_000 }
const PORTION = 500

/** Makes a template of each paper; one that cannot be published stays a draft. */
export async function bringPapers(run: Run, site: OldSite): Promise<void> {
  for (const paper of run.fresh('tmpl', site.papers, (row) => row.title)) {
    const store = (publish: boolean, note: string) =>
      run.portion(async (ctx) => {
        const { groups, lost } = groupsOf(run, paper, await chaptersOf(run, ctx, paper))
        if (groups.length === 0) return run.note('tmpl', paper.id, paper.title, 'refused', '没有一道题迁移成功')
        const form = { title: paper.title, remark: `由${site.title}迁移`, quShuffle: false, optionShuffle: false, groups, publish }
        const { id: newId } = await saveTmpl(ctx, form)
        await run.brought(ctx, 'tmpl', [{ oldId: paper.id, newId, made: true, given: digestOf(paper) }])
        const why = [note, lost > 0 ? `少了 ${lost} 题：没有迁移，或与前面的题内容相同` : ''].filter((one) => one !== '').join('；')
        return run.note('tmpl', paper.id, paper.title, 'made', why)
      })
    try {
      await store(true, '').catch((error: unknown) => store(false, `保存为草稿：${whyOf(error).zh}`))
    } catch (error) {
      run.note('tmpl', paper.id, paper.title, 'refused', whyOf(error).zh)
    }
  }
}

/** Ids of the chapters from which a paper draws, by the id of the bank in the other system and their title. */
async function chaptersOf(run: Run, { db }: Ctx, { groups }: OldPaper): Promise<Map<string, string>> {
  const banks = [...new Set(groups.flatMap(({ draws = [] }) => draws.map((one) => one.bankId)))]
  const chapters = new Map<string, string>()
  for (const bankId of banks) {
    const rows = await db
      .selectFrom('repoChapter')
      .where('repoId', '=', run.idOf('repo', bankId) ?? '0')
      .select(['id', 'title'])
      .execute()
    for (const { id, title } of rows) chapters.set(`${bankId} ${title}`, id)
  }
  return chapters
}

type Chapters = ReadonlyMap<string, string>

function drawOf(run: Run, { bankId, chapter, quType, count, points }: OldDraw, chapters: Chapters) {
  const repoId = run.idOf('repo', bankId)
  const chapterId = chapter === '' ? '' : chapters.get(`${bankId} ${chapter.slice(0, 100).trim()}`)
  if (repoId === undefined || chapterId === undefined) return []
  return [{ repoId, chapterId, quType: quType as QuType, level: null, count, perScore: pointsOf(points) }]
}

const pointsOf = (points: number) => Math.min(points > 0 ? points : POINTS.default, POINTS.most)

/** The groups with ids of this site; a question stands once, as does its content. */
function groupsOf(run: Run, { groups }: OldPaper, chapters: Chapters) {
  const seen = new Set<string>()
  let lost = 0
  const made = groups.map(({ title, picks, draws = [] }) => ({
    title: title.slice(0, 100),
    mode: draws.length > 0 ? ('draw' as const) : ('fixed' as const),
    draws: draws.flatMap((one) => {
      const drawn = drawOf(run, one, chapters)
      if (drawn.length === 0) lost += one.count
      return drawn
    }),
    quList: picks.flatMap(({ questionId, points }) => {
      const quId = run.idOf('qu', questionId)
      if (quId === undefined || seen.has(quId)) lost++
      if (quId === undefined || seen.has(quId)) return []
      seen.add(quId)
      return [{ quId, score: pointsOf(points) }]
    }),
  }))
  return { groups: made.filter((one) => one.quList.length + one.draws.length > 0), lost }
}

const passOf = (total: number, { passScore }: Pick<OldPaper, 'passScore'>) =>
  passScore > 0 && passScore <= total ? passScore : Math.round(total * PASS)

const formOf = (paper: OldPaper, tmplId: string, total: number) => ({
  ...examDefaults,
  title: paper.title,
  remark: '',
  tmplId,
  price: 0,
  markTolerance: 100,
  password: '',
  deptCodes: [],
  groupIds: [],
  userIds: [],
  markOptions: { blankShortZero: true, ignoreCase: true, negative: false },
  minutes: Math.min(paper.minutes > 0 ? paper.minutes : MINUTES.default, MINUTES.most),
  passScore: passOf(total, paper),
})

const tmplOf = ({ db }: Ctx, id: string) =>
  db.selectFrom('tmpl').where('id', '=', id).select(['totalScore', 'state']).executeTakeFirstOrThrow()

/** Makes a draft of each exam that the other system has not closed yet. */
export async function bringExams(run: Run, site: OldSite): Promise<void> {
  const now = run.app.clock()
  const open = site.papers.filter((one) => (one.until === null ? one.isOpen === true : one.until > now))
  for (const paper of run.fresh('exam', open, (row) => row.title)) {
    const tmplId = run.idOf('tmpl', paper.id)
    if (tmplId === undefined) run.note('exam', paper.id, paper.title, 'refused', '它的试卷没有迁移')
    else
      await run
        .portion(async (ctx) => {
          const { totalScore } = await tmplOf(ctx, tmplId)
          const form = { ...formOf(paper, tmplId, totalScore), startTime: paper.from, endTime: paper.until, draft: true }
          const { id: newId } = await saveExam(ctx, form)
          await run.brought(ctx, 'exam', [{ oldId: paper.id, newId, made: true, given: digestOf(paper) }])
          run.note('exam', paper.id, paper.title, 'made', '草稿：核对考生范围和及格分后发布')
        })
        .catch((error: unknown) => run.note('exam', paper.id, paper.title, 'refused', whyOf(error).zh))
  }
}

/** Makes an offline exam for each paper with results, and stores the best result of each user. */
export async function bringResults(run: Run, site: OldSite): Promise<void> {
  const papers = new Map(site.papers.map((one) => [one.id, one]))
  for (const [paperId, results] of Map.groupBy(site.results, (one) => one.paperId)) {
    const paper = papers.get(paperId)
    const fresh = run.fresh('paper', results, (row) => `${paper?.title ?? ''} ${row.id}`)
    const best = bestOf(run, fresh, paper?.title ?? '')
    if (paper && best.length > 0)
      await bringScores(run, paper, best).catch((error: unknown) => refuseAll(run, paper, best, whyOf(error).zh))
  }
}

type Best = OldResult & { newUserId: string; times: number }

/** One result of each user. */
function bestOf(run: Run, results: readonly OldResult[], title: string): Best[] {
  const byUser = new Map<string, Best>()
  for (const one of results) {
    const newUserId = run.idOf('user', one.userId)
    const before = newUserId === undefined ? undefined : byUser.get(newUserId)
    if (newUserId === undefined) run.note('paper', one.id, title, 'refused', '它的用户没有迁移')
    else if (!before) byUser.set(newUserId, { ...one, newUserId, times: 1 })
    else {
      const [better, other] = one.score > before.score ? [one, before] : [before, one]
      byUser.set(newUserId, { ...better, newUserId, times: before.times + 1 })
      run.note('paper', other.id, title, 'left', '同一用户另有分数更高的一次')
    }
  }
  return [...byUser.values()]
}

const refuseAll = (run: Run, paper: OldPaper, results: readonly Best[], why: string) => {
  for (const one of results) run.note('paper', one.id, paper.title, 'refused', why)
}

async function bringScores(run: Run, paper: OldPaper, results: readonly Best[]): Promise<void> {
  const tmplId = run.idOf('tmpl', paper.id)
  if (tmplId === undefined) return refuseAll(run, paper, results, '它的试卷没有迁移')
  const examId = await historyOf(run, paper, tmplId, results)
  const taken = new Set(
    (await run.ctx().db.selectFrom('paper').where('examId', '=', examId).select('userId').execute()).map((row) => row.userId),
  )
  const free = results.filter((one) => !taken.has(one.newUserId))
  refuseAll(
    run,
    paper,
    results.filter((one) => taken.has(one.newUserId)),
    '此用户在这场考试里已有成绩',
  )
  for (let from = 0; from < free.length; from += PORTION) {
    const some = free.slice(from, from + PORTION)
    await run.portion(async (ctx) => {
      const ids = await carryScores(
        ctx,
        examId,
        some.map((one) => scoreOf(paper, one)),
      )
      // those who have a result are the audience, so that the list of absent candidates stays empty
      await addExamUsers(
        ctx,
        examId,
        some.map((one) => one.newUserId),
      )
      await run.brought(
        ctx,
        'paper',
        some.map(({ newUserId: _user, times: _times, ...one }, at) => ({
          oldId: one.id,
          newId: ids[at] ?? '',
          made: true,
          given: digestOf(one),
        })),
      )
      for (const one of some) run.note('paper', one.id, paper.title, 'made', one.times > 1 ? `共 ${one.times} 次，取最高分` : '')
    })
  }
}

const scoreOf = (paper: OldPaper, { newUserId, score, total, handTime, seconds, times }: Best) => ({
  userId: newUserId,
  score,
  total,
  passScore: passOf(total, paper),
  handTime,
  startTime: new Date(handTime.getTime() - seconds * 1_000),
  remark: `迁移的成绩${times > 1 ? `，共 ${times} 次取最高分` : ''}`,
})

/** The offline exam for the results of a paper. */
async function historyOf(run: Run, paper: OldPaper, tmplId: string, results: readonly Best[]): Promise<string> {
  const oldId = `${paper.id}/results`
  const known = run.idOf('exam', oldId)
  if (known !== undefined) return known
  const times = results.map((one) => one.handTime.getTime())
  return run.portion(async (ctx) => {
    const { totalScore } = await tmplOf(ctx, tmplId)
    const { id: newId } = await saveExam(ctx, {
      ...formOf(paper, tmplId, totalScore),
      title: `${paper.title.slice(0, 92)}（历史成绩）`,
      remark: '由旧系统迁移的成绩',
      offline: true,
      openType: ExamOpenType.persons,
      userIds: results.map((one) => one.newUserId),
      startTime: new Date(Math.min(...times) - 1_000),
      endTime: new Date(Math.max(...times)),
    })
    await run.brought(ctx, 'exam', [{ oldId, newId, made: true, given: digestOf(paper) }])
    run.note('exam', oldId, `${paper.title}（历史成绩）`, 'made', '线下考试，保存旧系统的成绩')
    return newId
  })
}
