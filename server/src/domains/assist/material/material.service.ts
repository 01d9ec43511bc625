// The text of what questions are made of: a pasted text, a course file or a notice, which the caller may read.
import type { assistText } from '@shuyuan/contract/assist/questions/questions.ts'
import type { MaterialSource } from '@shuyuan/contract/assist/questions/questions.ts'
import { say } from '@shuyuan/contract/assist/assist.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { NoticeState } from '@shuyuan/contract/message/notice.ts'
import { type App, can, type Ctx } from '../../../kernel/ctx.ts'
import { fail, Failure, must } from '../../../kernel/fail.ts'
import { wording } from '../../../kernel/localized.ts'
import { plainText } from '../../../kernel/richtext.ts'
import { runSheetWorker } from '../../../kernel/sheet/sheet-worker.ts'
import { TaskRefused } from '../../common/task.service.ts'
import { openSource } from '../../course/media/media-run.service.ts'
import { type Page, type Passage, passagesOf, tidyText } from './passages.rules.ts'

const worker = new URL('./material.worker.ts', import.meta.url)
const readable = /\.(?:pdf|docx|pptx|txt|md|vtt|srt)$/i

/** What a run keeps of its material: where its text is, or the text. */
export type Kept =
  | { kind: 'text'; title: string; text: string }
  | { kind: 'file'; title: string; id: string; from: number; to: number }
  | { kind: 'notice'; title: string; id: string }

const fileOf = async (db: Ctx['db'], id: string) =>
  must(
    await db
      .selectFrom('courseFile')
      .where('id', '=', id)
      .select(['title', 'fileName', 'fileUrl', 'viewUrl', 'rendition', 'fileSize'])
      .executeTakeFirst(),
  )

/** The material as a run keeps it. Fails notFound for a file or notice, forbidden for callers without a tag that reads it. */
export async function keptOf(ctx: Pick<Ctx, 'db' | 'user'>, source: MaterialSource): Promise<Kept> {
  if ('text' in source) {
    const text = tidyText(source.text)
    return { kind: 'text', title: text.split('\n')[0]?.slice(0, 40) ?? '', text }
  }
  if ('fileId' in source) {
    if (!can(ctx, 'course:file:list') && !can(ctx, 'course:list')) fail('forbidden')
    const { title } = await fileOf(ctx.db, source.fileId)
    return { kind: 'file', title, id: source.fileId, from: source.from ?? 1, to: source.to ?? 100_000 }
  }
  const { title } = await noticeOf(ctx, source.noticeId)
  return { kind: 'notice', title, id: source.noticeId }
}

/** A notice that is shown to everybody, or that the caller edits. Fails notFound. */
async function noticeOf(ctx: Pick<Ctx, 'db' | 'user'>, id: string) {
  const row = must(await ctx.db.selectFrom('sysNotice').where('id', '=', id).select(['title', 'content', 'state']).executeTakeFirst())
  if (row.state !== NoticeState.shown && !can(ctx, 'sys:notice:update')) fail('notFound')
  return row
}

/** The passages of a material. Fails assistMaterial with the reason where it has no text. */
export async function passagesIn(app: App, kept: Kept): Promise<Passage[]> {
  const passages = passagesOf(await pagesIn(app, kept))
  if (passages.length === 0) fail('assistMaterial', kept.kind === 'file' ? say('materialPages') : say('materialShort'))
  return passages
}

async function pagesIn(app: App, kept: Kept): Promise<Page[]> {
  if (kept.kind === 'text') return [{ at: 0, text: kept.text }]
  if (kept.kind === 'notice') {
    const row = must(await app.db.selectFrom('sysNotice').where('id', '=', kept.id).select('content').executeTakeFirst())
    return [{ at: 0, text: paragraphs(row.content) }]
  }
  const pages = await filePages(app, kept.id)
  return pages.filter(({ at }) => at === 0 || (at >= kept.from && at <= kept.to))
}

/** The plain text of rich text, a line for each paragraph. */
const paragraphs = (html: string) => plainText(html.replaceAll(/<\/(?:p|li|h\d|tr|div)>|<br\s*\/?>/g, '$&⏎')).replaceAll('⏎', '\n')

/** The pages of a course file; of an office document those of its PDF, where there is one. Fails assistMaterial with the reason. */
async function filePages(app: App, id: string): Promise<Page[]> {
  const file = await fileOf(app.db, id)
  const isMade = file.rendition === 'pdf' && file.viewUrl !== ''
  const name = isMade ? 'document.pdf' : file.fileName
  if (!readable.test(name)) return fail('assistMaterial', say('materialKind'))
  const { path, remove } = await openSource(
    app,
    { fileUrl: isMade ? file.viewUrl : file.fileUrl, size: Number(file.fileSize) },
    AbortSignal.timeout(60_000),
  ).catch((error: unknown) => (error instanceof TaskRefused ? fail('assistMaterial', say('materialGone')) : Promise.reject(error)))
  const pages: Page[] = []
  try {
    await runSheetWorker(app, worker, { path, name }, (page) => void pages.push(page as Page))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return fail('assistMaterial', say('materialKind'))
  } finally {
    await remove()
  }
  if (pages.every((one) => tidyText(one.text) === '')) fail('assistMaterial', say('materialNone'))
  return pages
}

/** How much text a course file has. Fails notFound, forbidden. */
export async function findFileText(ctx: Ctx, { fileId }: Input<typeof assistText.detail>): Promise<Output<typeof assistText.detail>> {
  const kept = await keptOf(ctx, { fileId })
  try {
    const pages = (await filePages(ctx.app, fileId)).map(({ at, text }) => ({ at, chars: tidyText(text).length }))
    return { title: kept.title, pages, chars: pages.reduce((sum, one) => sum + one.chars, 0), error: '' }
  } catch (error) {
    if (!(error instanceof Failure) || error.reason !== 'assistMaterial') throw error
    return { title: kept.title, pages: [], chars: 0, error: wording(ctx, error.refusal) }
  }
}
