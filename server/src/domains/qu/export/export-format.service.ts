// Exports a bank as GIFT, Moodle XML with embedded pictures, or a QTI 3.0 or 2.2 package.
import { wording } from '../../../kernel/wording.ts'
import type { FileReply, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { qu } from '@shuyuan/contract/qu/qu.ts'
import { access, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Ctx } from '../../../kernel/ctx.ts'
import { writeArchive } from '../../../kernel/archive.ts'
import { mustFindRepo } from '../../repo/repo.service.ts'
import { MessageSet, type Portable } from '../exchange/exchange.rules.ts'
import { GiftWriter } from '../exchange/gift/gift-write.format.ts'
import { type Attachments, MoodleWriter } from '../exchange/moodle/moodle-write.format.ts'
import { itemOf22, manifestOf22 } from '../exchange/qti/qti22-write.format.ts'
import { QtiWriter } from '../exchange/qti/qti-write.format.ts'
import { lossesOfSheet } from '../exchange/sheet/sheet-loss.format.ts'
import { questionsOf } from './bank-rows.service.ts'

type Format = Exclude<Input<typeof qu.export>['format'], 'xlsx'>
const own = /\/files\/\d{6}\/[\da-f]{32}\.[a-z\d]{1,8}/g

/** A locally stored file; undefined if it cannot be read (deleted, or at a cloud provider). */
const fileAt = ({ app }: Ctx, url: string) => readFile(join(app.storage.root, url.slice('/files/'.length))).catch(() => undefined)

const addressesIn = (questions: Portable[]) =>
  new Set([...JSON.stringify(questions.map((one) => one.body)).matchAll(own)].map(([url]) => url))

/** Whether the file of an address is stored here, for the questions of a portion. */
async function storedIn({ app }: Ctx, questions: Portable[]): Promise<(url: string) => boolean> {
  const found = new Set<string>()
  for (const url of addressesIn(questions))
    await access(join(app.storage.root, url.slice('/files/'.length))).then(
      () => found.add(url),
      () => undefined,
    )
  return (url) => found.has(url)
}

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

/** The content of a bank that a format cannot express. Fails notFound. */
export async function exportLoss(
  ctx: Ctx,
  { repoId, format }: Input<(typeof qu)['export-loss']>,
): Promise<Output<(typeof qu)['export-loss']>> {
  await mustFindRepo(ctx, repoId)
  const sheet = new MessageSet()
  const gift = new GiftWriter()
  const moodle = new MoodleWriter()
  const qti = new QtiWriter()
  for await (const portion of questionsOf(ctx, repoId)) {
    const attachments = format === 'moodle' ? await attachmentsOf(ctx, portion) : new Map<string, never>()
    const isStored = format === 'qti' || format === 'qti22' ? await storedIn(ctx, portion) : () => true
    for (const question of portion) {
      if (format === 'xlsx') lossesOfSheet(question).forEach((one) => sheet.add(one))
      else if (format === 'gift') gift.add(question)
      else if (format === 'moodle') moodle.add(question, attachments)
      else qti.add(question, isStored)
    }
  }
  const lost = { xlsx: sheet, gift: gift.lost, moodle: moodle.lost, qti: qti.lost, qti22: qti.lost }[format]
  return { lost: [...lost].map((one) => wording(ctx, one)) }
}
