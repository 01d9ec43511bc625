// Inserts files into the text: they are uploaded first and then referred to by address.
import type { Editor } from '@tiptap/core'
import { CallFailure } from '../../kernel/call/failure.ts'
import { t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { recompress } from '../upload/recompress.ts'
import { sendFile } from '../upload/send-file.ts'

/** kB above which a picture is recompressed. */
const compressOver = 1_000

/** Files of one choice (admin.md §5, *Attachments in the editor*). */
const MOST_FILES = 100

type Content = { type: string; attrs?: Record<string, unknown>; text?: string; marks?: Content[] }

/** The content for an uploaded file. A block atom needs a paragraph behind it, or the next insertion replaces it. */
export function contentFor(type: string, url: string, name: string): Content[] {
  if (type.startsWith('image/')) return [{ type: 'image', attrs: { src: url, alt: name } }]
  if (type.startsWith('video/')) return [{ type: 'video', attrs: { src: url } }, { type: 'paragraph' }]
  if (type.startsWith('audio/')) return [{ type: 'audio', attrs: { src: url } }, { type: 'paragraph' }]
  return [
    { type: 'text', text: name, marks: [{ type: 'link', attrs: { href: url } }] },
    { type: 'text', text: ' ' },
  ]
}

/** Uploads one after the other and inserts each at the cursor. More than 100 at once are refused as a whole. A refused file has been reported and ends it. @returns whether all were uploaded */
export async function attach(
  editor: Editor,
  files: readonly File[],
  onPercent: (percent: number | undefined) => void,
  send: typeof sendFile = sendFile,
): Promise<boolean> {
  if (files.length > MOST_FILES) {
    notify.warning(t('每次只能上传 {{n}} 个文件', { n: MOST_FILES }))
    return false
  }
  try {
    for (const one of files) {
      onPercent(0)
      const sent = await recompress(one, compressOver)
      const stored = await send(sent, 'editor', { onProgress: onPercent })
      if (editor.isDestroyed) return false
      editor
        .chain()
        .focus()
        .insertContent(contentFor(stored.type, stored.url, stored.name))
        .run()
    }
    return true
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    return false
  } finally {
    onPercent(undefined)
  }
}

/** The pictures of a clipboard or drop that contains only pictures. */
export function picturesIn(data: DataTransfer | null): File[] {
  if (!data || data.types.includes('text/html') || data.types.includes('text/plain')) return []
  return [...data.files].filter((one) => one.type.startsWith('image/'))
}
