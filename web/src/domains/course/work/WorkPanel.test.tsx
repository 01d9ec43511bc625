// Two pages of one learner: the older one asks, hands in nothing unseen, and takes the stored draft.
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { WorkFinish } from '@shuyuan/contract/course/work/work-codes.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refused } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import { WorkPanel } from './WorkPanel.tsx'

const draft = (version: number, content: string) => ({ tryNo: 1, version, content, files: [], saveTime: null })
const work = {
  courseId: '2',
  fileId: '3',
  title: '行李寄存流程',
  content: '<p>请写步骤。</p>',
  maxScore: 100,
  passScore: 60,
  deadlineTime: null,
  deadlineDays: null,
  late: false,
  latePercent: 0,
  tries: 1,
  takesText: true,
  kinds: [],
  mostFiles: 3,
  mostMb: 20,
  finish: WorkFinish.passed,
  blind: false,
  attachments: [],
  rubric: [],
  dueTime: null,
  hands: [],
  reason: null,
  lateDays: 0,
  finished: false,
}

async function opened() {
  await signInWith([])
  localStorage.clear()
  // the other page has stored version 1 after this one was opened
  let reads = 0
  const sent = fakeServer({
    [courseWork.detail.path]: () => ({ data: { ...work, draft: reads++ === 0 ? draft(0, '') : draft(1, '另一页写的') } }),
    [courseWork['save-draft'].path]: ({ body }) =>
      (body as { version: number }).version === 0 ? refused('workDraftChanged') : { data: { version: 2, saveTime: '2026-12-01 10:00:00' } },
  })
  const { mouse } = show(<WorkPanel courseId="2" fileId="3" />)
  await mouse.type(await screen.findByRole('textbox', { name: '作业内容' }), '这一页写的')
  expect(await screen.findByText('草稿已在其他页面修改')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '提交作业' }).disabled).toBe(true)
  return { mouse, sent }
}
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '作业内容' }).value

it('takes the stored draft', async () => {
  const { mouse, sent } = await opened()
  await mouse.click(screen.getByRole('button', { name: '载入已保存的' }))
  await expect.poll(text).toBe('另一页写的')
  expect(screen.queryByText('草稿已在其他页面修改')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '提交作业' }).disabled).toBe(false)
  expect(bodies(sent, courseWork.hand)).toEqual([])
})

it('or stores its own over it', async () => {
  const { mouse, sent } = await opened()
  await mouse.click(screen.getByRole('button', { name: '用本页内容' }))
  expect(await screen.findByText('草稿已保存 10:00:00')).toBeTruthy()
  expect(bodies(sent, courseWork['save-draft']).at(-1)).toMatchObject({ version: 1, content: '这一页写的' })
})
