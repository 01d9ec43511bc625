// Exports a bank as a paper of Word, with its pictures.
import { setImmediate as breathe } from 'node:timers/promises'
import type { Ctx } from '../../../kernel/ctx.ts'
import { pictures } from '../../../kernel/picture.ts'
import { levelsOf } from '../bank/level.service.ts'
import { wordDocument, type WordPicture } from '../exchange/word/word-package.format.ts'
import { inlinesIn, WordWriter } from '../exchange/word/word-write.format.ts'
import { questionsOf } from './bank-rows.service.ts'
import { fileAt, storedIn } from './stored-files.service.ts'

/** Questions between two turns of other requests. */
const BATCH = 20
/** Kinds that Word shows; others become PNG. */
const kinds: Record<string, string> = { png: 'png', jpeg: 'jpg', gif: 'gif' }

/** A picture of the site; undefined where it is no picture, or cannot be read. */
async function pictureAt(ctx: Ctx, url: string): Promise<WordPicture | undefined> {
  try {
    const bytes = await fileAt(ctx, url)
    if (!bytes) return undefined
    const sharp = await pictures()
    const { format, width, height } = await sharp(bytes).metadata()
    const extension = kinds[format]
    if (extension !== undefined) return { bytes, extension, width, height }
    return { bytes: await sharp(bytes).png().toBuffer(), extension: 'png', width, height }
  } catch {
    return undefined
  }
}

/** The writer with all questions of the bank. */
export async function wordWriterOf(ctx: Ctx, repoId: string, hasAnswers: boolean): Promise<WordWriter> {
  const writer = new WordWriter(hasAnswers, await levelsOf(ctx))
  for await (const portion of questionsOf(ctx, repoId)) {
    const isStored = await storedIn(ctx, portion)
    for (const [at, question] of portion.entries()) {
      writer.add(question, isStored)
      // a question is read back when it is written, which takes most of a millisecond
      if (at % BATCH === 0) await breathe()
    }
  }
  return writer
}

/** The bank as a document. */
export async function wordPaper(ctx: Ctx, repo: { id: string; title: string }, hasAnswers: boolean): Promise<Uint8Array> {
  const writer = await wordWriterOf(ctx, repo.id, hasAnswers)
  const blocks = writer.blocks(repo.title)
  const pictures = new Map<string, WordPicture>()
  for (const one of inlinesIn(blocks)) {
    if (one.kind !== 'image' || pictures.has(one.src)) continue
    const picture = await pictureAt(ctx, one.src)
    if (picture) pictures.set(one.src, picture)
  }
  return wordDocument(blocks, pictures)
}
