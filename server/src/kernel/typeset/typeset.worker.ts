// The worker thread of the printer: typesets documents one after another and replies with PDFs.
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import type { Setter } from './formula/setter.ts'
import type { Block, CertificateDoc, Prose, PrintJob, PrintReply, SheetDoc } from './typeset.ts'
import { breakable, type RichNode, richNodes, textNodes } from './typeset-rich.ts'

const here = dirname(fileURLToPath(import.meta.url))
const formulas = readFileSync(join(here, 'formula/formula.typ'), 'utf8')
const template = `${formulas}\n${readFileSync(join(here, 'typeset.typ'), 'utf8')}`
const certificateTemplate = readFileSync(join(here, 'certificate.typ'), 'utf8')
const fonts = [
  import.meta.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'),
]
const compiler = NodeCompiler.create({
  fontArgs: [{ fontBlobs: fonts.map((address) => readFileSync(fileURLToPath(address))) }],
  // a folder that does not exist, so that a document cannot read files of this machine
  workspace: '/nonexistent',
})

/** Pictures of earlier documents, by address. */
const pictures = new Map<string, { path: string; width: number }>()
/** Width of A4 without margins, in points. */
const PAGE_WIDTH = 490

/** Loaded with the first formula: most documents have none. */
let setter: Setter | undefined
/** Whether the current document has a formula. */
let hasFormula = false

type Drawn = Record<string, unknown>

function drawable(node: RichNode): Drawn {
  if (node.k === 'math') {
    hasFormula = true
    const v = breakable(node.v)
    const made = setter?.set(node.v, node.block)
    return made ? { k: 'math', block: node.block, v, ...made } : { k: 'source', v }
  }
  if (node.k === 'img') {
    const picture = pictures.get(node.src)
    if (!picture) return { k: 'text', v: '【图片】' }
    return { k: 'img', path: picture.path, w: Math.min(PAGE_WIDTH - 30, (node.w || picture.width) * 0.75) }
  }
  if (node.k === 'table') return { ...node, cells: node.cells.map((cell) => ({ ...cell, c: cell.c.map((one) => narrow(one)) })) }
  return 'c' in node ? { ...node, c: node.c.map(drawable) } : node
}
/** Limits the width of pictures in a table cell. */
function narrow(node: RichNode, most = 120): Drawn {
  const drawn = drawable(node)
  return drawn['k'] === 'img' ? { ...drawn, w: Math.min(most, drawn['w'] as number) } : drawn
}

const blocks = new Set(['p', 'table', 'ul', 'ol', 'pre', 'quote', 'h', 'hr'])

/** A single paragraph is drawn inline. */
function unwrapped(nodes: RichNode[]): RichNode[] {
  const [only, ...others] = nodes.filter((node) => blocks.has(node.k))
  if (only?.k !== 'p' || others.length > 0 || only.align) return nodes
  return nodes.flatMap((node) => (node === only ? only.c : [node]))
}

const nodesOf = (prose: Prose): Drawn[] => {
  const nodes = 'html' in prose ? unwrapped(richNodes(prose.html)) : textNodes(prose.text)
  const drawn = nodes.map(drawable)
  return prose.image ? [...drawn, { k: 'br' }, narrow({ k: 'img', src: prose.image, w: 0 }, 180)] : drawn
}

function blockOf(block: Block): Drawn {
  switch (block.kind) {
    case 'prose':
    case 'note':
      return { ...block, prose: null, nodes: nodesOf(block.prose) }
    case 'choices':
      return { ...block, items: block.items.map(({ prose, ...one }) => ({ ...one, nodes: nodesOf(prose) })) }
    case 'table':
      return { ...block, rows: block.rows.map((row) => row.map(({ prose, tone }) => ({ tone, nodes: nodesOf(prose) }))) }
    case 'question':
      return { ...block, blocks: block.blocks.map(blockOf) }
    default:
      return block
  }
}

const FORGET_EVERY = 8
let printed = 0

function sheetData(doc: SheetDoc) {
  hasFormula = false
  const blocks = doc.blocks.map(blockOf)
  return { ...doc, blocks, formulas: hasFormula }
}
const pathOf = (src: string | undefined) => (src === undefined ? null : (pictures.get(src)?.path ?? null))
const certificateData = ({ background, items, ...doc }: CertificateDoc) => ({
  ...doc,
  background: pathOf(background),
  items: items.map(({ src, ...one }) => ({ ...one, path: pathOf(src) })),
})

function print(mainFileContent: string, content: object): Uint8Array {
  const made = compiler.compile({ mainFileContent, inputs: { data: JSON.stringify(content) } })
  const { result } = made
  if (!result) throw new Error(JSON.stringify(made.takeDiagnostics()?.shortDiagnostics ?? []).slice(0, 2_000))
  const pdf = compiler.pdf(result)
  // cleaning the cache takes as long as a tenth of a document
  printed += 1
  if (printed % FORGET_EVERY === 0) compiler.evictCache(1)
  return pdf
}

function printSheet(doc: SheetDoc): Uint8Array {
  try {
    return print(template, sheetData(doc))
  } catch (error) {
    if (setter === undefined || setter.dropFailing() === 0) throw error
    return print(template, sheetData(doc))
  }
}

/** Loads what sets formulas if a job has one. */
async function loadSetter(job: PrintJob) {
  if (setter || !JSON.stringify('doc' in job ? job.doc : null).includes('data-latex')) return
  const { openSetter } = await import('./formula/setter.ts')
  setter = openSetter(compiler, formulas)
}

parentPort?.on('message', async (job: PrintJob) => {
  let reply: PrintReply
  try {
    await loadSetter(job)
    for (const { src, bytes, width } of job.brought) {
      const path = `/p/${createHash('sha256').update(src).digest('hex').slice(0, 32)}.${bytes[0] === 0x89 ? 'png' : 'jpg'}`
      compiler.mapShadow(join('/nonexistent', path), Buffer.from(bytes))
      pictures.set(src, { path, width })
    }
    const pdf = 'certificate' in job ? print(certificateTemplate, certificateData(job.certificate)) : printSheet(job.doc)
    reply = { pdf: Uint8Array.from(pdf) }
  } catch (error) {
    reply = { problem: String(error) }
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(reply)
})
