// Uploads in progress: files are checked, recompressed and sent.
import { sayError } from '@shuyuan/contract/kernel/error.ts'
import { useRef, useState } from 'react'
import { CallFailure } from '../../kernel/call/failure.ts'
import { t } from '../../kernel/i18n.ts'
import { messageText } from '../../kernel/messages.ts'
import { notify } from '../../kernel/notify.ts'
import { isAccepted } from '../../kernel/import/accept.ts'
import { cutTo, type Size } from './cut-to.ts'
import { recompress } from './recompress.ts'
import { type Scene, sendFile, type StoredFile } from './send-file.ts'

export type { Scene, StoredFile } from './send-file.ts'
export type Sending = { uid: string; name: string; percent: number }

export type SendRules = {
  scene: Scene
  limit: number
  /** pixels to which a larger picture is cut before it is checked */
  size?: Size | undefined
  accept: readonly string[]
  /** kB above which a picture is recompressed; undefined: never */
  compressOver: number | undefined
  /** called before a file is sent; a CallFailure refuses it */
  check: ((file: File) => Promise<unknown>) | undefined
}

/** @returns the files in transfer, whether a choice of files may be sent, and a function that sends one (undefined where refused) */
export function useSending({ scene, limit, accept, compressOver, size, check }: SendRules) {
  const [sending, setSending] = useState<Sending[]>([])
  const count = useRef(0)

  /** Shows the problem of a choice of files. `present`: the number of existing files; with a limit of 1 the new file replaces the old one. */
  const mayTake = (names: readonly string[], present: number): boolean => {
    const free = limit === 1 ? 1 : limit - present - sending.length
    if (names.length > free) {
      notify.warning(t('每次只能上传 {{n}} 个文件', { n: limit }))
      return false
    }
    if (names.every((name) => isAccepted(name, accept))) return true
    notify.error(messageText(sayError('fileKind')))
    return false
  }

  const send = async (file: File): Promise<StoredFile | undefined> => {
    const uid = `sending-${count.current++}`
    const progress = (percent: number) => setSending((all) => all.map((one) => (one.uid === uid ? { ...one, percent } : one)))
    setSending((all) => [...all, { uid, name: file.name, percent: 0 }])
    try {
      const shaped = size === undefined ? file : await cutTo(file, size)
      await check?.(shaped)
      const small = compressOver === undefined ? shaped : await recompress(shaped, compressOver)
      return await sendFile(small, scene, { onProgress: progress })
    } catch (error) {
      // `sendFile` has shown the message
      if (error instanceof CallFailure) return undefined
      throw error
    } finally {
      setSending((all) => all.filter((one) => one.uid !== uid))
    }
  }
  return { sending, mayTake, send }
}
