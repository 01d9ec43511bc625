// The view of one PDF: pages, zoom and search of pdf.js behind a store. Files of the library come from this site (scripts/pdf-assets.ts).
// oxlint-disable-next-line import/default -- Vite gives the address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import type * as viewerModule from 'pdfjs-dist/legacy/web/pdf_viewer.mjs'
import type { EventBus, PDFViewer } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs'
import 'pdfjs-dist/legacy/web/pdf_viewer.css'
import { store } from '../../kernel/state/store.ts'
import { askedPage, storedPage, storedZoom, storePage, storeZoom } from './pdf-file.ts'
import { scaleOf, textOf } from './text-width.ts'

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl

const FIT = 'page-width'
/** pixels; a narrower view fits the text instead of the page */
const NARROW = 600
export type Found = 'none' | 'searching' | 'found' | 'missing'
export type PdfState = {
  phase: 'loading' | 'open' | 'failed'
  /** of a failed load; 'gone': the file does not exist or its signed address has expired */
  reason: 'gone' | 'locked' | 'broken'
  page: number
  pages: number
  /** percent, whole */
  zoom: number
  found: Found
  match: number
  matches: number
}
const begin: PdfState = { phase: 'loading', reason: 'broken', page: 1, pages: 0, zoom: 100, found: 'none', match: 0, matches: 0 }

type Status = { status?: number; name?: string }
function reasonOf(error: unknown): PdfState['reason'] {
  const { status, name } = error as Status
  if (name === 'PasswordException') return 'locked'
  return status === 404 || status === 403 ? 'gone' : 'broken'
}

type Library = typeof viewerModule
type Change = (part: Partial<PdfState>) => void
type Count = { matchesCount?: { current: number; total: number } }
type Shown = { view: PDFViewer; eventBus: EventBus; file: string; change: Change; signal: AbortSignal; fit: () => void }
/** what the view has, for fitting */
type Fitted = { view: PDFViewer; text: Awaited<ReturnType<typeof textOf>> }

const open = (file: string) =>
  pdfjs.getDocument({
    url: file,
    cMapUrl: '/pdf/cmaps/',
    standardFontDataUrl: '/pdf/standard_fonts/',
    wasmUrl: '/pdf/wasm/',
    // the content security policy allows no WebAssembly; the library has the same decoders in JavaScript
    useWasm: false,
    enableXfa: false,
  })

/** Puts what happens in the view into the state. */
function follow({ FindState }: Library, { view, eventBus, file, change, signal, fit }: Shown) {
  const on = (name: string, listener: (event: never) => void) => eventBus.on(name, listener, { signal })
  on('pagesinit', () => {
    const zoom = storedZoom(file)
    if (zoom) view.currentScale = zoom / 100
    else fit()
    view.currentPageNumber = Math.min(askedPage(location.hash) ?? storedPage(file), view.pagesCount)
    change({ phase: 'open', pages: view.pagesCount, page: view.currentPageNumber })
  })
  on('pagechanging', ({ pageNumber }: { pageNumber: number }) => {
    storePage(file, pageNumber)
    change({ page: pageNumber })
  })
  on('scalechanging', ({ scale }: { scale: number }) => change({ zoom: Math.round(scale * 100) }))
  const count = ({ matchesCount }: Count) => matchesCount && change({ match: matchesCount.current, matches: matchesCount.total })
  on('updatefindmatchescount', count)
  on('updatefindcontrolstate', (event: Count & { state: number }) => {
    const found = event.state === FindState.PENDING ? 'searching' : event.state === FindState.NOT_FOUND ? 'missing' : 'found'
    change({ found })
    count(event)
  })
}

/** Fits the width of the page, on a narrow screen that of its text. */
function fitWidth(container: HTMLDivElement, { view, text }: Fitted) {
  if (!text || container.clientWidth >= NARROW) {
    view.currentScaleValue = FIT
    return
  }
  const { scale, scroll } = scaleOf(text, container.clientWidth)
  view.currentScale = scale
  container.scrollLeft = scroll
}

/** Shows the document once it is loaded; undefined where the view was closed before. */
async function show(container: HTMLDivElement, task: pdfjs.PDFDocumentLoadingTask, more: Omit<Shown, 'view' | 'eventBus' | 'fit'>) {
  // the module reads a global that pdf.js sets
  const library = await import('pdfjs-dist/legacy/web/pdf_viewer.mjs')
  const document = await task.promise
  if (more.signal.aborted) return undefined
  const eventBus = new library.EventBus()
  const linkService = new library.PDFLinkService({ eventBus, externalLinkTarget: library.LinkTarget.BLANK })
  const findController = new library.PDFFindController({ eventBus, linkService })
  const { ENABLE: annotationMode } = pdfjs.AnnotationMode
  const view = new library.PDFViewer({ container, eventBus, linkService, findController, annotationMode, removePageBorders: true })
  const text = container.clientWidth < NARROW ? await textOf(document) : undefined
  if (more.signal.aborted) return undefined
  const fit = () => fitWidth(container, { view, text })
  follow(library, { ...more, view, eventBus, fit })
  linkService.setViewer(view)
  linkService.setDocument(document)
  view.setDocument(document)
  return { view, eventBus, fit }
}

const searchOf = (query: string, again: boolean, back: boolean) => ({
  type: again ? 'again' : '',
  query,
  caseSensitive: false,
  entireWord: false,
  highlightAll: true,
  findPrevious: back,
  matchDiacritics: false,
})

/** Opens `file` in `container`, at the page that the address names or where it was left. `close` frees the worker. */
export function openPdf(container: HTMLDivElement, file: string) {
  const state = store<PdfState>(begin)
  const change: Change = (part) => state.set({ ...state.get(), ...part })
  const closing = new AbortController()
  const task = open(file)
  const pages = document.createElement('div')
  // the class that the library's style sheet names
  pages.classList.add('pdfViewer')
  container.replaceChildren(pages)
  let shown: Awaited<ReturnType<typeof show>>
  const load = async () => {
    try {
      shown = await show(container, task, { file, change, signal: closing.signal })
    } catch (error) {
      if (!closing.signal.aborted) change({ phase: 'failed', reason: reasonOf(error) })
    }
  }
  void load()
  const fit = () => {
    storeZoom(file, undefined)
    shown?.fit()
  }
  const zoom = (change: (view: PDFViewer) => void) => {
    if (!shown) return
    change(shown.view)
    storeZoom(file, Math.max(1, Math.round(shown.view.currentScale * 100)))
  }
  const resized = new ResizeObserver(() => {
    // the scale that fits depends on the width
    if (shown && storedZoom(file) === undefined) shown.fit()
  })
  resized.observe(container)
  return {
    ...state,
    fit,
    goTo: (page: number) => {
      if (shown && page >= 1 && page <= shown.view.pagesCount) shown.view.currentPageNumber = page
    },
    larger: () => zoom((view) => view.increaseScale()),
    smaller: () => zoom((view) => view.decreaseScale()),
    /** `again`: the next match of the same text, or with `back` the previous one */
    find: (query: string, again = false, back = false) => {
      if (query === '') change({ found: 'none', match: 0, matches: 0 })
      shown?.eventBus.dispatch('find', { source: container, ...searchOf(query, again, back) })
    },
    close: () => {
      closing.abort()
      resized.disconnect()
      void task.destroy()
    },
  }
}

export type PdfHandle = ReturnType<typeof openPdf>
