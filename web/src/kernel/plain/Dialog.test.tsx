import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { Dialog } from './Dialog.tsx'

test('a page that goes into full screen does not cover an open dialog, which stays as it was', async () => {
  const close = vi.fn<() => void>()
  show(
    <Dialog title="离开" onClose={close}>
      <p>已记录</p>
    </Dialog>,
  )
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  // jsdom has no modal dialogs
  dialog.close = () => {
    dialog.open = false
    queueMicrotask(() => dialog.dispatchEvent(new Event('close')))
  }
  const raised = vi.spyOn(dialog, 'showModal')
  document.dispatchEvent(new Event('fullscreenchange'))
  expect(raised).not.toHaveBeenCalled()
  Object.defineProperty(document, 'fullscreenElement', { value: document.body, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(document, 'fullscreenElement'))
  const closed = new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }))
  document.dispatchEvent(new Event('fullscreenchange'))
  await closed
  expect(raised).toHaveBeenCalledTimes(1)
  expect([dialog.open, close.mock.calls.length]).toEqual([true, 0])
})
