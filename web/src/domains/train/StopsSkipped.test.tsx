import { courseStop } from '@shuyuan/contract/train/stop.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../test/fake-server.ts'
import { show } from '../../../test/render.tsx'
import { StopsSkipped } from './StopsSkipped.tsx'

it('says which questions are skipped, for which exam, and until when', async () => {
  const sent = fakeServer({
    [courseStop.skipped.path]: { data: [{ quId: '2', examTitle: '月考', until: '2026-12-01 10:00:00' }] },
  })
  const stops = [
    { quId: '1', title: '甲' },
    { quId: '2', title: '乙' },
  ]
  show(<StopsSkipped stops={stops} />)
  expect(await screen.findByText('正在考试中使用，学员看不到')).toBeTruthy()
  expect(screen.getByText('“乙”：考试“月考”，到 2026-12-01 10:00')).toBeTruthy()
  expect(screen.queryByText(/“甲”/)).toBeNull()
  expect(bodies(sent, courseStop.skipped)).toEqual([{ quIds: ['1', '2'] }])
})
