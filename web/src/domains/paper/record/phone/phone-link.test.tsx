// The phone of a candidate as the exam room shows it: the QR code at the start, an interrupted phone, a battery that is nearly empty.
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../../../../test/fake-server.ts'
import { show } from '../../../../../test/render.tsx'
import { PhoneLink } from './PhoneLink.tsx'
import type { Phone } from './usePhone.ts'

const KEY = 'k'.repeat(32)
const serve = () => fakeServer({ [record['phone-open'].path]: { data: { key: KEY, expireTime: '2026-11-20 11:00:00' } } })
const phone = (state: Phone['state'], battery: number | null = null): Phone => ({ state, battery })

/** Goes from one state of the phone to the next by a button. */
function Stage({ steps }: { steps: [phone: Phone, mayAsk: boolean][] }) {
  const [at, setAt] = useState(0)
  const [shown, mayAsk] = steps[at]!
  return (
    <>
      <button type="button" onClick={() => setAt(at + 1)}>
        next
      </button>
      <PhoneLink paperId="7" phone={shown} mayAsk={mayAsk} />
    </>
  )
}

test('asks for a phone once, after other dialogs, and offers the code again', async () => {
  serve()
  const steps: [Phone, boolean][] = [
    [phone('none'), false],
    [phone('none'), true],
    [phone('on', 60), true],
  ]
  const { mouse } = show(<Stage steps={steps} />)
  const next = screen.getByRole('button', { name: 'next' })
  await screen.findByText(/手机第二机位还没有连接/)
  expect(screen.queryByRole('dialog')).toBeNull()
  await mouse.click(next)
  await screen.findByRole('img', { name: `${window.location.origin}/pages/cam?rec=${KEY}` })
  await mouse.click(screen.getByRole('button', { name: '暂不连接，先作答' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await mouse.click(screen.getByRole('button', { name: '显示二维码' }))
  await screen.findByRole('dialog', { name: '连接手机第二机位' })
  await mouse.click(next)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('says that a phone has stopped without covering the paper, and that its battery is nearly empty', async () => {
  serve()
  const steps: [Phone, boolean][] = [
    [phone('gone'), true],
    [phone('on', 15), true],
  ]
  const { mouse } = show(<Stage steps={steps} />)
  await screen.findByText(/手机第二机位已中断/)
  expect(screen.queryByRole('dialog')).toBeNull()
  await mouse.click(screen.getByRole('button', { name: 'next' }))
  await screen.findByText('手机电量只剩 15%，请接上电源。')
})
