// Papers as PDF: one file, or a zip of a few, restricted to what the caller may see.
import type { FileReply, Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { pictures } from '../../../kernel/picture.ts'
import { writeArchive } from '../../../kernel/archive.ts'
import { type App, can, type Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { openPrinter, type Picture, type Printer } from '../../../kernel/typeset/typeset.ts'
import { site } from '../../site/config/config.service.ts'
import type { Sight } from '../question/marked.rules.ts'
import { type BlankPaper, blankPaper } from './print-blank.format.ts'
import { fileNames, picturesIn, printedPaper } from './print.format.ts'
import { isBlind, withinPaperScope } from '../grade/paper-scope.service.ts'
import { anonymous, type Listed, listedPapers, mustFindOwn, ownVisibility, readMarked } from './result.service.ts'
import { among } from '../../../kernel/database.ts'

const everything: Sight = { score: true, answer: true }
const MOST_PICTURE = 20 * 1024 * 1024
/** pixels; enough for a picture of half a page */
const WIDEST = 1_200
const SHOWN_WIDEST = 480

/** A paper's row with the account name, for file names. */
export const printable = (db: Database) => listedPapers(db).select('sysUser.userName')
export type Printable = Listed & { userName: string }

/** The PDF of one paper. The printer caches pictures, so a batch reads each only once. */
export async function printOne({ app, db }: Pick<Ctx, 'app' | 'db'>, printer: Printer, row: Printable, sight: Sight): Promise<Uint8Array> {
  const marked = await readMarked(db, row, sight)
  const doc = printedPaper({ ...marked, userName: row.userName }, (await site({ app })).siteName)
  return printer.print(doc, picturesIn(doc), (src) => pictureOf(app, src))
}

/** The PDF of a paper without a candidate; scores in 1/100 point. Fails printFailed. */
export async function printBlank({ app }: Ctx, paper: BlankPaper): Promise<FileReply> {
  const doc = blankPaper(paper, (await site({ app })).siteName)
  const printer = await openPrinter(app)
  try {
    const body = await printer.print(doc, picturesIn(doc), (src) => pictureOf(app, src))
    return { name: `${paper.title}.pdf`, type: 'application/pdf', body }
  } finally {
    await printer.close()
  }
}

/**
 * The PDF of an own paper, restricted by the exam's settings, or of any paper with paper:export. Fails notFound, resultHidden. Answers with a limited
 * number of views are left out.
 */
export async function exportPdf(ctx: Ctx, { id }: Input<(typeof paper)['export-pdf']>): Promise<FileReply> {
  const { row, sight } = await seen(ctx, id)
  const printer = await openPrinter(ctx.app)
  try {
    const body = await printOne(ctx, printer, row, sight)
    return { name: fileNames([{ ...row, deptCode_dictText: row.deptName ?? '' }])[0] ?? 'paper.pdf', type: 'application/pdf', body }
  } finally {
    await printer.close()
  }
}

async function seen(ctx: Ctx, id: string): Promise<{ row: Printable; sight: Sight }> {
  const { db, user } = ctx
  const owner = must(
    await db.selectFrom('paper').where('id', '=', id).where('state', '>=', PaperState.open).select('userId').executeTakeFirst(),
  )
  if (owner.userId === user.id) {
    const row = await mustFindOwn(ctx, id)
    const sight = await ownVisibility(ctx, row)
    return { row: { ...row, userName: user.userName }, sight: { ...sight, answer: sight.answer && row.answerLooks === 0 } }
  }
  // without the right the answer must not reveal whether the paper exists
  if (!can(ctx, 'paper:export')) fail('notFound')
  const row = must(
    await printable(db)
      .where('paper.id', '=', id)
      .where(await withinPaperScope(ctx))
      .executeTakeFirst(),
  )
  if (row.state === PaperState.open) fail('resultHidden')
  return { row: isBlind(ctx, row) ? { ...anonymous(row), userName: '' } : row, sight: everything }
}

/** A zip of a few papers. Fails notFound if one is outside the data scope or still open. */
export async function exportZip(ctx: Ctx, { ids }: Input<(typeof paper)['export-zip']>): Promise<FileReply> {
  const wanted = [...new Set(ids)]
  const rows = await printable(ctx.db)
    .where(among('paper.id', wanted))
    .where('paper.state', '>', PaperState.open)
    .where(await withinPaperScope(ctx))
    .orderBy('paper.id')
    .execute()
  if (rows.length < wanted.length) fail('notFound')
  const people = rows.map((row) => (isBlind(ctx, row) ? { ...anonymous(row), userName: '' } : row))
  const names = fileNames(people.map(({ deptName, ...row }) => ({ ...row, deptCode_dictText: deptName ?? '' })))
  const printer = await openPrinter(ctx.app)
  try {
    const files: Record<string, Uint8Array> = {}
    for (const [at, row] of people.entries()) files[names[at]!] = await printOne(ctx, printer, row, everything)
    return { name: '答卷.zip', type: 'application/zip', body: writeArchive(files) }
  } finally {
    await printer.close()
  }
}

const inlined = /^data:image\/(?:png|jpe?g|gif|webp);base64,([A-Za-z\d+/=]+)$/

/** A picture stored on this site, scaled down for printing; other URLs are never fetched. */
async function pictureOf(app: App, src: string): Promise<Picture | undefined> {
  try {
    const inline = inlined.exec(src)?.[1]
    const bytes = inline ? Buffer.from(inline, 'base64') : await app.storage.read(src, MOST_PICTURE)
    if (!bytes || bytes.length > MOST_PICTURE) return undefined
    const sharp = await pictures()
    const read = sharp(bytes, { limitInputPixels: 50_000_000 }).rotate()
    const { hasAlpha } = await read.metadata()
    const fitted = read.resize({ width: WIDEST, height: WIDEST * 2, fit: 'inside', withoutEnlargement: true })
    const { data, info } = await (hasAlpha ? fitted.png() : fitted.jpeg({ quality: 82 })).toBuffer({ resolveWithObject: true })
    // limits the height, so that a tall picture fits on a page
    const tall = (info.width / info.height) * 800
    return { src, bytes: Uint8Array.from(data), width: Math.round(Math.min(info.width, SHOWN_WIDEST, tall)) }
  } catch (error) {
    app.log.warn({ err: error, src: src.slice(0, 200) }, 'a picture could not be printed')
    return undefined
  }
}
