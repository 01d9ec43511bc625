// The view of one PDF: pages, zoom and search of pdf.js behind a store. Files of the library come from this site (scripts/pdf-assets.ts).
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import * as pdfjs from 'pdfjs-dist'
import type { PDFFindController, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'
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

/** Opens `file` in `container`, at the page where it was left. `close` frees the worker. */
export function openPdf(container: HTMLDivElement, file: string) {
  const state = store<PdfState>(begin)
  const change = (part: Partial<PdfState>) => state.set({ ...state.get(), ...part })
  const task = pdfjs.getDocument({
    url: file,
    cMapUrl: '/pdf/cmaps/',
    standardFontDataUrl: '/pdf/standard_fonts/',
    wasmUrl: '/pdf/wasm/',
    // the content security policy allows no WebAssembly; the library has the same decoders in JavaScript
    useWasm: false,
    enableXfa: false,
  })
  const closing = new AbortController()
  let viewer: PDFViewer | undefined
  let find: ((query: string, again: boolean, back: boolean) => void) | undefined

  async function show() {
    // the module reads a global that pdf.js sets
    const {
      EventBus,
      FindState,
      LinkTarget,
      PDFFindController: FindController,
      PDFLinkService,
      PDFViewer: View,
    } = await import('pdfjs-dist/web/pdf_viewer.mjs')
    const document = await task.promise
    if (closing.signal.aborted) return
    const eventBus = new EventBus()
    const linkService = new PDFLinkService({ eventBus, externalLinkTarget: LinkTarget.BLANK })
    const findController: PDFFindController = new FindController({ eventBus, linkService })
    const view = new View({
      container,
      eventBus,
      linkService,
      findController,
      annotationMode: pdfjs.AnnotationMode.ENABLE,
      removePageBorders: true,
    })
    viewer = view
    const on = <T>(name: string, listener: (event: T) => void) => eventBus.on(name, listener, { signal: closing.signal })
    on('pagesinit', () => {
      view.currentScaleValue = FIT
      view.currentPageNumber = Math.min(storedPage(file), view.pagesCount)
      change({ phase: 'open', pages: view.pagesCount, page: view.currentPageNumber })
    })
    on<{ pageNumber: number }>('pagechanging', ({ pageNumber }) => {
      storePage(file, pageNumber)
      change({ page: pageNumber })
    })
    on<{ scale: number }>('scalechanging', ({ scale }) => change({ zoom: Math.round(scale * 100) }))
    const count = ({ matchesCount }: { matchesCount?: { current: number; total: number } }) =>
      matchesCount && change({ match: matchesCount.current, matches: matchesCount.total })
    on('updatefindmatchescount', count)
    on<{ state: number; matchesCount?: { current: number; total: number } }>('updatefindcontrolstate', (event) => {
      const found = event.state === FindState.PENDING ? 'searching' : event.state === FindState.NOT_FOUND ? 'missing' : 'found'
      change({ found })
      count(event)
    })
    find = (query, again, back) => {
      if (query === '') change({ found: 'none', match: 0, matches: 0 })
      eventBus.dispatch('find', {
        source: container,
        type: again ? 'again' : '',
        query,
        caseSensitive: false,
        entireWord: false,
        highlightAll: true,
        findPrevious: back,
        matchDiacritics: false,
      })
    }
    linkService.setViewer(view)
    linkService.setDocument(document)
    view.setDocument(document)
  }
  show().catch((error: unknown) => {
    if (!closing.signal.aborted) change({ phase: 'failed', reason: reasonOf(error) })
  })

  const resized = new ResizeObserver(() => {
    // a named scale depends on the width
    if (viewer?.currentScaleValue === FIT) viewer.currentScaleValue = FIT
  })
  resized.observe(container)
  return {
    ...state,
    goTo: (page: number) => {
      if (viewer && page >= 1 && page <= viewer.pagesCount) viewer.currentPageNumber = page
    },
    larger: () => viewer?.increaseScale(),
    smaller: () => viewer?.decreaseScale(),
    fit: () => {
      if (viewer) viewer.currentScaleValue = FIT
    },
    /** `again`: the next match of the same text, or with `back` the previous one */
    find: (query: string, again = false, back = false) => find?.(query, again, back),
    close: () => {
      closing.abort()
      resized.disconnect()
      void task.destroy()
    },
  }
}

export type PdfHandle = ReturnType<typeof openPdf>
