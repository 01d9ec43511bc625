import { readCheck } from '@shuyuan/contract/course/learn/read-check.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { act, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import { ReadCheckDialog } from './ReadCheckDialog.tsx'

// jsdom has no modal dialogs
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
const [code, msg] = errors.captchaWrong
const WRONG = { code, msg }

/** A server whose picture shows the letters ABCD. */
function checkServer() {
  let made = 0
  return fakeServer({
    [readCheck.gen.path]: () => ({ data: { captchaKey: `key-${++made}` } }),
    [readCheck.pass.path]: ({ body }) => ((body as { captchaValue: string }).captchaValue === 'ABCD' ? { data: true } : WRONG),
  })
}
const ask = () => {
  const [onPass, onBreak] = [vi.fn<() => void>(), vi.fn<() => void>()]
  return { ...show(<ReadCheckDialog courseId="1" fileId="2" onPass={onPass} onBreak={onBreak} />), onPass, onBreak }
}

test('a wrong answer brings another picture, the right one goes on', async () => {
  checkServer()
  const { mouse, onPass } = ask()
  const picture = await screen.findByRole('img', { name: '图形验证码' })
  expect(picture.getAttribute('src')).toContain('key-1')
  await mouse.type(screen.getByRole('textbox', { name: '图形验证码' }), 'XXXX')
  await mouse.click(screen.getByRole('button', { name: '继续学习' }))
  expect(await screen.findByText(WRONG.msg)).toBeTruthy()
  expect((await screen.findByRole('img', { name: '图形验证码' })).getAttribute('src')).toContain('key-2')
  expect(onPass).not.toHaveBeenCalled()
  await mouse.type(screen.getByRole('textbox', { name: '图形验证码' }), 'ABCD')
  await mouse.click(screen.getByRole('button', { name: '继续学习' }))
  await vi.waitFor(() => expect(onPass).toHaveBeenCalledTimes(1))
})

test('without an answer learning is broken off after thirty seconds, once', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  checkServer()
  const { onBreak } = ask()
  await act(() => vi.advanceTimersByTimeAsync(1))
  await act(() => vi.advanceTimersByTimeAsync(29_000))
  expect(screen.getByRole('timer').textContent).toContain('还剩 1 秒')
  expect(onBreak).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(onBreak).toHaveBeenCalledTimes(1)
})
