// The preview of a certificate: the server's own PDF, drawn by pdf.js.
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { cert } from '@shuyuan/contract/cert/cert.ts'
import { Modal } from 'antd'
// oxlint-disable-next-line import/default -- Vite gives the address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'
import { readFile } from '../../../kernel/call/api.ts'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import styles from './designer.module.css'

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl
const SCALE = 2

async function draw(canvas: HTMLCanvasElement, body: Body<typeof cert.preview>, signal: AbortSignal) {
  const file = await readFile(cert.preview, body, { quiet: true, signal })
  const task = pdfjs.getDocument({ data: await file.arrayBuffer(), useWasm: false, enableXfa: false })
  try {
    const page = await (await task.promise).getPage(1)
    const viewport = page.getViewport({ scale: SCALE })
    Object.assign(canvas, { width: viewport.width, height: viewport.height })
    await page.render({ canvas, viewport }).promise
  } finally {
    await task.destroy()
  }
}

export default function Preview({ body, onClose }: { body: Body<typeof cert.preview>; onClose: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | Error>('loading')
  useEffect(() => {
    const closing = new AbortController()
    const target = canvas.current
    if (target)
      draw(target, body, closing.signal)
        .then(() => setState('shown'))
        .catch((error: unknown) => {
          if (!closing.signal.aborted) setState(error instanceof Error ? error : new Error(String(error)))
        })
    return () => closing.abort()
  }, [body])
  return (
    <Modal open title={t('预览')} width={980} footer={null} onCancel={onClose}>
      {state === 'loading' && <PageLoading rows={6} />}
      {state instanceof Error && <PageError compact error={state} />}
      <canvas ref={canvas} className={styles.paper} role="img" aria-label={t('证书预览')} hidden={state !== 'shown'} />
    </Modal>
  )
}
