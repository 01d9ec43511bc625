// Question banks of another system.
import type { Ctx } from '../../../kernel/ctx.ts'
import { levelsOf } from '../../qu/bank/level.service.ts'
import { type JudgedQuestion, judgeCarried, questionsAlike, storeCarried } from '../../qu/import/carry.service.ts'
import { saveRepo } from '../../repo/repo.service.ts'
import type { OldBank, OldQuestion, OldSite } from '../old-site.format.ts'
import { addressesIn, bringFiles, withAddresses } from './file.service.ts'
import { type Brought, digestOf, type Run, whyOf } from './run.service.ts'

const PORTION = 200
const TITLE = 60

/** A free name for a bank: names of banks are unique. */
async function freeTitle({ db }: Ctx, title: string, by: string): Promise<string> {
  for (const one of [title, `${title}（${by}）`, ...Array.from({ length: 98 }, (_, at) => `${title}（${by} ${at + 2}）`)])
    if (!(await db.selectFrom('repo').where('title', '=', one).select('id').executeTakeFirst())) return one
  return title
}

export async function bringBanks(run: Run, site: OldSite): Promise<void> {
  for (const bank of run.fresh('repo', site.banks, (row) => row.title)) {
    const { id, title, remark } = bank
    await run
      .portion(async (ctx) => {
        const free = await freeTitle(ctx, title, site.title)
        const form = { title: free, remark, isExam: true, isTrain: false, price: 0, cover: '', costPoints: 0, trainHours: '' }
        const { id: newId } = await saveRepo(ctx, form)
        await run.brought(ctx, 'repo', [{ oldId: id, newId, made: true, given: digestOf(bank) }])
        run.note('repo', id, title, 'made', free === title ? '' : `本站已有同名题库，名称为 ${free}`)
      })
      .catch((error: unknown) => run.note('repo', id, title, 'refused', whyOf(error).zh))
  }
  const byBank = Map.groupBy(site.questions, (one) => one.bankId)
  for (const { id } of site.banks) await bringQuestions(run, site, { id }, byBank.get(id) ?? [])
}

async function bringQuestions(run: Run, site: OldSite, { id }: Pick<OldBank, 'id'>, questions: readonly OldQuestion[]): Promise<void> {
  const repoId = run.idOf('repo', id)
  const fresh = run.fresh('qu', questions, (row) => row.body.content.slice(0, TITLE))
  if (repoId === undefined) {
    for (const one of fresh) run.note('qu', one.id, '', 'refused', '它的题库没有迁移')
    return
  }
  const highest = Math.max(...(await levelsOf(run.ctx())).map(([code]) => code))
  for (let from = 0; from < fresh.length; from += PORTION) {
    const some = fresh.slice(from, from + PORTION)
    const addresses = await bringFiles(
      run,
      site,
      some.flatMap((one) => addressesIn(allHtml(one))),
    )
    const judged = some.map((old) => ({ old, judged: judgeCarried(placed({ ...old, level: Math.min(old.level, highest) }, addresses)) }))
    try {
      await run.portion((ctx) => storePortion(run, ctx, repoId, judged))
    } catch (error) {
      const why = whyOf(error).zh
      for (const { old, judged: one } of judged) run.note('qu', old.id, one.title.slice(0, TITLE), 'refused', why)
    }
  }
}

type Checked = { old: OldQuestion; judged: JudgedQuestion }
const warned = ({ old, judged: { warnings } }: Checked) => [...(old.lost ?? []), ...warnings.map((one) => one.zh)].join('；')

/** Stores what has no errors. A question whose content the bank has already, from here or from an earlier row, is that one. */
async function storePortion(run: Run, ctx: Ctx, repoId: string, checked: readonly Checked[]): Promise<void> {
  const right = checked.filter(({ old, judged }) => {
    if (judged.errors.length > 0)
      run.note('qu', old.id, judged.title.slice(0, TITLE), 'refused', judged.errors.map((one) => one.zh).join('；'))
    return judged.errors.length === 0
  })
  const ids = await questionsAlike(
    ctx,
    repoId,
    right.map(({ judged }) => judged.fingerprint),
  )
  const added = new Map<string, JudgedQuestion>()
  for (const { judged } of right) if (!ids.has(judged.fingerprint) && !added.has(judged.fingerprint)) added.set(judged.fingerprint, judged)
  const stored = await storeCarried(ctx, repoId, [...added.values()])
  for (const [at, fingerprint] of [...added.keys()].entries()) ids.set(fingerprint, stored[at] ?? '')
  const rows: Brought[] = right.map((one) => {
    const { old, judged } = one
    const made = added.delete(judged.fingerprint)
    run.note('qu', old.id, judged.title.slice(0, TITLE), made ? 'made' : 'linked', made ? warned(one) : '题库里已有内容相同的试题')
    return { oldId: old.id, newId: ids.get(judged.fingerprint) ?? '', made, given: digestOf(old) }
  })
  await run.brought(ctx, 'qu', rows)
}

const htmlFields = ['content', 'analysis', 'modelAnswer'] as const
type Body = OldQuestion['body']

const allHtml = ({ body }: OldQuestion): string => JSON.stringify(body).replaceAll(String.raw`\"`, '"')

/** The question with addresses of this site in all its HTML. */
function placed(question: OldQuestion, addresses: ReadonlyMap<string, string>): OldQuestion {
  const items = <T extends { content: string }>(all: T[] | undefined) =>
    all?.map((one) => ({ ...one, content: withAddresses(one.content, addresses) }))
  const simple = <T extends Omit<Body, 'subs'>>(one: T): T => ({
    ...one,
    ...Object.fromEntries(htmlFields.flatMap((name) => (one[name] === undefined ? [] : [[name, withAddresses(one[name], addresses)]]))),
    ...(one.options && { options: items(one.options) }),
    ...(one.left && { left: items(one.left) }),
    ...(one.right && { right: items(one.right) }),
  })
  const { body } = question
  return { ...question, body: { ...simple(body), ...(body.subs && { subs: body.subs.map(simple) }) } }
}
