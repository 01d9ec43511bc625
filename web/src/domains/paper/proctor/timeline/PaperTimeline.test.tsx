import { timeline, type TimelineEvent } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type * as z from '@shuyuan/contract/kernel/z.ts'
import { fakeServer } from '../../../../../test/fake-server.ts'
import { show } from '../../../../../test/render.tsx'
import { PaperTimeline } from './PaperTimeline.tsx'

const event = (id: string, more: object): z.output<typeof TimelineEvent> => ({
  id,
  kind: 'face',
  kind_dictText: '抓拍',
  time: '2026-11-20 10:00:00' as never,
  verdict: '',
  message: '',
  byName: '',
  image: '',
  passed: true,
  seconds: 0,
  ip: '',
  userAgent: '',
  ackTime: null,
  data: {},
  ...more,
})

test('faces near the threshold are marked, and listed among the events to look at', async () => {
  const events = [
    event('1', { kind: 'identity', kind_dictText: '身份核验', passed: null, message: '考前人脸核验通过', data: { reason: 'grey' } }),
    event('2', { data: { reason: 'grey' } }),
    event('3', {}),
  ]
  fakeServer({ [timeline.list.path]: { data: { flagTimes: 0, events } } })
  const { mouse } = show(<PaperTimeline paperId="7" />)
  expect(await screen.findAllByRole('article')).toHaveLength(3)
  await mouse.click(screen.getByText('异常事件（2）'))
  const signs = screen.getAllByRole('article')
  expect(signs).toHaveLength(2)
  for (const sign of signs) expect(within(sign).getByText('相似度偏低')).toBeTruthy()
})
