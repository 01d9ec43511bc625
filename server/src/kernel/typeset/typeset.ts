// Prints documents as PDF in a worker thread: at most two at a time per process, each with limits on time and size.
import { Worker } from 'node:worker_threads'
import type { App } from '../ctx.ts'
import { appPart } from '../part.ts'
import { fail } from '../fail.ts'
import { missingHere } from '../native.ts'

/** Rich text, which is sanitized, or plain text; optionally with a picture below. */
export type Prose = ({ html: string } | { text: string }) & { image?: string | undefined }
export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'dim'
export type Block =
  | { kind: 'heading'; text: string; aside: string }
  | { kind: 'question'; number: string; label: string; aside: string; tone: Tone; part: boolean; blocks: Block[] }
  | { kind: 'prose'; prose: Prose }
  | { kind: 'note'; label: string; prose: Prose }
  | { kind: 'line'; label: string; text: string; tone: Tone }
  | { kind: 'choices'; items: { tag: string; prose: Prose; note: string; tone: Tone }[] }
  | { kind: 'table'; header: string[]; rows: { prose: Prose; tone: Tone }[][] }
  /** ruled lines to write on, 9 mm each */
  | { kind: 'space'; lines: number }
export type SheetDoc = { school: string; title: string; running: string; foot: string; facts: [string, string][]; blocks: Block[] }
/** PNG or JPEG, `width` in pixels; `src` is its address in the document. */
export type Picture = { src: string; bytes: Uint8Array; width: number }
/** An item of a certificate in mm; `src` is the address of a picture, `svg` a drawn code. */
export type CertificateItem = {
  type: string
  x: number
  y: number
  w: number
  h: number
  text: string
  size: number
  bold: boolean
  align: string
  color: string
  spacing: number
  src?: string
  svg?: string
}
/** A page of a certificate; width and height in mm, `background` is the address of a picture. */
export type CertificateDoc = { title: string; width: number; height: number; background?: string; items: CertificateItem[] }
export type PrintJob = { doc: SheetDoc; brought: Picture[] } | { certificate: CertificateDoc; brought: Picture[] }
export type PrintReply = { pdf: Uint8Array } | { problem: string }

export type Printer = {
  /** Prints a document to PDF. `pictureOf` is called once for each address. Fails printFailed when it takes too long or cannot be laid out. */
  print: (doc: SheetDoc, sources: readonly string[], pictureOf: (src: string) => Promise<Picture | undefined>) => Promise<Uint8Array>
  /** As print, for a certificate. Both may use pictures that were brought before. */
  printCertificate: (
    doc: CertificateDoc,
    sources: readonly string[],
    pictureOf: (src: string) => Promise<Picture | undefined>,
  ) => Promise<Uint8Array>
  close: () => Promise<void>
}

const AT_ONCE = 2
const SECONDS = 30
const HEAP_MB = 512
const MOST_TEXT = 6 * 1024 * 1024

const seatsOf = appPart(() => ({ free: AT_ONCE, waiting: [] as (() => void)[] }))

/** Opens a printer, waiting until fewer than two are open. The caller must close it. */
export async function openPrinter(app: App): Promise<Printer> {
  if (missingHere(app).some(({ part }) => part === 'pdf')) fail('partMissing')
  const seats = seatsOf(app)
  if (seats.free > 0) seats.free -= 1
  else await new Promise<void>((resolve) => void seats.waiting.push(resolve))
  const worker = new Worker(new URL('typeset.worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  let broken = false
  worker.on('error', (error) => {
    broken = true
    app.log.error({ err: error }, 'typesetter')
  })
  const brought = new Set<string>()
  async function run(doc: object, sources: readonly string[], pictureOf: (src: string) => Promise<Picture | undefined>) {
    if (broken || JSON.stringify(doc).length > MOST_TEXT) fail('printFailed')
    const pictures: Picture[] = []
    for (const src of new Set(sources)) {
      if (brought.has(src)) continue
      brought.add(src)
      const picture = await pictureOf(src)
      if (picture) pictures.push(picture)
    }
    const reply = await ask(worker, { ...doc, brought: pictures } as PrintJob)
    if (reply && 'pdf' in reply) return reply.pdf
    if (!reply) broken = true
    app.log.warn({ problem: reply?.problem ?? 'out of time or memory' }, 'a document could not be laid out')
    return fail('printFailed')
  }
  return {
    print: (doc, sources, pictureOf) => run({ doc }, sources, pictureOf),
    printCertificate: (certificate, sources, pictureOf) => run({ certificate }, sources, pictureOf),
    async close() {
      await worker.terminate()
      const next = seats.waiting.shift()
      if (next) next()
      else seats.free += 1
    },
  }
}

/** The worker's reply; undefined when a limit of time or memory is exceeded. */
function ask(worker: Worker, job: PrintJob): Promise<PrintReply | undefined> {
  const { promise, resolve } = Promise.withResolvers<PrintReply | undefined>()
  const clock = setTimeout(() => resolve(undefined), SECONDS * 1_000)
  const lost = () => resolve(undefined)
  worker.once('message', resolve)
  worker.once('exit', lost)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(job)
  return promise.finally(() => {
    clearTimeout(clock)
    worker.off('message', resolve)
    worker.off('exit', lost)
  })
}
