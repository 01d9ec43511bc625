// Exports a bank as GIFT, Moodle XML with embedded pictures, a package of QTI 3.0, 2.2 or 1.2, or a paper of Word.
import { wording } from '../../../kernel/localized.ts'
import type { FileReply, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { qu } from '@shuyuan/contract/qu/qu.ts'
import { basename } from 'node:path'
import type { Ctx } from '../../../kernel/ctx.ts'
import { writeArchive } from '../../../kernel/archive.ts'
import { mustFindRepo } from '../../repo/repo.service.ts'
import { MessageSet, type Portable } from '../exchange/exchange.rules.ts'
import { GiftWriter } from '../exchange/gift/gift-write.format.ts'
import { type Attachments, MoodleWriter } from '../exchange/moodle/moodle-write.format.ts'
import { BANK12, Qti12Writer } from '../exchange/qti/qti12-write.format.ts'
import { itemOf22, manifestOf22 } from '../exchange/qti/qti22-write.format.ts'
import { QtiWriter } from '../exchange/qti/qti-write.format.ts'
import { lossesOfSheet } from '../exchange/sheet/sheet-loss.format.ts'
import { questionsOf } from './bank-rows.service.ts'
import { wordPaper, wordWriterOf } from './export-word.service.ts'
import { addressesIn, fileAt, storedIn } from './stored-files.service.ts'

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
type Format = Exclude<Input<typeof qu.export>['format'], 'xlsx'>

async function attachmentsOf(ctx: Ctx, questions: Portable[]): Promise<Attachments> {
  const found = new Map<string, { name: string; base64: string }>()
  for (const url of addressesIn(questions)) {
    const bytes = await fileAt(ctx, url)
    if (bytes) found.set(url, { name: basename(url), base64: bytes.toString('base64') })
  }
  return found
}

/** The bank as a download in the given format. */
export async function exportAs(ctx: Ctx, repo: { id: string; title: string }, format: Format): Promise<FileReply> {
  const name = repo.title.replaceAll(/[\\/:*?"<>|]/g, '_')
  if (format === 'qti' || format === 'qti22')
    return { name: `${name}.zip`, type: 'application/zip', body: await qtiPackage(ctx, repo.id, format === 'qti' ? asWritten : as22) }
  if (format === 'word' || format === 'wordBlank')
    return { name: `${name}.docx`, type: docxType, body: await wordPaper(ctx, repo, format === 'word') }
  if (format === 'qti12') return { name: `${name}.zip`, type: 'application/zip', body: await oldPackage(ctx, repo) }
  if (format === 'gift') return { name: `${name}.gift.txt`, type: 'text/plain; charset=utf-8', body: giftText(ctx, repo.id) }
  return { name: `${name}.xml`, type: 'application/xml; charset=utf-8', body: moodleText(ctx, repo.id) }
}

async function* giftText(ctx: Ctx, repoId: string): AsyncGenerator<Uint8Array> {
  const writer = new GiftWriter()
  for await (const portion of questionsOf(ctx, repoId)) yield Buffer.from(portion.map((one) => writer.add(one)).join(''))
}

async function* moodleText(ctx: Ctx, repoId: string): AsyncGenerator<Uint8Array> {
  const writer = new MoodleWriter()
  yield Buffer.from(writer.head)
  for await (const portion of questionsOf(ctx, repoId)) {
    const attachments = await attachmentsOf(ctx, portion)
    for (const question of portion) yield Buffer.from(writer.add(question, attachments))
  }
  yield Buffer.from(writer.foot)
}

type Version = { item: (xml: string) => string; manifest: (xml: string) => string }
const asWritten: Version = { item: (xml) => xml, manifest: (xml) => xml }
const as22: Version = { item: itemOf22, manifest: manifestOf22 }

async function qtiPackage(ctx: Ctx, repoId: string, version: Version): Promise<Uint8Array> {
  const writer = new QtiWriter()
  const files: Record<string, Uint8Array> = {}
  for await (const portion of questionsOf(ctx, repoId)) {
    const isStored = await storedIn(ctx, portion)
    for (const question of portion) {
      const { path, xml } = writer.add(question, isStored)
      files[path] = Buffer.from(version.item(xml))
    }
  }
  for (const [url, path] of writer.files) {
    const bytes = await fileAt(ctx, url)
    if (bytes) files[path] = bytes
  }
  files['imsmanifest.xml'] = Buffer.from(version.manifest(writer.manifest()))
  return writeArchive(files)
}

async function oldPackage(ctx: Ctx, repo: { id: string; title: string }): Promise<Uint8Array> {
  const writer = new Qti12Writer()
  const items: string[] = []
  for await (const portion of questionsOf(ctx, repo.id)) {
    const isStored = await storedIn(ctx, portion)
    for (const question of portion) items.push(writer.add(question, isStored))
  }
  const files: Record<string, Uint8Array> = {
    'imsmanifest.xml': Buffer.from(writer.manifest(repo.title)),
    [BANK12]: Buffer.from(`${writer.head(repo.title)}${items.join('')}${writer.foot}`),
  }
  for (const [url, path] of writer.files) {
    const bytes = await fileAt(ctx, url)
    if (bytes) files[path] = bytes
  }
  return writeArchive(files)
}

/** The content of a bank that a format cannot express. Fails notFound. */
export async function exportLoss(
  ctx: Ctx,
  { repoId, format }: Input<(typeof qu)['export-loss']>,
): Promise<Output<(typeof qu)['export-loss']>> {
  await mustFindRepo(ctx, repoId)
  if (format === 'word' || format === 'wordBlank')
    return { lost: [...(await wordWriterOf(ctx, repoId, format === 'word')).lost].map((one) => wording(ctx, one)) }
  const sheet = new MessageSet()
  const gift = new GiftWriter()
  const moodle = new MoodleWriter()
  const qti = new QtiWriter()
  const qti12 = new Qti12Writer()
  for await (const portion of questionsOf(ctx, repoId)) {
    const attachments = format === 'moodle' ? await attachmentsOf(ctx, portion) : new Map<string, never>()
    const isStored = format.startsWith('qti') ? await storedIn(ctx, portion) : () => true
    for (const question of portion) {
      if (format === 'xlsx') lossesOfSheet(question).forEach((one) => sheet.add(one))
      else if (format === 'gift') gift.add(question)
      else if (format === 'moodle') moodle.add(question, attachments)
      else if (format === 'qti12') qti12.add(question, isStored)
      else qti.add(question, isStored)
    }
  }
  const lost = { xlsx: sheet, gift: gift.lost, moodle: moodle.lost, qti: qti.lost, qti22: qti.lost, qti12: qti12.lost }[format]
  return { lost: [...lost].map((one) => wording(ctx, one)) }
}
