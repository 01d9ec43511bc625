// Answers uploads, which use XMLHttpRequest.
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { onTestFinished } from 'vitest'
import { envelope } from './fake-server.ts'

export type Uploaded = { path: string; fields: Record<string, string>; file: File }
type Reply = { code?: number; msg?: string; data?: unknown }

/** Answers every upload for the rest of the test, after reporting full progress. @returns the uploads in order */
export function fakeUpload(answer: (sent: Uploaded) => Reply | Promise<Reply>): Uploaded[] {
  const sent: Uploaded[] = []
  const real = globalThis.XMLHttpRequest
  const fetched = globalThis.fetch
  onTestFinished(() => {
    globalThis.XMLHttpRequest = real
    globalThis.fetch = fetched
  })
  // files are sent to the server unless the test chooses another provider
  globalThis.fetch = async (input, init) =>
    input === configProp.upload.path ? envelope({ data: { provider: 'local' } }) : fetched(input, init)
  class Upload extends EventTarget {
    upload = new EventTarget()
    status = 200
    responseText = ''
    timeout = 0
    path = ''
    open(_method: string, path: string) {
      this.path = path
    }
    setRequestHeader() {}
    getResponseHeader = () => 'application/json'
    /** a form with the file, or the file alone */
    send(body: FormData | File) {
      const form = body instanceof FormData ? body : new FormData()
      const file = body instanceof FormData ? (body.get('file') as File) : body
      form.delete('file')
      const one = { path: this.path, fields: Object.fromEntries(form) as Record<string, string>, file }
      sent.push(one)
      this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 1, lengthComputable: true }))
      void this.reply(one)
    }
    async reply(one: Uploaded) {
      this.responseText = JSON.stringify({ code: 0, msg: '', data: null, ...(await answer(one)) })
      this.dispatchEvent(new Event('load'))
    }
  }
  globalThis.XMLHttpRequest = Upload as never
  return sent
}
