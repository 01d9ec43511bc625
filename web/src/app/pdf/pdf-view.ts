// The view of one PDF: pages, zoom and search of pdf.js behind a store. Files of the library come from this site (scripts/pdf-assets.ts).
// oxlint-disable-next-line import/default -- Vite gives the address
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import * as pdfjs from 'pdfjs-dist'
import type * as viewerModule from 'pdfjs-dist/web/pdf_viewer.mjs'
import type { EventBus, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'
import 'pdfjs-dist/web/pdf_viewer.css'
import { store } from '../../kernel/store.ts'
import { storedPage, storePage } from './pdf-file.ts'

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl

const FIT = 'page-width'
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
type Shown = { view: PDFViewer; eventBus: EventBus; file: string; change: Change; signal: AbortSignal }

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
function follow({ FindState }: Library, { view, eventBus, file, change, signal }: Shown) {
  const on = (name: string, listener: (event: never) => void) => eventBus.on(name, listener, { signal })
  on('pagesinit', () => {
    view.currentScaleValue = FIT
    view.currentPageNumber = Math.min(storedPage(file), view.pagesCount)
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

/** Shows the document once it is loaded; undefined where the view was closed before. */
async function show(container: HTMLDivElement, task: pdfjs.PDFDocumentLoadingTask, more: Omit<Shown, 'view' | 'eventBus'>) {
  // the module reads a global that pdf.js sets
  const library = await import('pdfjs-dist/web/pdf_viewer.mjs')
  const document = await task.promise
  if (more.signal.aborted) return undefined
  const eventBus = new library.EventBus()
  const linkService = new library.PDFLinkService({ eventBus, externalLinkTarget: library.LinkTarget.BLANK })
  const findController = new library.PDFFindController({ eventBus, linkService })
  const { ENABLE: annotationMode } = pdfjs.AnnotationMode
  const view = new library.PDFViewer({ container, eventBus, linkService, findController, annotationMode, removePageBorders: true })
  follow(library, { ...more, view, eventBus })
  linkService.setViewer(view)
  linkService.setDocument(document)
  view.setDocument(document)
  return { view, eventBus }
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

/** Opens `file` in `container`, at the page where it was left. `close` frees the worker. */
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
    if (shown) shown.view.currentScaleValue = FIT
  }
  const resized = new ResizeObserver(() => {
    // a named scale depends on the width
    if (shown?.view.currentScaleValue === FIT) fit()
  })
  resized.observe(container)
  return {
    ...state,
    fit,
    goTo: (page: number) => {
      if (shown && page >= 1 && page <= shown.view.pagesCount) shown.view.currentPageNumber = page
    },
    larger: () => shown?.view.increaseScale(),
    smaller: () => shown?.view.decreaseScale(),
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
