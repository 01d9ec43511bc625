// Files that are inserted into a text: how many at once, and what stays when one of them is refused.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { Editor } from '@tiptap/core'
import { afterEach, expect, test, vi } from 'vitest'
import { CallFailure } from '../../kernel/call/failure.ts'
import { notify } from '../../kernel/notify.ts'
import type { sendFile } from '../upload/send-file.ts'
import { attach } from './attach.ts'
import { extensions } from './extensions.ts'

type Send = typeof sendFile

const editors: Editor[] = []
const emptyEditor = () => {
  const editor = new Editor({ extensions: extensions(() => undefined) })
  editors.push(editor)
  return editor
}
const named = (name: string) => new File(['text'], name, { type: 'application/zip' })
/** Stores every file but those that `refuse` names. */
const sender = (refuse: readonly string[] = []) =>
  vi.fn<Send>(async (file) => {
    const name = file.name ?? ''
    if (refuse.includes(name)) throw new CallFailure(errors.badInput[0], '文件太大')
    return { id: '1', url: `/upload/${name}`, name, type: file.type, size: file.size }
  })

afterEach(() => {
  for (const one of editors.splice(0)) one.destroy()
  vi.restoreAllMocks()
})

test('more than a hundred files at once are refused as a whole, a hundred are taken', async () => {
  const warn = vi.spyOn(notify, 'warning').mockImplementation(() => undefined)
  const send = sender()
  const files = Array.from({ length: 101 }, (_, n) => named(`${n}.zip`))
  const editor = emptyEditor()
  expect(await attach(editor, files, () => undefined, send)).toBe(false)
  expect(warn).toHaveBeenCalledWith('每次只能上传 100 个文件')
  expect(send).not.toHaveBeenCalled()
  expect(editor.isEmpty).toBe(true)
  expect(await attach(editor, files.slice(1), () => undefined, send)).toBe(true)
  expect(editor.getHTML().match(/<a /g)).toHaveLength(100)
})

test('a refused file ends the rest, and what came before it stays', async () => {
  const editor = emptyEditor()
  expect(await attach(editor, [named('a.zip'), named('b.zip'), named('c.zip')], () => undefined, sender(['b.zip']))).toBe(false)
  expect(editor.getText()).toBe('a.zip ')
})
