import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { notices, show } from '../../../test/render.tsx'
import { RecordDialog } from './RecordDialog.tsx'

afterEach(() => vi.unstubAllGlobals())

it('says that the microphone is refused, and stays usable', async () => {
  const said = notices()
  const refuse = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent, mediaDevices: { getUserMedia: refuse } })
  const { mouse } = show(<RecordDialog onTake={() => Promise.resolve(true)} onClose={() => undefined} />)
  await mouse.click(await screen.findByRole('button', { name: /开始录音/ }))
  await waitFor(() => expect(said).toEqual(['操作失败，请检查设备是否具备录音功能！']))
  expect(screen.getByText('准备就绪 00:00')).toBeTruthy()
  expect(screen.getByRole('button', { name: /开始录音/ })).toHaveProperty('disabled', false)
})
